import { kopecks, lineSumKopecks, milli, units } from '#shared/rules/money.ts'
import type { Decimals, QuantityRule } from '#shared/rules/step.ts'
import type { ActionTexts } from './action-texts.ts'

/** A line of an order; units and roubles of the wire. */
export type OrderedLine = {
  line: number
  header: string
  articul: string
  unit: string
  qnt: number
  step: number
  decimals: Decimals
  price: number | null
  sum: number | null
  wms_header: string
  /** The quantity before the supplier changed it, 0 for a line of the supplier's. */
  changed_from?: number | null
  /** The buyer's comment on the line. */
  comment?: string
  /** What made the price, other than the price type. */
  price_note?: string
  shipping: number
  cancel: boolean
  picture: number
  picturetype: string
}

/** Requested thousandths by line; absent lines are unchanged. */
export type LineInputs = Readonly<Record<number, number>>

export type QuantityRows = {
  lines: readonly OrderedLine[]
  inputs: LineInputs
  texts: ActionTexts
  showsPrices: boolean
  onInput: (line: OrderedLine, quantityMilli: number | undefined) => void
}

export function inputOf({ line, qnt }: OrderedLine, inputs: LineInputs): number {
  // A line that was reduced meanwhile is not increased again.
  return Math.min(inputs[line] ?? milli(qnt), milli(qnt))
}

/** Quantity rule of a line: at most the ordered quantity, by the line's step. */
export function ruleOf({ qnt, step, decimals }: OrderedLine): QuantityRule {
  return { stepMilli: milli(step), availableMilli: milli(qnt), decimals }
}

/** Input of the call: lines whose quantity differs. */
export function changedLines(lines: readonly OrderedLine[], inputs: LineInputs): { line: number; qnt: number }[] {
  return lines
    .filter((line) => !line.cancel && inputOf(line, inputs) !== milli(line.qnt))
    .map((line) => ({ line: line.line, qnt: units(inputOf(line, inputs)) }))
}

/** Shipped quantities, without lines of 0. */
export function leavingLines(lines: readonly OrderedLine[], inputs: LineInputs): { line: number; qnt: number }[] {
  return lines.map((line) => ({ line: line.line, qnt: units(inputOf(line, inputs)) })).filter(({ qnt }) => qnt > 0)
}

/** Sums of the goods in kopecks, ordered and requested; undefined where prices are hidden. */
export function sumsOf(
  lines: readonly OrderedLine[],
  inputs: LineInputs,
): { before: number; after: number } | undefined {
  const sums = { before: 0, after: 0 }
  for (const line of lines) {
    if (line.cancel) continue
    if (line.price === null || line.sum === null) return undefined
    const input = inputOf(line, inputs)
    sums.before += kopecks(line.sum)
    sums.after += input === milli(line.qnt) ? kopecks(line.sum) : lineSumKopecks(kopecks(line.price), input)
  }
  return sums
}

export function isEmptied(lines: readonly OrderedLine[], inputs: LineInputs): boolean {
  return lines.every((line) => line.cancel || inputOf(line, inputs) === 0)
}
