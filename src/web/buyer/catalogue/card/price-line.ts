import { daysBetween, parseDay } from '#shared/rules/dates.ts'

export type PricePoint = { date: string; price: number | null }

/** A price in the table of changes: `percent` against the previous one, undefined for the first. */
export type PriceChange = PricePoint & { percent: number | undefined }

/** Newest first, each with its change. */
export function priceChanges(points: readonly PricePoint[]): PriceChange[] {
  return points
    .map((point, index) => ({ ...point, percent: percentSince(points[index - 1]?.price ?? null, point.price) }))
    .toReversed()
}

export type PriceLine = {
  /** An SVG path in a box of 100 × 100: steps, because a price is valid until the next; gaps while not sold. */
  path: string
  lowest: number
  highest: number
}

/** The prices as a line up to `today` (dd.mm.yyyy); undefined without any price. */
export function priceLine(points: readonly PricePoint[], today: string): PriceLine | undefined {
  const prices = points.flatMap(({ price }) => price ?? [])
  const [first] = points
  if (!first || prices.length === 0) return undefined
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const days = Math.max(1, daysBetween(parseDay(first.date), parseDay(today)))
  const x = (date: string) => Math.min(100, round((daysBetween(parseDay(first.date), parseDay(date)) * 100) / days))
  const y = (price: number) => (highest === lowest ? 50 : round(100 - ((price - lowest) * 100) / (highest - lowest)))
  const path = points.map(({ date, price }, index) => {
    if (price === null) return ''
    const start = `${continuesLine(points[index - 1]) ? 'L' : 'M'}${x(date)} ${y(price)}`
    return `${start}H${x(points[index + 1]?.date ?? today)}`
  })
  return { path: path.join(''), lowest, highest }
}

const continuesLine = (previous: PricePoint | undefined): boolean => previous !== undefined && previous.price !== null
const round = (value: number): number => Math.round(value * 10) / 10

function percentSince(previous: number | null, now: number | null): number | undefined {
  if (previous === null || now === null || previous <= 0) return undefined
  return Math.round(((now - previous) * 1000) / previous) / 10
}
