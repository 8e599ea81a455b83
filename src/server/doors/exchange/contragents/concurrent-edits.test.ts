import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportedContragent } from '#server/customers/contragents/shared-queries-import.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addOrganisation } from '#tests/support/fixtures.ts'
import { saveContragents } from './save.ts'

let database: TestDatabase
let buyer: { organisationId: number; contragentId: number }
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const inn = '7708123450'
const kpp = '770801001'

beforeEach(async () => {
  await database.db.delete(contragents)
  buyer = await addOrganisation(database.db, 'ООО «Алькор»')
  await database.db.update(contragents).set({ code1c: 'c-1', inn, kpp })
})

const item = (sent: Partial<ImportedContragent>): ImportedContragent => ({
  code: 'c-1',
  deleted: false,
  company: 'ООО «Алькор»',
  fullName: '',
  inn,
  kpp,
  legalAddress: '',
  actualAddress: '',
  bank: '',
  bik: '',
  account: '',
  correspondentAccount: '',
  phone: '',
  email: '',
  ...sent,
})

/** Imports while `edit` is not committed yet. */
async function importDuring(edit: (tx: Db) => Promise<unknown>, ...items: ImportedContragent[]) {
  const { db } = database
  let saving: Promise<{ outcome: string; reason?: string }[]> = Promise.resolve([])
  await db.transaction(async (tx) => {
    await edit(tx)
    saving = db.transaction((other) => saveContragents(other, bySystem, items))
    saving.catch(() => undefined)
    await importWaits()
  })
  return (await saving).map(({ outcome, reason }) => [outcome, reason])
}

async function importWaits(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await database.db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the import did not wait')
}

const edit = (set: Partial<typeof contragents.$inferInsert>) => async (tx: Db) => {
  await lockOrganisation(tx, buyer)
  await tx.update(contragents).set(set).where(eq(contragents.id, buyer.contragentId))
}
const stored = () => database.db.select().from(contragents)

test('what people fill in while 1C is read stays', async () => {
  const imported = item({ phone: '+78652000000', email: 'buh@alkor.example' })
  expect(await importDuring(edit({ phone: '+79990000000' }), imported)).toEqual([['changed', undefined]])
  expect(await stored()).toMatchObject([{ phone: '+79990000000', email: 'buh@alkor.example' }])
})

test('a contragent that people delete meanwhile is not made an inactive one', async () => {
  expect(await importDuring(edit({ status: 'deleted' }), item({ deleted: true }))).toEqual([['unchanged', undefined]])
  expect(await stored()).toMatchObject([{ status: 'deleted' }])
})

test('two imports add one branch once', async () => {
  const branch = item({ code: 'c-2', kpp: '540102001' })
  const first = (tx: Db) => saveContragents(tx, bySystem, [branch])
  expect(await importDuring(first, branch)).toEqual([['unchanged', undefined]])
  expect(await stored()).toHaveLength(2)
})

test('requisites that another buyer takes meanwhile reject one contragent, not the others', async () => {
  const { organisationId } = await addOrganisation(database.db, 'ООО «Другой»')
  const takes = (tx: Db) =>
    tx.insert(contragents).values({ organisationId, company: 'ООО «Другой»', inn, kpp: '540102001' })
  const branch = item({ code: 'c-2', kpp: '540102001' })
  expect(await importDuring(takes, branch, item({ code: 'c-3', kpp: '540102002' }))).toEqual([
    ['rejected', expect.stringContaining('ИНН 7708123450, КПП 540102001: их только что занял другой контрагент')],
    ['created', undefined],
  ])
})
