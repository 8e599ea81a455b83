import { listPhrases } from '#shared/rules/list-text.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { partlyShipped, stateRules } from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import { getActiveLine } from './active-line.ts'
import type { OrderLine } from '../queries-lines.ts'

/** Total shipped quantity of a line, in thousandths. */
export type ShippedInput = { position: number; shippedMilli: number }

type ShippableLine = Pick<
  OrderLine,
  'position' | 'name' | 'articul' | 'unit' | 'quantityMilli' | 'shippedMilli' | 'cancelled'
>

export type Shipping = {
  lines: ShippedInput[]
  /** Every active line is fully shipped. */
  complete: boolean
  /** Comment on shortages, for the history and the buyer. */
  comment: string
}

/** States in which shipped quantities may be entered. */
export function isShippable(state: number): boolean {
  return state === partlyShipped || stateRules(state).staffTo.includes(partlyShipped)
}

/** Whether the lines already have these shipped quantities: a repeated call. */
export function isAlreadyShipped(lines: readonly ShippableLine[], inputs: readonly ShippedInput[]): boolean {
  const now = new Map(lines.map((line) => [line.position, line.shippedMilli]))
  return inputs.every(({ position, shippedMilli }) => now.get(position) === shippedMilli)
}

/** Applies shipped quantities to an order's lines: never less than before, never more than ordered. Pure. */
export function shipLines(lines: readonly ShippableLine[], inputs: readonly ShippedInput[]): Shipping {
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  const shipped = new Map<number, ShippedInput>()
  for (const { position, shippedMilli } of inputs) {
    const line = getActiveLine(byPosition, position)
    if (shippedMilli > line.quantityMilli) throw new AppError('overShipped', { line: position })
    if (shippedMilli < line.shippedMilli) throw new AppError('alreadyShipped', { line: position })
    if (shippedMilli > line.shippedMilli) shipped.set(position, { position, shippedMilli })
  }
  const short = lines
    .filter(({ cancelled }) => !cancelled)
    .map((line) => ({ ...line, ...shipped.get(line.position) }))
    .filter(({ shippedMilli, quantityMilli }) => shippedMilli < quantityMilli)
  return { lines: [...shipped.values()], complete: short.length === 0, comment: shortageComment(short) }
}

const maxNamed = 10

function shortageComment(short: readonly ShippableLine[]): string {
  if (short.length === 0) return ''
  const words = short.map(
    ({ name, articul, shippedMilli, quantityMilli, unit }) =>
      `${name}${articul && ` (${articul})`}: ${formatMilli(shippedMilli)} из ${formatMilli(quantityMilli)} ${unit}`,
  )
  return `Отгружено не всё: ${listPhrases(words, maxNamed, ['строка', 'строки', 'строк'])}`
}
