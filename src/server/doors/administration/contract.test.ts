import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { lockContracts } from '#server/customers/organisations/shared-queries-write.ts'
import { byCommandLine } from '#server/platform/audit/changed-by.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/fixtures.ts'
import { saveContract } from './contract.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a contract is saved without a deadlock with whoever holds the catalogue and then locks contracts', async () => {
  await createWorld(database.db)
  const inn = '7707083893'
  await database.pool.query("update contragents set inn = $1, kpp = ''", [inn])
  const { rows } = await database.pool.query<{ number: string }>('select number from contracts')
  const number = rows[0]?.number ?? ''
  const input = { inn, kpp: undefined, number, contragent: {}, warehouses: [], terms: {} }
  const none = { priceType: undefined, rrcType: undefined, manager: undefined, seller: undefined, owner: undefined }
  const waiters = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`
  const waiting = await database.db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const saved = saveContract(database, byCommandLine, { ...input, ...none })
    await expect.poll(async () => (await database.pool.query(waiters)).rowCount).toBe(1)
    await lockContracts(tx)
    return { saved }
  })
  expect(await waiting.saved).toMatchObject({ created: false })
})
