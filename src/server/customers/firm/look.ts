import type { Logger } from 'pino'
import type { FirmLook } from '#shared/api/organisation/firm.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { parseAnnouncement } from '#server/platform/push/announcement.ts'
import { addLookToPage } from './add-look-to-page.ts'
import { readLook } from './service.ts'

type Deps = { db: Db; listener: Listener; log: Logger }

/**
 * The firm's look, read once and again after the NOTIFY of a change: every page that is served contains it. Caches
 * nothing while notifications do not arrive.
 */
export function openLook({ db, listener, log }: Deps) {
  let reading: Promise<FirmLook> | undefined
  let last: FirmLook | undefined

  listener.on('events', (payload) => {
    const topic = payload === undefined ? undefined : parseAnnouncement(payload)?.topic
    if (topic === undefined || topic === 'firm') reading = undefined
  })

  async function read(): Promise<FirmLook> {
    if (reading !== undefined && listener.hears('events')) return reading
    const started = readLook({ db })
    reading = started
    try {
      last = await started
      return last
    } catch (error) {
      if (reading === started) reading = undefined
      throw error
    }
  }

  return {
    read,
    /** A page of the web in the firm's look; without a database in the last one known. */
    async addTo(html: string): Promise<string> {
      try {
        return addLookToPage(html, await read())
      } catch (error) {
        log.warn({ err: error }, 'page served without the current look of the firm')
        return last === undefined ? html : addLookToPage(html, last)
      }
    },
  }
}
