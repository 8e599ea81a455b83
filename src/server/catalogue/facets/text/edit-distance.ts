const maxWordLength = 48

/**
 * Optimal string alignment distance (insertions, deletions, replacements, transpositions) between two words, or between
 * `a` and the nearest prefix of `b`. Returns `max + 1` for anything above `max`.
 */
export function editDistance(a: string, b: string, max: number, { prefix = false }: { prefix?: boolean } = {}): number {
  const tooFar = max + 1
  if (a.length > maxWordLength || b.length > maxWordLength) return tooFar
  if (a.length - b.length > max || (!prefix && b.length - a.length > max)) return tooFar
  const width = prefix ? Math.min(b.length, a.length + max) : b.length
  let [twoBack, back, row] = [new Uint8Array(width + 1), new Uint8Array(width + 1), new Uint8Array(width + 1)]
  for (let j = 0; j <= width; j += 1) back[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let min = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= width; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, twoBack[j - 2]! + 1)
      row[j] = cost
      if (cost < min) min = cost
    }
    if (min > max) return tooFar
    ;[twoBack, back, row] = [back, row, twoBack]
  }
  if (!prefix) return Math.min(back[width]!, tooFar)
  let nearest = tooFar
  for (let j = 0; j <= width; j += 1) nearest = Math.min(nearest, back[j]!)
  return nearest
}
