/** Which unpaid documents must be paid to free a given sum. */

/**
 * Takes documents in order (oldest debt first) until their rests reach `neededKopecks`, then drops unnecessary ones,
 * latest first. If all documents together are not enough, returns all of them, and `restKopecks` is the missing sum.
 * Kopecks; does not modify the documents.
 */
export function minToPay<Document extends { leftKopecks: number }>(
  documents: readonly Document[],
  neededKopecks: number,
): { documents: Document[]; restKopecks: number } {
  const taken: Document[] = []
  let kopecks = 0
  for (const document of documents) {
    if (kopecks >= neededKopecks) break
    taken.push(document)
    kopecks += document.leftKopecks
  }
  if (kopecks < neededKopecks) return { documents: taken, restKopecks: neededKopecks - kopecks }

  const remaining = new Set<Document>()
  for (const document of taken.toReversed()) {
    if (kopecks - document.leftKopecks < neededKopecks) continue
    kopecks -= document.leftKopecks
    remaining.add(document)
  }
  return { documents: taken.filter((document) => !remaining.has(document)), restKopecks: 0 }
}
