import { formatMilli } from '#shared/rules/money.ts'
import { AppError } from '#server/app-error.ts'
import type { ChangeableLine } from './lower-lines.ts'

/** How much of a line has left altogether, in thousandths. */
export type ShippedWish = { position: number; shippedMilli: number }

/** What of a line is written; `releasedMilli` goes back to its stock row. */
export type ShippedLine = ShippedWish & Pick<ChangeableLine, 'reservedMilli'> & { releasedMilli: number }

export type Shipping = {
  lines: ShippedLine[]
  /** Every line that stands has left whole. */
  whole: boolean
  /** Of what did not leave whole, for the history and the buyer. */
  comment: string
}

type StockMeaning = 'free' | 'onHand'

/** Whether all that is said to have left has left already: the wish has come twice. */
export function isShipped(lines: readonly ChangeableLine[], wishes: readonly ShippedWish[]): boolean {
  const now = new Map(lines.map((line) => [line.position, line.shippedMilli]))
  return wishes.every(({ position, shippedMilli }) => now.get(position) === shippedMilli)
}

/**
 * What has left, laid over an order's lines: never less than before, never more than ordered. Only where stock figures
 * still count the goods ('onHand') does what has left end its reservation; with 'free' ones the next stock record does.
 * Pure.
 */
export function shipLines(lines: readonly ChangeableLine[], wishes: readonly ShippedWish[], stockMeaning: StockMeaning): Shipping {
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  const shipped = new Map<number, ShippedLine>()
  for (const { position, shippedMilli } of wishes) {
    const line = byPosition.get(position)
    if (!line || line.cancelled) throw new AppError('notFound', { fields: { lines: 'Такой строки в заказе нет' } })
    if (shippedMilli > line.quantityMilli) throw new AppError('overShipped', { line: position })
    if (shippedMilli < line.shippedMilli) throw new AppError('alreadyShipped', { line: position })
    if (shippedMilli > line.shippedMilli) shipped.set(position, shipLine(line, shippedMilli, stockMeaning))
  }
  const short = lines
    .filter(({ cancelled }) => !cancelled)
    .map((line) => ({ ...line, ...shipped.get(line.position) }))
    .filter(({ shippedMilli, quantityMilli }) => shippedMilli < quantityMilli)
  return { lines: [...shipped.values()], whole: short.length === 0, comment: commentOf(short) }
}

function shipLine({ position, quantityMilli, reservedMilli: held }: ChangeableLine, shippedMilli: number, stockMeaning: StockMeaning): ShippedLine {
  const reservedMilli = stockMeaning === 'onHand' ? Math.min(held, quantityMilli - shippedMilli) : held
  return { position, shippedMilli, reservedMilli, releasedMilli: held - reservedMilli }
}

const mostNamed = 10

function commentOf(short: readonly ChangeableLine[]): string {
  if (short.length === 0) return ''
  const words = short.slice(0, mostNamed).map(({ name, articul, shippedMilli, quantityMilli, unit }) => `${name}${articul && ` (${articul})`}: ${formatMilli(shippedMilli)} из ${formatMilli(quantityMilli)} ${unit}`)
  const more = short.length - mostNamed
  return `Отгружено не всё: ${[...words, ...(more > 0 ? [`и ещё строк: ${more}`] : [])].join('; ')}`
}
