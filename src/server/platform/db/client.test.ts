import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { isTransientDatabaseError, openDatabase } from './client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('connections that die at the start of a transaction or within it are released to the pool', async () => {
  const { db, pool, close } = openDatabase(database.url, pino({ level: 'silent' }), { poolSize: 2 })
  const cut = (client: unknown) => (client as { connection: { stream: Socket } }).connection.stream.destroy()
  pool.on('acquire', cut)
  for (let kill = 0; kill < 5; kill += 1) {
    const error = await db.transaction((tx) => tx.execute(sql`select 1`)).catch((reason: unknown) => reason)
    expect(isTransientDatabaseError(error)).toBe(true)
  }
  pool.off('acquire', cut)

  for (let kill = 0; kill < 5; kill += 1) {
    const dying = db.transaction(async (tx) => {
      await database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await tx.execute(sql`select 1`)
    })
    expect(isTransientDatabaseError(await dying.catch((reason: unknown) => reason))).toBe(true)
  }
  expect((await db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }])
  await close()
})
