import type { getBasketData } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { includedVatKopecks, lineSumKopecks, roubles, vatPercentOn } from '#shared/rules/money.ts'
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

/** Totals of the whole basket; each line is rounded by itself. Goods no longer sold have weight but no price. */
export function totalsOf(rows: Row[], { basket, today, pricesShown }: Terms): ReplyOf<typeof getBasketData>['totals'] {
  const priced = rows.flatMap((row) =>
    !row.sold || row.priceKopecks === null
      ? []
      : [{ ...row, sumKopecks: lineSumKopecks(row.priceKopecks, row.quantityMilli) }],
  )
  const sumKopecks = total(priced.map((row) => row.sumKopecks))
  const vatKopecks = total(priced.map((row) => includedVatKopecks(row.sumKopecks, vatPercentOn(row.vat, today) ?? 0)))
  const recommended = priced.flatMap((row) =>
    row.rrcKopecks === null ? [] : [lineSumKopecks(row.rrcKopecks, row.quantityMilli) - row.sumKopecks],
  )
  const money = (kopecks: number | null) => (pricesShown && kopecks !== null ? roubles(kopecks) : null)
  const free = basket.freeDeliveryKopecks
  return {
    weight: total(rows.map((row) => Math.round(((row.weightGrams ?? 0) * row.quantityMilli) / 1000))) / 1000,
    volume: total(rows.map((row) => Math.round(((row.volumeCm3 ?? 0) * row.quantityMilli) / 1000))) / 1_000_000,
    vat: money(vatKopecks),
    margin: recommended.length === 0 ? null : money(total(recommended)),
    to_free_delivery: free === null ? null : money(Math.max(0, free - sumKopecks)),
    free_delivery_from: money(free),
    least_sum: money(basket.minOrderKopecks),
  }
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
