import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ymlPrice } from '#shared/api/price-lists.ts'
import { readChanges } from '#server/catalogue/snapshot/queries-snapshot.ts'
import { feedFolder } from '#server/catalogue/price-lists/feeds/feeds.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { openEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readYml } from '#tests/support/formats/yml.ts'
import { call } from '#web/api/client.ts'
import { readArchive, writeArchive } from './archive.ts'
import { createBackup } from './backup.ts'
import { rebuiltFolder } from './contents.ts'
import { migrateRestored, restoreBackup } from './restore.ts'

/** Tests of a portal after a restore into another cluster, whose transaction numbers restart. */
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let portal: TestApp
let shop: Shop
let filesRoot: string
const targets: TestDatabase[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-restored-'))
  portal = await startTestApp()
  filesRoot = join(portal.config.dataDir, 'files')
  shop = await createShop(portal.db)
})
afterAll(async () => {
  await portal.close()
  for (const target of targets) await target.close()
  await rm(folder, { recursive: true, force: true })
})

const newPath = () => join(folder, `${Math.random()}.tar`)

async function restored(path: string) {
  const database = await openEmptyDatabase()
  targets.push(database)
  const dataDir = await mkdtemp(join(folder, 'place-'))
  const outcome = await restoreBackup({ url: database.url, dataDir, path, skipOrderNumbers: 0 })
  await migrateRestored(database.url)
  return { database, dataDir, outcome }
}

test('price lists are current after a restore; changes of the old cluster are not replayed for ever', async () => {
  const owner = await signedIn(portal, shop.ownerId)
  await call(ymlPrice, { contract_id: shop.contracts.wholesale }, owner)
  // Transaction numbers of an old cluster are far higher than those of a new one.
  await portal.pool.query("update price_feeds set as_of = '9000000000:9000000000:'")
  await portal.pool.query("insert into catalogue_changes (kind, xid) values ('rebuild', '9000000000')")
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })

  const { database, dataDir } = await restored(path)
  const { pool } = database
  expect((await pool.query('select build from price_feeds')).rows).toEqual([{ build: 0 }])
  const now = (await pool.query<{ since: string }>('select pg_current_snapshot()::text as since')).rows[0]?.since ?? ''
  expect((await readChanges(pool, { since: now })).changes).toEqual([])

  const successor = await startTestApp({ database, env: { DATA_DIR: dataDir } })
  const buyer = await signedIn(successor, shop.ownerId)
  const price = async () => {
    await pool.query('update price_feeds set build_ms = 0')
    return readYml((await call(ymlPrice, { contract_id: shop.contracts.wholesale }, buyer)).data).offer(goodIds.impact)
      ?.fields.price
  }
  const [before] = (await price()) ?? []
  await pool.query(
    'update prices set price_kopecks = price_kopecks + 100 where product_id = $1 and price_type_id = 51',
    [goodIds.impact],
  )
  await pool.query("insert into catalogue_changes (kind, product_id) values ('price', $1)", [goodIds.impact])
  expect(await price()).toEqual([(Number(before) + 1).toFixed(2)])
  await successor.close()
})

test("files that are not the portal's are left out of a backup and listed", async () => {
  await openLocalStore(filesRoot).put('pictures/aa/own.webp', Buffer.from('own'))
  await mkdir(join(filesRoot, 'pictures/@eaDir'), { recursive: true })
  const foreign = ['pictures/@eaDir/x.webp', 'pictures/копия.txt', 'pictures/aa/a (1).webp', 'pictures/%41%.txt']
  for (const name of foreign) await writeFile(join(filesRoot, name), 'x')
  const path = newPath()
  const backedUp = await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  expect(backedUp.foreign.toSorted()).toEqual(foreign.map((name) => join(filesRoot, name)).toSorted())
  const { dataDir, outcome } = await restored(path)
  expect(outcome.foreign).toEqual([])
  expect((await readdir(join(dataDir, 'files'), { recursive: true })).toSorted()).toEqual([
    'pictures',
    'pictures/aa',
    'pictures/aa/own.webp',
  ])
})

test("a backup that contains files that are not the portal's is restored without them", async () => {
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  const older = newPath()
  const archive = writeArchive(older)
  for await (const { name, size, content } of readArchive(path)) {
    if (name === 'checksum.json') {
      for await (const _piece of content);
      continue
    }
    if (name.endsWith('own.webp'))
      for (const foreign of ['@eaDir/x.webp', 'копия.txt'])
        await archive.add(`files/pictures/${foreign}`, Buffer.alloc(100_000, 1))
    const pieces = []
    for await (const piece of content) pieces.push(piece)
    await archive.add(name, Buffer.concat(pieces, size))
  }
  for (const foreign of ['files/pictures/z (1).webp', `files/${rebuiltFolder}1/1.xml.gz`])
    await archive.add(foreign, Buffer.alloc(100_000, 1))
  await archive.finish()

  const { dataDir, outcome } = await restored(older)
  expect(outcome.foreign).toEqual(['pictures/@eaDir/x.webp', 'pictures/копия.txt', 'pictures/z (1).webp'])
  expect((await readdir(join(dataDir, 'files'), { recursive: true })).toSorted()).toEqual([
    'pictures',
    'pictures/aa',
    'pictures/aa/own.webp',
  ])
})

test('the folder that backups leave out is the folder of the price feeds', () => {
  expect(feedFolder({ contractId: 7, politics: '' })).toBe(`${rebuiltFolder}7/`)
})
