export type CategoryRow = { id: number; parentId: number | null; name: string; position: number }

export type OrderedCategory = CategoryRow & {
  /** Path from the top: 'Инструмент / Дрели'. */
  path: string
  /** Ids from the top-level ancestor down to the category itself. */
  lineage: readonly number[]
}

const byName = new Intl.Collator('ru')

/**
 * Categories in tree order, parents first. A category with a missing parent becomes top-level; a cycle is broken at its
 * first member.
 */
export function orderCategories(rows: readonly CategoryRow[]): OrderedCategory[] {
  const known = new Set(rows.map(({ id }) => id))
  const children = Map.groupBy(
    rows.toSorted((a, b) => a.position - b.position || byName.compare(a.name, b.name) || a.id - b.id),
    ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : undefined),
  )
  const ordered: OrderedCategory[] = []
  const seen = new Set<number>()
  const visit = (row: CategoryRow, above: OrderedCategory | undefined): void => {
    if (seen.has(row.id)) return
    seen.add(row.id)
    const category = {
      ...row,
      parentId: above?.id ?? null,
      path: above ? `${above.path} / ${row.name}` : row.name,
      lineage: [...(above?.lineage ?? []), row.id],
    }
    ordered.push(category)
    for (const child of children.get(row.id) ?? []) visit(child, category)
  }
  for (const row of children.get(undefined) ?? []) visit(row, undefined)
  for (const row of rows) visit(row, undefined)
  return ordered
}

/** The chosen categories with all descendants, in order; all of them when none is chosen. */
export function withDescendants(
  ordered: readonly OrderedCategory[],
  chosenIds: readonly number[],
): readonly OrderedCategory[] {
  if (chosenIds.length === 0) return ordered
  const chosen = new Set(chosenIds)
  return ordered.filter(({ lineage }) => lineage.some((id) => chosen.has(id)))
}
