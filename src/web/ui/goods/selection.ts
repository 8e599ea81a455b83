/** Which rows of a page are checked [S.17]. */
export type Selection = { marked: ReadonlySet<number>; onMark: (marked: ReadonlySet<number>) => void }

export function toggledMark(marked: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(marked)
  if (!next.delete(id)) next.add(id)
  return next
}
