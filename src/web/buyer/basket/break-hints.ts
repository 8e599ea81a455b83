import type { BasketLine } from '#shared/api/basket.ts'
import { kopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { nextByQuantity, nextBySum, type NextBreak } from '#shared/rules/prices/next-breaks.ts'
import { judgedKopecksOf, toPriceBreak } from './reprice.ts'
import { money, quantity, quantityWithUnit, withCount } from '#web/ui/format.ts'
import { lineKey } from './lines.ts'

/** What is missing to a good's next price, by the key of its first line: 'ещё 3 шт до цены 95 ₽'. */
export function quantityHints(lines: readonly BasketLine[]): ReadonlyMap<string, string> {
  const hints = new Map<string, string>()
  for (const own of Map.groupBy(lines.filter(hasBreaks), ({ id }) => id).values()) {
    const [first] = own
    if (!first || first.price === null) continue
    const next = nextByQuantity(first.breaks.map(toPriceBreak), {
      quantityMilli: own.reduce((sum, { qnt }) => sum + milli(qnt), 0),
      priceKopecks: kopecks(first.price),
    })
    if (next) hints.set(lineKey(first), quantityText(next, first.unit))
  }
  return hints
}

/** What is missing to the next prices by the sum of the basket: 'Ещё 4 200 ₽ до скидки 3 %'. */
export function sumHint(lines: readonly BasketLine[]): string | undefined {
  const judgedKopecks = judgedKopecksOf(lines)
  const nexts = lines.filter(hasBreaks).flatMap((line) => {
    const priceKopecks = line.price === null ? undefined : kopecks(line.price)
    const next =
      priceKopecks === undefined ? undefined : nextBySum(line.breaks.map(toPriceBreak), { judgedKopecks, priceKopecks })
    return next ? [{ ...next, id: line.id }] : []
  })
  if (nexts.length === 0) return undefined
  const missing = Math.min(...nexts.map((next) => next.missing))
  const reached = nexts.filter((next) => next.missing === missing)
  const goods = new Set(reached.map(({ id }) => id)).size
  const isForAll = goods === new Set(lines.map(({ id }) => id)).size
  const [discount, ...others] = new Set(reached.map(({ priceBreak }) => priceBreak.percentHundredths))
  const aim = discount == null || others.length > 0 ? 'до цен ниже' : `до скидки ${quantity(discount / 100)}\u00A0%`
  const scope = isForAll ? '' : ` на ${withCount(goods, ['товар', 'товара', 'товаров'])}`
  return `Ещё ${money(roubles(missing))} ${aim}${scope}`
}

const hasBreaks = ({ gone, breaks }: BasketLine) => !gone && breaks.length > 0

function quantityText({ missing, priceBreak }: NextBreak, unit: string): string {
  return `ещё ${quantityWithUnit(units(missing), unit)} до цены ${money(roubles(priceBreak.priceKopecks))}`
}
