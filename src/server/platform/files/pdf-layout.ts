import { encodeQR } from 'qr'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** Shared layout of printed documents. Sizes are points; an A4 page is 527 wide between margins. */
type Page = { title: string; author: string; footer: string; content: Content[] }

/** An A4 document with the portal's font, margins and page footer. */
export function a4Page({ title, author, footer, content }: Page): TDocumentDefinitions {
  return {
    info: { title, author },
    pageSize: 'A4',
    pageMargins: [34, 34, 34, 42],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.1 },
    content,
    footer: { text: footer, alignment: 'right', margin: [34, 12, 34, 0], fontSize: 7, color: '#667085' },
  }
}

export function horizontalRule(lineWidth: number) {
  return { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 527, y2: 0, lineWidth }] } satisfies Content
}

/** A signature line between post and name. */
export function signatureLine(post: string, name: string): Content {
  return {
    columns: [
      { width: 120, text: post, bold: true },
      {
        width: 150,
        stack: [{ text: ' ' }, { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 140, y2: 0, lineWidth: 0.5 }] }],
      },
      { width: '*', text: name },
    ],
    margin: [0, 12, 0, 0],
  }
}

/** Side of a QR code in points. */
export const qrSide = 112

/** A QR code as dark rectangles; adjacent modules of a row are merged. */
export function qrCode(text: string): Content {
  const matrix = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const side = qrSide / matrix.length
  const canvas = matrix.flatMap((row, y) =>
    runsOf(row).map(({ from, length }) => ({
      type: 'rect' as const,
      x: from * side,
      y: y * side,
      w: length * side,
      h: side,
      color: '#000000',
      lineWidth: 0,
    })),
  )
  return { canvas }
}

function runsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last && last.from + last.length === x) last.length += 1
    else runs.push({ from: x, length: 1 })
  }
  return runs
}
