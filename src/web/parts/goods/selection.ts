import type { ProductRow } from '#shared/api/catalogue.ts'

/** Which rows of a list are checked [S.17]. */
export type Selection = { marked: ReadonlySet<number>; onMark: (rows: readonly ProductRow[], checked: boolean) => void }

export type MarkedRows = ReadonlyMap<number, ProductRow>

/** Whether none, some or all rows of a page are checked. */
export function markedShare(rows: readonly ProductRow[], marked: ReadonlySet<number>): 'none' | 'some' | 'all' {
  const count = rows.filter(({ id }) => marked.has(id)).length
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}

/** The checked rows after checking or unchecking some; in the order they were checked. */
export function withMarked(marked: MarkedRows, rows: readonly ProductRow[], checked: boolean): MarkedRows {
  const next = new Map(marked)
  for (const row of rows) {
    if (checked) next.set(row.id, row)
    else next.delete(row.id)
  }
  return next
}
