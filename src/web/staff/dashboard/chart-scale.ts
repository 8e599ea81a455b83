import type { OrderBar, OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { weekdayOf } from '#shared/rules/dates.ts'
import { monthName } from '#web/ui/format.ts'

/** `marks` in units of `factor` roubles, up to `max` roubles. */
export type Scale = { max: number; factor: number; unit: string; marks: number[] }

const steps = [1, 2, 5]

/** At most five round marks from 0 to at least the largest sum. */
export function scaleOf(largest: number): Scale {
  const factor = largest >= 1_000_000 ? 1_000_000 : largest >= 1000 ? 1000 : 1
  const unit = factor === 1_000_000 ? 'млн ₽' : factor === 1000 ? 'тыс. ₽' : '₽'
  const units = Math.max(largest / factor, 1)
  const step = roundStep(units / 4)
  const top = Math.ceil(units / step)
  const marks = Array.from({ length: top + 1 }, (_, index) => Math.round(index * step * 100) / 100)
  return { max: top * step * factor, factor, unit, marks }
}

/** The smallest of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not below the number. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (steps.find((step) => step * power >= least) ?? 10) * power
}

const weekdays = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** Two short lines below a bar. */
export function barLabel({ from }: Pick<OrderBar, 'from'>, span: OrderSpan): { title: string; below: string } {
  const [year = '', month = '', day = ''] = from.split('-')
  if (span === 'days') return { title: day, below: weekdays[weekdayOf(from) - 1] ?? '' }
  if (span === 'quarter') return { title: day, below: month }
  return { title: monthName(from).slice(0, 3).toLowerCase(), below: year }
}
