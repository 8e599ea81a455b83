import { StringDecoder } from 'node:string_decoder'

export const usualLine = 1024 * 1024
const newline = 10

/** A line of a stream by its number from 1; `text` is undefined where it is longer than allowed. */
export type Line = { number: number; text: string | undefined }

/** Splits bytes into lines, skipping blank ones; holds one line at a time. */
export async function* readLines(source: AsyncIterable<Uint8Array>, longestLine = usualLine): AsyncGenerator<Line> {
  let number = 0
  let open: Uint8Array[] = []
  let length = 0

  const close = (): Line | undefined => {
    number += 1
    const text = length > longestLine ? undefined : decode(open)
    open = []
    length = 0
    return text === '' ? undefined : { number, text }
  }
  const keep = (piece: Uint8Array) => {
    length += piece.length
    if (length <= longestLine) open.push(piece)
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

/** Without a byte order mark and white space around. */
function decode(pieces: Uint8Array[]): string {
  const decoder = new StringDecoder('utf8')
  return (
    pieces.map((piece) => decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length))).join('') +
    decoder.end()
  )
    .replace(/^\uFEFF/, '')
    .trim()
}
