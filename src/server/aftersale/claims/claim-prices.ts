import { may } from '#shared/rights.ts'
import { unrestrictedPrice, findShownPrices, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { listOpenLines, listPricedLines, type ClaimFilter } from './queries.ts'

/** Prices of claimed goods as the reader may see them; null is hidden. */
export type ClaimPrices = {
  shownIn: (contractId: number) => ShownPrice
  sumOf: (claim: { id: number; contractId: number; sumKopecks: number }) => number | null
}

export const everyClaimPrice: ClaimPrices = { shownIn: () => unrestrictedPrice, sumOf: ({ sumKopecks }) => sumKopecks }
const noClaimPrice: ClaimPrices = { shownIn: () => () => null, sumOf: () => null }

/** Lines are read only if price politics change sums. The caller has checked access to the claims. */
export async function findClaimPrices(
  db: Db,
  actor: BuyerActor,
  { claimIds }: { claimIds: readonly number[] },
): Promise<ClaimPrices> {
  if (may(actor, 'price.contract')) return everyClaimPrice
  if (!may(actor, 'price.view')) return noClaimPrice
  const lines = await listPricedLines(db, { claimIds })
  const shownIn = await findShownPrices(db, actor, lines)
  const ofClaim = Map.groupBy(lines, ({ claimId }) => claimId)
  return { shownIn, sumOf: ({ id, contractId }) => shownSum(shownIn(contractId), ofClaim.get(id) ?? []) }
}

/** Sum of all undecided claims. */
export async function findOpenSum(
  db: Db,
  actor: BuyerActor,
  { filter, openKopecks }: { filter: ClaimFilter; openKopecks: number },
): Promise<number | null> {
  if (may(actor, 'price.contract')) return openKopecks
  if (!may(actor, 'price.view')) return null
  const lines = await listOpenLines(db, filter)
  const shownIn = await findShownPrices(db, actor, lines)
  return lines.reduce<number | null>((sum, line) => {
    const lineSum = shownSum(shownIn(line.contractId), [line])
    return sum === null || lineSum === null ? null : sum + lineSum
  }, 0)
}
