import { money, quantityWithUnit } from '#web/ui/format.ts'
import type { GoodBreaks } from './use-goods-breaks.ts'

type Break = GoodBreaks['breaks'][number]

/** 'от 10 шт', 'при заказе от 50 000 ₽' */
export function thresholdText({ by, from }: Break, unit: string): string {
  return by === 'quantity' ? `от ${quantityWithUnit(from, unit)}` : `при заказе от ${money(from)}`
}

/** The nearest break of a good in a list: 'от 10 шт – 95 ₽'. */
export function hintText({ breaks, unit }: GoodBreaks): string {
  const [first] = breaks
  return first ? `${thresholdText(first, unit)} – ${money(first.price)}` : ''
}
