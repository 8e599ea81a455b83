import { may } from '#shared/rights.ts'
import { effectiveBreaks } from '#shared/rules/prices/next-breaks.ts'
import type { PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import { findShownPrice, unrestrictedPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { breaksOf } from './price-lines.ts'
import { listPrices } from './queries.ts'
import { findHasBreaks, listBreaks, type BreakOwner } from './shared-queries.ts'

export type GoodBreaks = { productId: number; unit: string; breaks: PriceBreak[] }

/** Breaks of goods sold under the contract, at the prices that the reader may see. */
export async function readGoodsBreaks(
  { db }: { db: Db },
  actor: Actor,
  { contractId, productIds }: { contractId: number | undefined; productIds: readonly number[] },
): Promise<GoodBreaks[]> {
  const owner = await getContractView({ db }, { accountId: actor.accountId, contractId })
  if (!may(actor, 'price.view') || productIds.length === 0) return []
  if (!(await findHasBreaks(db, { contractId: owner.contractId, priceTypeId: owner.basePriceTypeId }))) return []
  const shown = await findShownPrice(db, actor, { contractId: owner.contractId, productIds })
  return listLowerPrices(db, owner, { productIds, shown })
}

/**
 * The breaks that lower prices of goods sold under a contract, at shown prices. Under price politics those by sum are
 * left out: with the sum of the basket at shown prices they reveal the contract's.
 */
export async function listLowerPrices(
  db: Db,
  owner: BreakOwner,
  { productIds, shown }: { productIds: readonly number[]; shown: ShownPrice },
): Promise<GoodBreaks[]> {
  const goods = await listPrices(db, { ...owner, productIds })
  const stored = Map.groupBy(await listBreaks(db, { ...owner, productIds }), ({ productId }) => productId)
  return goods.flatMap(({ productId, unit, priceKopecks, listKopecks }) => {
    const baseKopecks = shown({ productId, priceKopecks })
    if (baseKopecks === null) return []
    const breaks = breaksOf(stored.get(productId) ?? [], listKopecks).flatMap((each) => {
      const shownKopecks = shown({ productId, priceKopecks: each.priceKopecks })
      return shownKopecks === null ? [] : [{ ...each, priceKopecks: shownKopecks }]
    })
    const bySum = shown === unrestrictedPrice ? ofKind(breaks, 'sum', baseKopecks) : []
    const lowering = [...ofKind(breaks, 'quantity', baseKopecks), ...bySum]
    return lowering.length === 0 ? [] : [{ productId, unit, breaks: lowering }]
  })
}

function ofKind(breaks: readonly PriceBreak[], by: PriceBreak['by'], baseKopecks: number): PriceBreak[] {
  return effectiveBreaks(
    breaks.filter((each) => each.by === by),
    baseKopecks,
  )
}
