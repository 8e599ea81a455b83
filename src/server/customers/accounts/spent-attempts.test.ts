import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { spendAttempt } from './attempts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('of 400 forms at once from one address 5 count, and others still get a connection at once', async () => {
  const limited = { limits: [{ key: 'form:192.0.2.7', max: 5 }], minutes: 60 }
  const flood = { over: false, longestQueue: 0 }
  const sent = Promise.allSettled(Array.from({ length: 400 }, () => spendAttempt(database, limited)))
  void sent.finally(() => (flood.over = true))
  while (!flood.over) {
    flood.longestQueue = Math.max(flood.longestQueue, database.pool.waitingCount)
    await pause(1)
  }
  const results = await sent
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'tooManyRequests' })
  expect(flood.longestQueue, 'calls that wait for a connection').toBeLessThan(5)
})
