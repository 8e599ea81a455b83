import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '#server/platform/db/listener.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { importXml, goodXml, offersXml, offerXml, pricesXml, stocksXml } from '#tests/support/export-1c.ts'
import { addAccount, addContract, addOrganisation } from '#tests/support/fixtures.ts'
import { notifyArrivalsAfterImports } from './arrivals-listener.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'arrivals-test-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

let loaded = 0
async function load(text: string) {
  const path = join(folder, `${(loaded += 1)}.xml`)
  await writeFile(path, text)
  const { files } = await loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, [path])
  expect(files.map(({ error }) => error)).toEqual([undefined])
}

const sizes = (stock: Record<'M' | 'L', number>) =>
  offersXml(
    Object.entries(stock).map(([size, quantity]) =>
      offerXml(`gloves#${size}`, `${pricesXml({ opt: '90' })}${stocksXml({ main: quantity })}`, `Перчатки (${size})`),
    ),
  )

test('watchers of a variant are notified as soon as 1C’s figures are imported, and of that variant only', async () => {
  await load(importXml([goodXml({ id: 'gloves', name: 'Перчатки' })]))
  await load(sizes({ M: 0, L: 0 }))
  const one = async (statement: string) => (await database.pool.query<{ id: number }>(statement)).rows[0]?.id ?? 0
  const buyer = await addOrganisation(database.db, 'ООО «Вектор»')
  const accountId = await addAccount(database.db, { role: 'owner', organisationId: buyer.organisationId })
  const contractId = await addContract(database.db, {
    ...buyer,
    priceTypeId: await one("select id from price_types where code1c = 'opt'"),
    warehouseIds: [await one("select id from warehouses where code1c = 'main'")],
  })
  await database.pool.query(
    `insert into arrival_watches (account_id, contract_id, product_id) select $1, $2, id from products
      where code1c like 'gloves#%'`,
    [accountId, contractId],
  )

  const listener = openListener(database.url, log)
  const prompt = notifyArrivalsAfterImports({ ...database, listener, log }, { gatherMs: 20 })
  const readNotices = async () =>
    (await database.pool.query<{ text: string }>('select text from notifications order by id')).rows.map(
      ({ text }) => text,
    )
  try {
    await load(sizes({ M: 5, L: 0 }))
    await expect
      .poll(readNotices, { timeout: 3000 })
      .toEqual([expect.stringMatching(/^Перчатки.* M.*снова в наличии|^Перчатки \(M\).*снова в наличии/)])
    await load(sizes({ M: 9, L: 3 }))
    await expect.poll(readNotices, { timeout: 3000 }).toHaveLength(2)
    expect((await readNotices())[1]).toContain('L')
  } finally {
    await prompt.stop()
    await listener.close()
  }
})
