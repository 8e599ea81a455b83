import { readStockAge, type StockAge } from '#shared/api/catalogue.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Api } from '#server/platform/http/api.ts'
import { parseAnnouncement } from '#server/platform/push/announcement.ts'
import { readSetting } from '#server/platform/settings.ts'
import { listLastRuns } from './staff/queries-streams.ts'

type Deps = { db: Db; listener: Listener }

/**
 * How old the stock is, for every page that shows it: read once and again after the NOTIFY of a change. Caches nothing
 * while notifications do not arrive.
 */
export function stockAgeRoutes({ on }: Api, { db, listener }: Deps): void {
  let reading: Promise<StockAge> | undefined

  listener.on('events', (payload) => {
    const topic = payload === undefined ? undefined : parseAnnouncement(payload)?.topic
    if (topic === undefined || topic === 'stocks') reading = undefined
  })

  async function readCached(): Promise<StockAge> {
    if (reading !== undefined && listener.hears('events')) return reading
    const started = readFrom(db)
    reading = started
    try {
      return await started
    } catch (error) {
      if (reading === started) reading = undefined
      throw error
    }
  }

  on(readStockAge, async ({ actor }) => {
    const stock = await readCached()
    // Visitors buy from a warehouse of their own, which 1C does not know.
    return { stock: actor.demo ? { ...stock, at: null } : stock }
  })
}

async function readFrom(db: Db): Promise<StockAge> {
  const [runs, lateAfter] = await Promise.all([
    listLastRuns(db, ['stocks']),
    readSetting(db, 'exchange.alarmMinutes.stocks'),
  ])
  return { at: runs[0]?.at?.toISOString() ?? null, late_after_minutes: lateAfter }
}
