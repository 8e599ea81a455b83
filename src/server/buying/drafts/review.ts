import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findShownPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import { priceGoods } from '#server/buying/basket/price-goods.ts'
import { listSuccessors } from '#server/buying/basket/shared-queries-successors.ts'
import { findBasket, listGoods, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { effectiveWarehouses } from '#server/buying/basket/service.ts'
import { compareLine, currentOffer, type ComparedLine, type CurrentOffer } from './compare.ts'
import { listDraftLines, type DraftLineRow } from './queries-lines.ts'
import { listReplacementCandidates, type ReplacementCandidate } from './queries-replacements.ts'
import type { DraftRow } from './queries.ts'

/** A line with the current state of its good. */
export type ReviewedLine = {
  row: DraftLineRow
  goods: Goods | undefined
  compared: ComparedLine
  replacement: Replacement | undefined
}

export type Replacement = { candidate: ReplacementCandidate; offer: CurrentOffer }

export type Reader = Pick<Actor, 'accountId' | 'rights' | 'pricePolitics'>

/**
 * The draft's lines with all changes since they were accepted, at prices visible to the reader. A constant number of
 * statements.
 */
export async function reviewDraft(
  db: Db,
  actor: Reader,
  { id, contractId }: Pick<DraftRow, 'id' | 'contractId'>,
): Promise<{ basket: OpenBasket; lines: ReviewedLine[]; shown: ShownPrice }> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  if (!basket) throw new AppError('notFound')
  const rows = await listDraftLines(db, { draftId: id })
  const spread = effectiveWarehouses(basket).map((warehouse) => warehouse.id)
  const found =
    rows.length === 0 ? [] : await listGoods(db, { basket, productIds: rows.map(({ productId }) => productId) })
  const quantities = new Map(rows.map(({ productId, quantityMilli }) => [productId, quantityMilli]))
  const goods = byId(await priceGoods(db, basket, { goods: found, quantities }))
  const lines = rows.map((row) => ({
    row,
    goods: goods.get(row.productId),
    compared: compareLine(row, goods.get(row.productId), spread),
  }))
  const unavailable = lines.filter(({ compared: { offer } }) => !offer || offer.quantityMilli === 0)
  const replacements = await findReplacements(db, { basket, spread, unavailable })
  const shown = await findShownPrice(db, actor, {
    contractId,
    productIds: [
      ...rows.map(({ productId }) => productId),
      ...[...replacements.values()].map(({ offer }) => offer.productId),
    ],
  })
  return {
    basket,
    shown,
    lines: lines.map(({ compared, ...line }) => ({
      ...line,
      compared: { ...compared, changes: visibleChanges(line.row, compared, shown) },
      replacement: replacements.get(line.row.productId),
    })),
  }
}

/** A price that looks the same to the reader has not changed for them. */
function visibleChanges(
  row: DraftLineRow,
  { changes, offer }: ComparedLine,
  shown: ShownPrice,
): ComparedLine['changes'] {
  const isSame = offer !== undefined && shown(row) === shown(offer)
  return isSame ? changes.filter((change) => change !== 'price') : changes
}

type LineToReplace = { row: DraftLineRow; compared: ComparedLine }

/** The first available candidate for each unavailable good. */
async function findReplacements(
  db: Db,
  { basket, spread, unavailable }: { basket: OpenBasket; spread: number[]; unavailable: LineToReplace[] },
): Promise<Map<number, Replacement>> {
  if (unavailable.length === 0) return new Map()
  const { priceTypeId } = basket
  const withoutOffer = unavailable.filter(({ compared }) => !compared.offer).map(({ row }) => row.productId)
  const successors =
    withoutOffer.length === 0 ? [] : await listSuccessors(db, { priceTypeId, productIds: withoutOffer })
  const candidates = await listReplacementCandidates(db, {
    priceTypeId,
    successors,
    productIds: unavailable.map(({ row }) => row.productId),
  })
  const goods = byId(
    candidates.length === 0
      ? []
      : await listGoods(db, { basket, productIds: [...new Set(candidates.map(({ productId }) => productId))] }),
  )
  const candidatesOfGood = Map.groupBy(candidates, ({ insteadOf }) => insteadOf)
  return new Map(
    unavailable.flatMap(({ row }) => {
      const found = (candidatesOfGood.get(row.productId) ?? [])
        .map((candidate) => toReplacement(candidate, row, goods, spread))
        .find((each) => each !== undefined)
      return found ? [[row.productId, found] as const] : []
    }),
  )
}

function toReplacement(
  candidate: ReplacementCandidate,
  row: DraftLineRow,
  goods: Map<number, Goods>,
  spread: number[],
): Replacement | undefined {
  const found = goods.get(candidate.productId)
  const offer = found && currentOffer(found, row.quantityMilli, spread)
  return offer && offer.quantityMilli > 0 ? { candidate, offer } : undefined
}

function byId(goods: Goods[]): Map<number, Goods> {
  return new Map(goods.map((each) => [each.productId, each]))
}
