import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { dayOf } from '#shared/rules/dates.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { insertDemoActs } from './acts.ts'
import { insertDemoBuyers } from './buyers.ts'
import { insertDemoClaims } from './claims.ts'
import { writeDemoExport, writeDemoFeeds } from './catalogue/write-demo-export.ts'
import { insertDemoConsignees } from './consignees.ts'
import { deleteDemoMails, insertDemoReminders } from './debts.ts'
import { writeDemoDocuments } from './documents.ts'
import { insertDemoDrafts } from './drafts.ts'
import { insertDemoHistory } from './history.ts'
import { insertDemoLedger } from './ledger.ts'
import { insertPriceHistory } from './price-history.ts'
import { insertDemoPresentation } from './presentation.ts'
import { insertDemoPeople } from './people.ts'
import { insertDemoPersonal } from './personal.ts'
import { insertDemoPriceRequests } from './price-requests.ts'
import { insertDemoRegistrations } from './registrations.ts'
import { insertDemoSearches, insertDemoSynonyms } from './searches.ts'
import { insertDemoShowcase } from './showcase.ts'
import { openDemoShop } from '#server/doors/visitors/shop.ts'
import { insertDemoChats } from './talk/chats.ts'
import { demoSignIns, type DemoSignIns, type NetworkExposure } from './sign-ins.ts'

const seed = 2026
const lockKey = 20_261_122

type Loading = NetworkExposure & {
  db: Db
  files: FileStore
  log: Logger
  /** Called if the database is empty, before it is filled. */
  onStart: () => void
  /** Loads files as the exchange does, so that demo goods are imported like real ones. */
  loadExport: (paths: string[]) => Promise<void>
  loadFeed: (name: string, path: string) => Promise<void>
}

/**
 * Fills an empty database with the demo range, buyers and orders. Returns the sign-ins, or undefined if the database is
 * not empty.
 */
export async function loadDemo({
  db,
  files,
  log,
  onStart,
  loadExport,
  loadFeed,
  ...reach
}: Loading): Promise<DemoSignIns | undefined> {
  if (!(await isEmpty(db))) return undefined
  onStart()
  const startedMs = Date.now()
  const signIns = demoSignIns(reach)
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  try {
    const { goods, variants } = await writeDemoExport(folder, { seed })
    await loadExport([folder])
    const now = new Date()
    for (const { name, path } of await writeDemoFeeds(folder, { seed, today: dayOf(now) })) await loadFeed(name, path)
    const inserted = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
      if (!(await isEmpty(tx))) return undefined
      const buyers = await insertDemoBuyers(tx, signIns, dayOf(now))
      await writeSetting(tx, 'shop.name', 'Опт')
      await writeSetting(tx, 'firm.phone', '+7 (495) 120-44-10')
      await writeSetting(tx, 'firm.hours', 'будни 9:00–18:00')
      await writeSetting(tx, 'firm.email', 'sales@opt.example')
      await insertDemoPeople(tx, buyers, now)
      await insertDemoConsignees(tx, { files, today: dayOf(now) }, buyers)
      await insertDemoShowcase(tx, { files, now })
      await insertDemoPresentation({ db: tx, files })
      await insertDemoHistory(tx, buyers, now)
      await insertDemoLedger(tx, buyers, now)
      await insertDemoActs(tx, buyers, now)
      await insertDemoClaims(tx, files, buyers, now)
      await insertDemoPersonal(tx, buyers, now)
      await insertDemoPriceRequests(tx, buyers, now)
      await insertDemoRegistrations(tx, buyers, now)
      await insertPriceHistory(tx, now)
      await insertDemoDrafts(tx, buyers, now)
      await insertDemoSynonyms(tx)
      await insertDemoSearches(tx, now)
      await openDemoShop(tx, buyers.visitors)
      await insertDemoChats(tx, buyers, now)
      await insertDemoReminders(tx, now)
      return buyers.vector.contracts
    })
    if (inserted) {
      const contractIds = [inserted.main, inserted.deferred]
      await loadFeed('documents', await writeDemoDocuments(db, folder, { contractIds, today: dayOf(now) }))
      await deleteDemoMails(db, 'documents')
    }
    log.info({ goods, variants, seconds: Math.round((Date.now() - startedMs) / 1000) }, 'demo data loaded')
    return signIns
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  const [found] = await db.select({ id: accounts.id }).from(accounts).limit(1)
  return found === undefined
}
