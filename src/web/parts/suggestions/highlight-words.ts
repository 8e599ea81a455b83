type Piece = { text: string; isMatch: boolean }

/** A suggestion split into matched word beginnings and the text between them. */
export function highlightWords(text: string, query: string): Piece[] {
  const words = wordsOf(query)
  if (words.length === 0) return [{ text, isMatch: false }]
  const plain = normalized(text)
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: word } of plain.matchAll(/[a-zа-я0-9]+/g)) {
    const length = Math.max(0, ...words.filter((each) => word.startsWith(each)).map((each) => each.length))
    if (length === 0) continue
    if (index > from) pieces.push({ text: text.slice(from, index), isMatch: false })
    pieces.push({ text: text.slice(index, index + length), isMatch: true })
    from = index + length
  }
  return from < text.length ? [...pieces, { text: text.slice(from), isMatch: false }] : pieces
}

function wordsOf(text: string): string[] {
  return normalized(text).match(/[a-zа-я0-9]+/g) ?? []
}

/** Preserves the length, so that offsets are offsets in the text. */
function normalized(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е')
}
