import { kopecks, lineSumKopecks, milli, units } from '#shared/rules/money.ts'
import type { Decimals, QuantityRule } from '#shared/rules/step.ts'
import type { ActionTexts } from './action-texts.ts'

/** A line of an order as its page knows it; units and roubles of the wire. */
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
  /** What the buyer said of the line. */
  comment?: string
  shipping: number
  cancel: boolean
  picture: number
  picturetype: string
}

/** Thousandths wished for by line; a line that is not named stays. */
export type LineInputs = Readonly<Record<number, number>>

export type QuantityRows = {
  lines: readonly OrderedLine[]
  inputs: LineInputs
  texts: ActionTexts
  showsPrices: boolean
  onInput: (line: OrderedLine, quantityMilli: number | undefined) => void
}

export function inputOf({ line, qnt }: OrderedLine, inputs: LineInputs): number {
  // What has become less meanwhile is not wished back.
  return Math.min(inputs[line] ?? milli(qnt), milli(qnt))
}

/** A quantity may only go down from what is ordered, by the line's own step. */
export function ruleOf({ qnt, step, decimals }: OrderedLine): QuantityRule {
  return { stepMilli: milli(step), availableMilli: milli(qnt), decimals }
}

/** What a change of the order says: the lines whose quantity is another one. */
export function changedLines(lines: readonly OrderedLine[], inputs: LineInputs): { line: number; qnt: number }[] {
  return lines
    .filter((line) => !line.cancel && inputOf(line, inputs) !== milli(line.qnt))
    .map((line) => ({ line: line.line, qnt: units(inputOf(line, inputs)) }))
}

/** What leaves of the lines now, those of which nothing does left out. */
export function leavingLines(lines: readonly OrderedLine[], inputs: LineInputs): { line: number; qnt: number }[] {
  return lines.map((line) => ({ line: line.line, qnt: units(inputOf(line, inputs)) })).filter(({ qnt }) => qnt > 0)
}

/** Sums of the goods in kopecks, as ordered and as wished for; undefined where prices are hidden. */
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
