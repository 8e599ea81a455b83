import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { extractText, getDocumentProxy } from 'unpdf'

// The package exports the function itself, whatever its types say.
const decode = jsqr as unknown as typeof jsqr.default

/** Text of a PDF page by page, by a reader independent of the writer. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** Text of the QR code in a PDF: its squares are rendered to pixels and decoded. */
export function qrOf(pdf: Buffer): string {
  const squares = rectanglesOf(pdf)
  const height = mostFrequent(squares.map(({ h }) => h))
  const modules = squares.filter(({ h, w }) => h === height && isWhole(w / height))
  const left = Math.min(...modules.map(({ x }) => x))
  const top = Math.min(...modules.map(({ y }) => y))
  const side = Math.round((Math.max(...modules.map(({ x, w }) => x + w)) - left) / height)
  const [scale, border] = [4, 16]
  const width = side * scale + border * 2
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const { x, y, w } of modules)
    paint(pixels, width, {
      x: Math.round((x - left) / height) * scale + border,
      y: Math.round((y - top) / height) * scale + border,
      w: Math.round(w / height) * scale,
      h: scale,
    })
  const found = decode(pixels, width, width)
  if (!found) throw new Error('no QR code was found in the PDF')
  return Buffer.from(found.binaryData).toString('utf8')
}

type Rectangle = { x: number; y: number; w: number; h: number }

function rectanglesOf(pdf: Buffer): Rectangle[] {
  const drawn = streamsOf(pdf).flatMap((content) => [
    ...content.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\b/g),
  ])
  return drawn.map(([, x, y, w, h]) => ({ x: Number(x), y: Number(y), w: Number(w), h: Number(h) }))
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
    const from = index + mark.length
    try {
      return [inflateSync(pdf.subarray(from, text.indexOf('endstream', from))).toString('latin1')]
    } catch {
      return []
    }
  })
}

function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 1
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 0.02
}

function paint(pixels: Uint8ClampedArray, width: number, { x, y, w, h }: Rectangle): void {
  for (let row = y; row < y + h; row += 1) {
    for (let column = x; column < x + w; column += 1)
      pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  }
}
