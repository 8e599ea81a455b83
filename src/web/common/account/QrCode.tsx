import { encodeQR } from 'qr'

/** Dark on white in every theme, for cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const matrix = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={180}
      height={180}
      viewBox={`0 0 ${matrix.length} ${matrix.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
