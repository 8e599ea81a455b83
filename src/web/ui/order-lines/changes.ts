import { kopecks, lineSumKopecks, milli, units } from '#shared/rules/money.ts'
import type { QuantityRule } from '#shared/rules/step.ts'
import type { DeedWords } from './deed-words.ts'

/** A line of an order as its page knows it; units and roubles of the wire. */
export type OrderedLine = {
  line: number
  header: string
  articul: string
  unit: string
  qnt: number
  step: number
  decimals: number
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
export type Wishes = Readonly<Record<number, number>>

export type LowerRows = {
  lines: readonly OrderedLine[]
  wishes: Wishes
  words: DeedWords
  showsPrices: boolean
  onWish: (line: OrderedLine, quantityMilli: number | undefined) => void
}

export function wishOf({ line, qnt }: OrderedLine, wishes: Wishes): number {
  // What has become less meanwhile is not wished back.
  return Math.min(wishes[line] ?? milli(qnt), milli(qnt))
}

/** A quantity may only go down from what is ordered, by the line's own step. */
export function ruleOf({ qnt, step, decimals }: OrderedLine): QuantityRule {
  return { stepMilli: milli(step), availableMilli: milli(qnt), decimals: decimals === 2 ? 2 : 0 }
}

/** What a change of the order says: the lines whose quantity is another one. */
export function changedLines(lines: readonly OrderedLine[], wishes: Wishes): { line: number; qnt: number }[] {
  return lines.filter((line) => !line.cancel && wishOf(line, wishes) !== milli(line.qnt)).map((line) => ({ line: line.line, qnt: units(wishOf(line, wishes)) }))
}

/** What leaves of the lines now, those of which nothing does left out. */
export function leavingLines(lines: readonly OrderedLine[], wishes: Wishes): { line: number; qnt: number }[] {
  return lines.map((line) => ({ line: line.line, qnt: units(wishOf(line, wishes)) })).filter(({ qnt }) => qnt > 0)
}

/** Sums of the goods in kopecks, as ordered and as wished for; undefined where prices are hidden. */
export function sumsOf(lines: readonly OrderedLine[], wishes: Wishes): { before: number; after: number } | undefined {
  const sums = { before: 0, after: 0 }
  for (const line of lines) {
    if (line.cancel) continue
    if (line.price === null || line.sum === null) return undefined
    const wish = wishOf(line, wishes)
    sums.before += kopecks(line.sum)
    sums.after += wish === milli(line.qnt) ? kopecks(line.sum) : lineSumKopecks(kopecks(line.price), wish)
  }
  return sums
}

export function isEmptied(lines: readonly OrderedLine[], wishes: Wishes): boolean {
  return lines.every((line) => line.cancel || wishOf(line, wishes) === 0)
}
