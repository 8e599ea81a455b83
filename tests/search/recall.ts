import type { Good } from '#server/doors/demo/catalogue/good.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import { search } from '#server/catalogue/facets/search.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { createWorkspace } from '#server/catalogue/facets/workspace.ts'
import type { JudgedQuery } from './judged-set.ts'

export type QueryResult = JudgedQuery & { found: Good[]; recall: number; firstIsRelevant: boolean }

const view: FacetView = { priceTypeId: 1, rrcTypeId: null, warehouseIds: [1, 2, 3], pricesHidden: false }
const anything: FacetFilter = {
  categoryId: undefined,
  warehouseId: undefined,
  only: 'all',
  productIds: undefined,
  available: false,
  isNew: false,
  isSale: false,
  brandIds: [],
  tagIds: [],
  values: [],
  price: undefined,
  query: '',
  searchIn: 'all',
  sorting: undefined,
  page: 1,
  perPage: 10,
}

/** Runs each query and compares its first ten rows with the rule: recall = hits / min(10, relevant goods). */
export function judge(goods: readonly Good[], snapshot: Snapshot, queries: readonly JudgedQuery[]): QueryResult[] {
  const workspace = createWorkspace(snapshot)
  return queries.map((judged) => {
    const found = search(snapshot, workspace, view, { ...anything, query: judged.query }).rows.flatMap(
      ({ row }) => goods[(snapshot.rowIds[row] ?? 0) - 1] ?? [],
    )
    const relevant = goods.filter(judged.isRelevant).length
    if (relevant === 0) throw new Error(`nothing is relevant to '${judged.query}'`)
    return {
      ...judged,
      found,
      recall: found.filter(judged.isRelevant).length / Math.min(10, relevant),
      firstIsRelevant: found[0] !== undefined && judged.isRelevant(found[0]),
    }
  })
}

export const meanRecall = (judgements: readonly QueryResult[]): number =>
  judgements.reduce((sum, { recall }) => sum + recall, 0) / judgements.length

/** One line per kind, and one for all. */
export function report(title: string, judgements: readonly QueryResult[]): string {
  const line = (name: string, some: readonly QueryResult[]) =>
    `${name.padEnd(28)} ${String(some.length).padStart(4)} queries  recall@10 ${meanRecall(some).toFixed(3)}`
  const byKind = Map.groupBy(judgements, ({ kind }) => kind)
  return [title, ...[...byKind].map(([kind, some]) => line(kind, some)), line('all', judgements)].join('\n')
}
