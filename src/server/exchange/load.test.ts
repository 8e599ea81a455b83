import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalStore } from '#server/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadExport } from './load.ts'

const samples = '../shared/samples/commerceml'
let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-test-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!existsSync(samples))('a real export enters whole', async () => {
  const deps = { ...database, files: openLocalStore(folder) }
  const started = performance.now()
  const loaded = await loadExport(deps, [`${samples}/trade-demo-2.07`])
  console.log(performance.now() - started)
  console.dir(loaded, { depth: 6 })
  const again = await loadExport(deps, [`${samples}/trade-demo-2.07`])
  console.dir(again, { depth: 6 })
  const split = await loadExport(deps, [`${samples}/split-3.1`])
  console.dir(split, { depth: 6 })
  const { rows } = await database.pool.query("select kind, reason, count(*) from exchange_rejects group by 1,2")
  console.log(rows)
  console.dir((await database.pool.query("select * from products where parent_id is not null order by id limit 2 offset 300")).rows)
  console.dir((await database.pool.query("select name,url from categories limit 20")).rows)
  console.dir((await database.pool.query("select unit, okei, decimals, count(*) from products group by 1,2,3")).rows)
  expect(true).toBe(true)
}, 120_000)
