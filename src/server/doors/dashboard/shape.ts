import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { staffEmptySearches, staffSilentBuyers } from '#shared/api/staff/dashboard/demand.ts'
import type { staffOrdersByDay } from '#shared/api/staff/dashboard/orders.ts'
import type { staffWaiting, WaitingItem } from '#shared/api/staff/dashboard/waiting.ts'
import { roubles } from '#shared/rules/money.ts'
import type { EmptySearches } from '#server/catalogue/search-log/read.ts'
import type { SilentBuyer } from './queries-silent.ts'
import type { Figures, OrdersOfPeriod } from './orders-by-day.ts'
import type { NamedQueue, QueuedItem } from './waiting.ts'

export function shapeWaiting({
  queues,
  items,
}: {
  queues: NamedQueue[]
  items: QueuedItem[]
}): Omit<ReplyOf<typeof staffWaiting>, 'status'> {
  return {
    queues: queues.map(({ queue, count, first }) => ({
      queue,
      count,
      since: earliest(first.map(({ since }) => since)),
      due: earliest(first.flatMap(({ due }) => (due === null ? [] : [due]))),
    })),
    items: items.map(shapeItem),
    total: queues.reduce((sum, { count }) => sum + count, 0),
  }
}

function shapeItem({ since, due, sumKopecks, ...item }: QueuedItem): WaitingItem {
  return {
    ...item,
    since: since.toISOString(),
    due: due?.toISOString() ?? null,
    sum: sumKopecks === null ? null : roubles(sumKopecks),
  }
}

function earliest(times: readonly Date[]): string | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime()))).toISOString()
}

export function shapeOrders({ bars, total, before }: OrdersOfPeriod): Omit<ReplyOf<typeof staffOrdersByDay>, 'status'> {
  return {
    bars: bars.map(({ from, to, shipped, working, cancelled }) => ({
      from,
      to,
      shipped: shapeFigures(shipped),
      working: shapeFigures(working),
      cancelled: shapeFigures(cancelled),
    })),
    total: shapeFigures(total),
    before: shapeFigures(before),
  }
}

function shapeFigures({ count, kopecks }: Figures) {
  return { count, sum: roubles(kopecks) }
}

export function shapeSearches({ items, ...counts }: EmptySearches): Omit<ReplyOf<typeof staffEmptySearches>, 'status'> {
  return { ...counts, items: items.map(({ isSynonym, ...search }) => ({ ...search, synonym: isSynonym })) }
}

export function shapeSilent({
  items,
  count,
}: {
  items: SilentBuyer[]
  count: number
}): Omit<ReplyOf<typeof staffSilentBuyers>, 'status'> {
  return {
    count,
    items: items.map(({ everyDays, silentDays, averageKopecks, ...buyer }) => ({
      ...buyer,
      every: everyDays,
      silent: silentDays,
      average: roubles(averageKopecks),
    })),
  }
}
