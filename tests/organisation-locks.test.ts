import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockContragentsKnown } from '#server/customers/contragents/shared-queries-import.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import * as registration from '#server/customers/registration/staff/queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { createWorld, type World } from './support/fixtures.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

/**
 * An order being placed refers to its organisation while it holds its contract. Whoever locks the organisation first
 * and its contracts next must not wait for such a reference, or both wait for each other.
 */
test('no lock of an organisation waits for new rows that refer to it, and each waits for the others', async () => {
  const { organisationId } = world
  await portal.db.execute(sql`update contragents set code1c = 'g-1' where organisation_id = ${organisationId}`)
  const locks: Record<string, (tx: Db) => Promise<unknown>> = {
    'contragents, employees, personal data': (tx) => lockOrganisation(tx, { organisationId }),
    'contragents of 1C': (tx) => lockContragentsKnown(tx, { codes: ['g-1'], inns: [], ending: [] }),
    registration: (tx) => registration.lockOrganisation(tx, { id: organisationId }),
  }
  const acquire = (lock: (tx: Db) => Promise<unknown>) =>
    portal.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '300ms'`)
      await lock(tx)
    })
  const other = await portal.pool.connect()
  try {
    for (const [name, lock] of Object.entries(locks)) {
      await other.query('begin')
      await other.query('select from organisations where id = $1 for key share', [organisationId])
      await expect(acquire(lock), name).resolves.toBeUndefined()
      await other.query('rollback; begin')
      await other.query('select from organisations where id = $1 for no key update', [organisationId])
      await expect(acquire(lock), name).rejects.toThrow()
      await other.query('rollback')
    }
  } finally {
    other.release()
  }
})
