import type { DraftLine } from '#shared/api/drafts.ts'
import { availableForOrder, isMultiple, roundToOrderable } from '#shared/rules/step.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import type { DraftLineRow } from './queries-lines.ts'

/** What a good can be had at now; thousandths and kopecks. */
export type CurrentOffer = {
  productId: number
  priceKopecks: number
  stepMilli: number
  availableMilli: number
  /** What is wanted, in whole steps. */
  wholeMilli: number
  /** As much of that as is in stock; 0 = nothing. */
  quantityMilli: number
}

export type ComparedLine = {
  changes: DraftLine['changes']
  /** Undefined: not sold any more. */ offer: CurrentOffer | undefined
}

/** What has changed in a line since the buyer last agreed to it. `spread`: the warehouses that count. */
export function compareLine(
  line: Pick<DraftLineRow, 'quantityMilli' | 'priceKopecks'>,
  goods: Goods | undefined,
  spread: readonly number[],
): ComparedLine {
  const offer = goods && offerOf(goods, line.quantityMilli, spread)
  if (!goods || !offer) return { changes: ['gone'], offer: undefined }
  const changes: DraftLine['changes'] = []
  if (offer.priceKopecks !== line.priceKopecks) changes.push('price')
  if (offer.quantityMilli < offer.wholeMilli) changes.push('stock')
  if (!isMultiple(line.quantityMilli, goods)) changes.push('step')
  return { changes, offer }
}

/** Undefined: not sold, or sold by its variants. */
export function offerOf(goods: Goods, wantedMilli: number, spread: readonly number[]): CurrentOffer | undefined {
  const { productId, stepMilli, decimals, priceKopecks } = goods
  if (!goods.sold || goods.hasVariants || priceKopecks === null) return undefined
  const places = goods.places.filter(({ warehouseId }) => spread.includes(warehouseId))
  const maxMilli = availableForOrder(
    places.map(({ availableMilli }) => availableMilli),
    { stepMilli, decimals },
  )
  const wholeMilli = roundToOrderable(wantedMilli, goods)
  return {
    productId,
    priceKopecks,
    stepMilli,
    availableMilli: places.reduce((sum, { availableMilli }) => sum + Math.max(0, availableMilli), 0),
    wholeMilli,
    quantityMilli: Math.min(maxMilli, wholeMilli),
  }
}
