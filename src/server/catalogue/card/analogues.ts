import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { similarGoods, similarToFormer } from '#server/catalogue/facets/similar.ts'
import { rowOf } from '#server/catalogue/facets/snapshot.ts'
import { toFacetView } from '#server/catalogue/search/filter-input.ts'
import { listRowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { listAnalogueFacts, type AnalogueFacts } from './queries-analogues.ts'

type Deps = { db: Db; catalogue: Catalogue }

/** Searching a category takes some milliseconds a good: no more goods are looked at after this time. */
const maxSearchMs = 100

/**
 * What can be ordered under the contract instead of each of these products, sold or not: linked goods, else similar
 * ones of its category. Products without any are left out.
 */
export async function findAnalogues(
  { db, catalogue }: Deps,
  actor: Actor,
  { contractId, productIds }: { contractId: number; productIds: readonly number[] },
): Promise<Map<number, RenderedRow[]>> {
  if (productIds.length === 0) return new Map()
  const { contract } = await catalogue.searchContexts.find(actor.accountId, contractId)
  const view = toFacetView(contract, actor)
  const idsOf = new Map<number, number[]>()
  const endsAtMs = performance.now() + maxSearchMs
  for (const facts of await listAnalogueFacts(db, { productIds })) {
    const { productId, analogueIds } = facts
    const maySearch = analogueIds.length === 0 && performance.now() < endsAtMs
    idsOf.set(productId, maySearch ? similarIds(catalogue, view, facts) : analogueIds)
    if (maySearch) await yieldToEventLoop()
  }
  const ids = [...new Set([...idsOf.values()].flat())]
  const rows = await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids })
  const orderable = new Map(rows.filter(isOrderable).map((row) => [row.id, row]))
  return new Map(
    [...idsOf]
      .map(([id, analogues]) => [id, analogues.flatMap((analogue) => orderable.get(analogue) ?? [])] as const)
      .filter(([, analogues]) => analogues.length > 0),
  )
}

function similarIds(
  catalogue: Catalogue,
  view: ReturnType<typeof toFacetView>,
  { productId, categoryId, valueIds }: AnalogueFacts,
): number[] {
  const { snapshot } = catalogue.currentSnapshot()
  return rowOf(snapshot, productId) < 0
    ? similarToFormer(snapshot, view, { categoryId, valueIds })
    : similarGoods(snapshot, view, { productId, categoryId })
}

function isOrderable({ available_for_order: available }: RenderedRow): boolean {
  return available > 0
}
