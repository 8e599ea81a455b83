import { includedVatKopecks, lineSumKopecks, vatPercentOn } from '#shared/rules/money.ts'
import type { BasketRow } from './shared-queries-lines.ts'
import type { OpenBasket } from './shared-queries.ts'

type Terms = {
  basket: Pick<OpenBasket, 'freeDeliveryKopecks' | 'minOrderKopecks'>
  today: string
  pricesShown: boolean
}
type Row = Pick<
  BasketRow,
  'sold' | 'priceKopecks' | 'rrcKopecks' | 'quantityMilli' | 'vat' | 'weightGrams' | 'volumeCm3'
>

/** Null if unknown or hidden. */
export type BasketTotals = {
  weightGrams: number
  volumeCm3: number
  vatKopecks: number | null
  /** Sum at РРЦ minus sum at the contract's price. */
  marginKopecks: number | null
  /** Missing sum for free delivery; null if there is no free delivery. */
  toFreeDeliveryKopecks: number | null
  freeDeliveryKopecks: number | null
  minOrderKopecks: number | null
}

/** Totals of the basket; each line is rounded on its own. Goods no longer sold have a weight but no price. */
export function computeTotals(rows: Row[], { basket, today, pricesShown }: Terms): BasketTotals {
  const priced = rows.flatMap((row) =>
    !row.sold || row.priceKopecks === null
      ? []
      : [{ ...row, sumKopecks: lineSumKopecks(row.priceKopecks, row.quantityMilli) }],
  )
  const sumKopecks = sumOrNull(priced.map((row) => row.sumKopecks))
  const vatKopecks = sumOrNull(
    priced.map((row) => includedVatKopecks(row.sumKopecks, vatPercentOn(row.vat, today) ?? 0)),
  )
  const recommended = priced.flatMap((row) =>
    row.rrcKopecks === null ? [] : [lineSumKopecks(row.rrcKopecks, row.quantityMilli) - row.sumKopecks],
  )
  const shown = (kopecks: number | null) => (pricesShown ? kopecks : null)
  const { freeDeliveryKopecks, minOrderKopecks } = basket
  return {
    weightGrams: sumOrNull(rows.map((row) => Math.round(((row.weightGrams ?? 0) * row.quantityMilli) / 1000))),
    volumeCm3: sumOrNull(rows.map((row) => Math.round(((row.volumeCm3 ?? 0) * row.quantityMilli) / 1000))),
    vatKopecks: shown(vatKopecks),
    marginKopecks: recommended.length === 0 ? null : shown(sumOrNull(recommended)),
    toFreeDeliveryKopecks: freeDeliveryKopecks === null ? null : shown(Math.max(0, freeDeliveryKopecks - sumKopecks)),
    freeDeliveryKopecks: shown(freeDeliveryKopecks),
    minOrderKopecks: shown(minOrderKopecks),
  }
}

function sumOrNull(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
