import type { WirePriceBreak } from '#shared/api/basket.ts'
import { roubles, units } from '#shared/rules/money.ts'
import type { PriceBreak } from '#shared/rules/prices/price-breaks.ts'

export function shapeBreak({ by, least, priceKopecks, percentHundredths }: PriceBreak): WirePriceBreak {
  return {
    by,
    from: by === 'quantity' ? units(least) : roubles(least),
    price: roubles(priceKopecks),
    percent: percentHundredths === null ? null : percentHundredths / 100,
  }
}
