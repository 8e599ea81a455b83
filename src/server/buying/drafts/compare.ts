import { availableForOrder, isMultiple, roundToOrderable } from '#shared/rules/step.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import type { DraftLineRow } from './queries-lines.ts'

/** Current price and availability of a good; thousandths and kopecks. */
export type CurrentOffer = {
  productId: number
  priceKopecks: number
  stepMilli: number
  availableMilli: number
  /** The requested quantity in whole steps. */
  wholeMilli: number
  /** The available part of it; 0 = none. */
  quantityMilli: number
}

/** `stock`: less available than requested; `step`: the quantity is not a multiple any more. */
type Difference = 'price' | 'stock' | 'step' | 'gone'

export type ComparedLine = {
  changes: Difference[]
  /** Undefined: not sold any more. */ offer: CurrentOffer | undefined
}

/** Changes of a line since the buyer accepted it last. `spread`: the contract's warehouses. */
export function compareLine(
  line: Pick<DraftLineRow, 'quantityMilli' | 'priceKopecks'>,
  goods: Goods | undefined,
  spread: readonly number[],
): ComparedLine {
  const offer = goods && currentOffer(goods, line.quantityMilli, spread)
  if (!goods || !offer) return { changes: ['gone'], offer: undefined }
  const changes: Difference[] = []
  if (offer.priceKopecks !== line.priceKopecks) changes.push('price')
  if (offer.quantityMilli < offer.wholeMilli) changes.push('stock')
  if (!isMultiple(line.quantityMilli, goods)) changes.push('step')
  return { changes, offer }
}

/** Undefined: not sold, or only as variants. */
export function currentOffer(goods: Goods, wantedMilli: number, spread: readonly number[]): CurrentOffer | undefined {
  const { productId, stepMilli, decimals, priceKopecks } = goods
  if (!goods.sold || goods.hasVariants || priceKopecks === null) return undefined
  const warehouses = goods.warehouses.filter(({ warehouseId }) => spread.includes(warehouseId))
  const maxMilli = availableForOrder(
    warehouses.map(({ availableMilli }) => availableMilli),
    { stepMilli, decimals },
  )
  const wholeMilli = roundToOrderable(wantedMilli, goods)
  return {
    productId,
    priceKopecks,
    stepMilli,
    availableMilli: warehouses.reduce((sum, { availableMilli }) => sum + Math.max(0, availableMilli), 0),
    wholeMilli,
    quantityMilli: Math.min(maxMilli, wholeMilli),
  }
}
