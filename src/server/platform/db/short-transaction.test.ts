import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import type { Db } from './client.ts'
import { shortTransaction } from './short-transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a short transaction keeps plans and commits without waiting for the disk; afterwards it waits', async () => {
  const settings = ['plan_cache_mode', 'synchronous_commit'] as const
  const { db } = database
  const read = async (on: Db) => {
    const values = await Promise.all(settings.map((name) => on.execute<Record<string, string>>(`show ${name}`)))
    return values.flatMap(({ rows }) => Object.values(rows[0] ?? {}))
  }
  const before = await read(db)
  expect(await shortTransaction(db, read)).toEqual(['force_generic_plan', 'off'])
  expect(await read(db)).toEqual(before)
})

test('each is answered after a disk write sent after its commit; concurrent ones share writes', async () => {
  const { db, log } = fakeDatabase()
  await Promise.all(
    Array.from({ length: 40 }, async (_change, n) => {
      await afterMs(n / 4)
      await shortTransaction(db, async () => void (await afterMs(n % 3)))
      log.push('answered')
    }),
  )
  expect(log.filter((line) => line === 'answered')).toHaveLength(40)
  expect(log.filter((line) => line === 'sent').length).toBeLessThan(25)
  expect(unsafeAnswers(log)).toBe(0)
})

test('a failed write to disk fails those that wait for it, and the next one works', async () => {
  const { db, failNext } = fakeDatabase()
  failNext()
  await expect(shortTransaction(db, async () => 1)).rejects.toThrow('disk')
  expect(await shortTransaction(db, async () => 2)).toBe(2)
})

const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Logs commits and writes to disk in their order; a write takes two milliseconds. */
function fakeDatabase() {
  const log: string[] = []
  let fails = false
  const db = {
    transaction: async (run: (tx: Db) => Promise<unknown>) => {
      const result = await run(db)
      log.push('committed')
      return result
    },
    execute: async () => {
      log.push('sent')
      await afterMs(2)
      if (fails) {
        fails = false
        throw new Error('disk')
      }
      log.push('written')
    },
  } as unknown as Db
  return { db, log, failNext: () => (fails = true) }
}

/** Answers of changes that no completed write covers. */
function unsafeAnswers(log: readonly string[]): number {
  let [committed, covered, safe, answered, unsafe] = [0, 0, 0, 0, 0]
  for (const line of log) {
    if (line === 'committed') committed += 1
    if (line === 'sent') covered = committed
    if (line === 'written') safe = covered
    if (line !== 'answered') continue
    answered += 1
    if (answered > safe) unsafe += 1
  }
  return unsafe
}
