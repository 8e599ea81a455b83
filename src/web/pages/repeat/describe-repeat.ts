import type { RepeatedLine } from '#shared/api/repeat.ts'
import { firstFew } from '#shared/rules/list-text.ts'
import { price, quantity } from '#web/ui/format.ts'

const maxNamed = 4
const maxWarnings: RepeatedLine['what'][] = ['missing', 'reduced', 'replaced', 'rounded', 'priceChanged']

/** Differences of a repeated order or draft, most important first. */
export function describeRepeat(lines: readonly RepeatedLine[]): string[] {
  const messages = maxWarnings
    .flatMap((what) => lines.filter((line) => line.what === what))
    .map((line) => `${line.header} – ${describeLine(line)}`)
  return firstFew(messages, maxNamed)
}

function describeLine({ what, qnt, wanted, price: currentPrice, old_price, note, replacement }: RepeatedLine): string {
  if (what === 'missing') return note
  if (what === 'reduced' && qnt === 0) return note
  if (what === 'reduced') return `добавлено ${quantity(qnt)} из ${quantity(wanted)}`
  if (what === 'replaced') return `вместо него добавлен: ${replacement?.header ?? ''}`
  if (what === 'rounded') return `добавлено ${quantity(qnt)} вместо ${quantity(wanted)}`
  return old_price === null ? 'изменилась цена' : `цена ${price(old_price)} → ${price(currentPrice)} ₽`
}
