import type { ProductCard } from '#shared/api/catalogue.ts'
import { milli, units } from '#shared/rules/money.ts'
import { relativeDay, quantityWithUnit } from '#web/ui/format.ts'
import { choiceTable, nameOfRow } from '../product-choice.ts'

type Arrival = ProductCard['arrivals'][number]

const names = new Intl.ListFormat('ru-RU')

/** Arrivals grouped by day and warehouse, soonest first: '24 ноября – 6 000 пар L и XL, Москва'. */
export function arrivalTexts(card: ProductCard): string[] {
  const groups = new Map<string, Arrival[]>()
  for (const arrival of card.arrivals) {
    const key = `${arrival.date} ${arrival.wms_id}`
    groups.set(key, [...(groups.get(key) ?? []), arrival])
  }
  return [...groups.values()].map((arrivals) => textOf(card, arrivals))
}

function textOf(card: ProductCard, arrivals: Arrival[]): string {
  const [first] = arrivals
  if (!first) return ''
  const { rows } = choiceTable(card)
  const areQuantitiesKnown = arrivals.every(({ quantity }) => quantity !== null)
  const totalMilli = arrivals.reduce((sum, { quantity }) => sum + milli(quantity ?? 0), 0)
  const variants = arrivals
    .flatMap(({ id }) => rows.find((row) => row.id === id && row.values.length > 0) ?? [])
    .map(nameOfRow)
  const goods = [areQuantitiesKnown && quantityWithUnit(units(totalMilli), card.unit), names.format(new Set(variants))]
    .filter(Boolean)
    .join(' ')
  return `${relativeDay(first.date)}${goods === '' ? '' : ` – ${goods}`}${first.wms === '' ? '' : `, ${first.wms}`}`
}
