import { listPhrases } from '#shared/rules/list-text.ts'
import { formatMilli, lineSumKopecks } from '#shared/rules/money.ts'
import { isMultiple, multipleOf } from '#shared/rules/step.ts'
import { AppError } from '#server/platform/app-error.ts'
import { getActiveLine } from '../rules/active-line.ts'
import type { OrderLine } from '../queries-lines.ts'

/** Values of a line needed to reduce it. */
export type ChangeableLine = Pick<
  OrderLine,
  | 'position'
  | 'name'
  | 'articul'
  | 'unit'
  | 'quantityMilli'
  | 'stepMilli'
  | 'decimals'
  | 'priceKopecks'
  | 'sumKopecks'
  | 'shippedMilli'
  | 'cancelled'
>

export type LineInput = { position: number; quantityMilli: number }

/** Result for a line. */
export type ReducedLine = Pick<OrderLine, 'position' | 'quantityMilli' | 'sumKopecks' | 'cancelled'>

export type Reduction = {
  lines: ReducedLine[]
  /** No line is left. */
  empty: boolean
  goodsBeforeKopecks: number
  goodsAfterKopecks: number
  /** For the order's history, which accounts without prices can read. */
  comment: string
}

/** Whether the lines already have the requested quantities: a repeated call. */
export function isAlreadyReduced(lines: readonly ChangeableLine[], inputs: readonly LineInput[]): boolean {
  const now = new Map(lines.map((line) => [line.position, line.cancelled ? 0 : line.quantityMilli]))
  return inputs.every(({ position, quantityMilli }) => now.get(position) === quantityMilli)
}

const maxNamed = 10

/**
 * Applies new quantities to an order's lines: not above the current quantity, a multiple of the step, not below the
 * shipped quantity. Pure.
 */
export function reduceLines(lines: readonly ChangeableLine[], inputs: readonly LineInput[]): Reduction {
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  const reducedLines: ReducedLine[] = []
  const words: string[] = []
  for (const { position, quantityMilli } of new Map(inputs.map((input) => [input.position, input])).values()) {
    const line = getActiveLine(byPosition, position)
    if (quantityMilli === line.quantityMilli) continue
    checkQuantity(line, quantityMilli)
    reducedLines.push(quantityMilli === 0 ? removedLine(line) : reducedLine(line, quantityMilli))
    words.push(
      quantityMilli === 0
        ? `${lineTitle(line)}: убрано`
        : `${lineTitle(line)}: ${formatMilli(line.quantityMilli)} → ${formatMilli(quantityMilli)} ${line.unit}`,
    )
  }
  const after = new Map(reducedLines.map((line) => [line.position, line]))
  const left = lines.map((line) => ({ ...line, ...after.get(line.position) })).filter((line) => !line.cancelled)
  return {
    lines: reducedLines,
    empty: left.length === 0,
    goodsBeforeKopecks: sumOfLines(lines.filter((line) => !line.cancelled)),
    goodsAfterKopecks: sumOfLines(left),
    comment: listPhrases(words, maxNamed, ['строка', 'строки', 'строк']),
  }
}

function checkQuantity(line: ChangeableLine, quantityMilli: number): void {
  const wrong = (message: string) => ({ message: `${lineTitle(line)}: ${message}`, line: line.position })
  if (quantityMilli > line.quantityMilli) throw new AppError('onlyLess', { line: line.position })
  if (quantityMilli < line.shippedMilli)
    throw new AppError('notChangeable', wrong(`уже отгружено ${formatMilli(line.shippedMilli)} ${line.unit}`))
  if (quantityMilli > 0 && !isMultiple(quantityMilli, line))
    throw new AppError('notChangeable', wrong(`количество должно быть кратно ${formatMilli(multipleOf(line))}`))
}

/** A removed line keeps its quantity, as when 1C removes it. */
function removedLine({ position, quantityMilli, sumKopecks }: ChangeableLine): ReducedLine {
  return { position, quantityMilli, sumKopecks, cancelled: true }
}

function reducedLine({ position, priceKopecks }: ChangeableLine, quantityMilli: number): ReducedLine {
  return { position, quantityMilli, sumKopecks: lineSumKopecks(priceKopecks, quantityMilli), cancelled: false }
}

function sumOfLines(lines: readonly { sumKopecks: number }[]): number {
  return lines.reduce((sum, line) => sum + line.sumKopecks, 0)
}

function lineTitle({ name, articul }: ChangeableLine): string {
  return articul === '' ? name : `${name} (${articul})`
}
