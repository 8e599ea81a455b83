import { StringDecoder } from 'node:string_decoder'

export const defaultMaxLineBytes = 1024 * 1024
const newline = 10

/** A line by its number from 1; `text` undefined: longer than allowed. */
export type Line = { number: number; text: string | undefined }

/** Splits bytes into lines and skips blank ones; keeps one line in memory. */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxLineBytes = defaultMaxLineBytes,
): AsyncGenerator<Line> {
  let number = 0
  let open: Uint8Array[] = []
  let length = 0

  const close = (): Line | undefined => {
    number += 1
    const text = length > maxLineBytes ? undefined : decode(open)
    open = []
    length = 0
    return text === '' ? undefined : { number, text }
  }
  const keep = (piece: Uint8Array) => {
    length += piece.length
    if (length <= maxLineBytes) open.push(piece)
    else open = []
  }

  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      const line = close()
      if (line) yield line
    }
    keep(chunk.subarray(from))
  }
  const last = length > 0 ? close() : undefined
  if (last) yield last
}

/** Without byte order mark and surrounding white space. */
function decode(pieces: Uint8Array[]): string {
  const decoder = new StringDecoder('utf8')
  return (
    pieces.map((piece) => decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length))).join('') +
    decoder.end()
  )
    .replace(/^\uFEFF/, '')
    .trim()
}
