import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeSources } from '#server/platform/db/schema/exchange.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { DiskFull } from './disk-space.ts'
import { keepSource } from './sources.ts'

const megabyte = 1024 * 1024
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-sources-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a source is kept only where the next exchanges still find room', async () => {
  const files = { ...openLocalStore(folder), freeBytes: async () => 500 * megabyte }
  const source = { runId: 1, receivedAt: new Date(), content: [Buffer.from('<Каталог/>')] }
  const content = (async function* read() {
    yield* source.content
  })()
  await expect(keepSource({ db: database.db, files }, { ...source, content })).rejects.toThrow(DiskFull)
  expect(await database.db.$count(exchangeSources)).toBe(0)
})
