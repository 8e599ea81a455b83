/** Which unpaid documents have to be paid so that a sum becomes free. */

/**
 * Taken in their order (the oldest debt first) until their rests reach `neededKopecks`; then those without which the
 * others still reach it are left out, the latest first. Hence no document of the answer can be spared. Where all of
 * them do not reach it, all are answered, and `restKopecks` is what is missing still. Kopecks; the documents are not
 * changed.
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
