import type { Pool } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { mountSmallDisk, noSmallDisk } from '#tests/support/processes/small-disk.ts'
import { createWriteProbe } from './write-probe.ts'

const silent = { warn: () => undefined }
const willing = { query: () => Promise.resolve({ rows: [] }) } as unknown as Pool

test.for([
  ['24m', 'diskFull'],
  ['64m', 'ok'],
] as const)(
  'a disk of %s under a database that still accepts rows is reported as %s',
  async ([size, expected], { skip }) => {
    const disk = mountSmallDisk(size) ?? skip(noSmallDisk)
    try {
      expect(await createWriteProbe({ pool: willing, log: silent, databaseFolder: disk.folder })()).toBe(expected)
    } finally {
      disk.remove()
    }
  },
)

test.each([
  ['53100', 'diskFull'],
  ['25006', 'readOnly'],
  ['42501', 'failing'],
  ['57P03', 'unreachable'],
])('a row refused by PostgreSQL with %s is reported as %s', async (code, expected) => {
  const refusing = { query: () => Promise.reject(Object.assign(new Error('refused'), { code })) } as unknown as Pool
  expect(await createWriteProbe({ pool: refusing, log: silent })()).toBe(expected)
})

afterEach(() => vi.useRealTimers())

test('a clock set back by an hour does not extend the cached result', async () => {
  let failure: string | undefined
  const query = () =>
    failure === undefined
      ? Promise.resolve({ rows: [] })
      : Promise.reject(Object.assign(new Error('refused'), { code: failure }))
  const probe = createWriteProbe({ pool: { query } as unknown as Pool, log: silent })
  expect(await probe()).toBe('ok')
  failure = '53100'
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  await expect.poll(probe, { timeout: 8000, interval: 200 }).not.toBe('ok')
})
