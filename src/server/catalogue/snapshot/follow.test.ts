import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { pino } from 'pino'
import { filter } from '#shared/api/catalogue.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { createHolder } from '#server/catalogue/facets/holder.ts'
import { followCatalogue } from './follow.ts'

let first: TestApp
let second: TestApp
let buyers: Visitor[]

beforeAll(async () => {
  first = await startTestApp()
  const shop = await createShop(first.db)
  await first.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  second = await startTestApp({ database: first.database })
  buyers = [await signedIn(first, shop.ownerId), await signedIn(second, shop.ownerId)]
  for (const buyer of buyers)
    await until(
      () => list(buyer),
      (rows) => rows.length === 4,
      30_000,
    )
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const list = async (buyer: Visitor) => (await call(filter, {}, buyer)).products
const row = async (buyer: Visitor, id: number) => (await list(buyer)).find((each) => each.id === id)

/** Runs a statement on another connection; returns how long each process takes to show it. */
async function shownAfter(
  statement: string,
  kind: string,
  productId: number | null,
  shows: (rows: Awaited<ReturnType<typeof list>>) => boolean,
): Promise<number> {
  await first.pool.query(statement)
  await first.pool.query('insert into catalogue_changes (kind, product_id) values ($1, $2)', [kind, productId])
  const startedMs = performance.now()
  await Promise.all(buyers.map((buyer) => until(() => list(buyer), shows, 25_000)))
  return performance.now() - startedMs
}

test('a changed price, stock or flag shows in every process within a second', async () => {
  const { drill, impact } = goodIds
  const price = await shownAfter(
    `update prices set price_kopecks = 77700, sale_kopecks = null where product_id = ${impact} and price_type_id = 51`,
    'price',
    impact,
    (rows) => rows.some((each) => each.price === 777),
  )
  const stock = await shownAfter(
    `update stocks set reserved_milli = 4000 where product_id = ${drill} and warehouse_id = 61`,
    'stock',
    drill,
    (rows) => rows.some((each) => each.id === drill && each.total_rest === 3),
  )
  const flag = await shownAfter(`update products set is_hit = true where id = ${drill}`, 'flags', drill, (rows) =>
    rows.some((each) => each.id === drill && each.hit),
  )
  for (const ms of [price, stock, flag]) expect(ms).toBeLessThan(1000)
  // Reserves above the stock of one warehouse do not reduce another's.
  await shownAfter(
    `update stocks set reserved_milli = 9000 where product_id = ${drill} and warehouse_id = 61`,
    'stock',
    drill,
    (rows) => rows.some((each) => each.id === drill && each.total_rest === 2),
  )
})

test('a committed change wakes followers by trigger, without polling', async () => {
  const holder = createHolder()
  const log = pino({ level: 'silent' })
  const listener = openListener(first.database.url, log)
  const follower = followCatalogue(
    { pool: first.pool, listener, log, url: first.database.url, holder },
    { pollMs: 3_600_000 },
  )
  try {
    await until(
      async () => holder.current(),
      (currentSnapshot) => currentSnapshot !== undefined && listener.hears('catalogue'),
      30_000,
    )
    for (const kind of ['stock', 'price', 'flags']) {
      const before = holder.current()?.version
      // Repeated: a change written while another transaction was open is read with the next one.
      const write = async () => {
        await first.pool.query('insert into catalogue_changes (kind, product_id) values ($1, $2)', [
          kind,
          goodIds.drill,
        ])
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      await until(
        () => write().then(() => holder.current()?.version),
        (version) => version !== before,
        10_000,
      )
    }
  } finally {
    await follower.close()
    await listener.close()
  }
})

test('a change shows even if its transaction began before others and commits after them', async () => {
  const { nails, glovesL } = goodIds
  const late = new pg.Client({ connectionString: first.database.url })
  await late.connect()
  await late.query('begin')
  await late.query('update stocks set on_hand_milli = 9000 where product_id = $1', [nails])
  await late.query("insert into catalogue_changes (kind, product_id) values ('stock', $1)", [nails])
  // The open transaction does not delay others …
  expect(
    await shownAfter(`update prices set price_kopecks = 6000 where product_id = ${glovesL}`, 'price', glovesL, (rows) =>
      rows.some((each) => each.price === 60),
    ),
  ).toBeLessThan(1000)
  expect((await row(buyers[1] ?? expect.fail(), nails))?.total_rest).toBe(0.125)
  await late.query('commit')
  await late.end()
  // … and its change is not skipped.
  await Promise.all(
    buyers.map((buyer) =>
      until(
        () => row(buyer, nails),
        (each) => each?.total_rest === 9,
        1000,
      ),
    ),
  )
})

test('a good no longer sold disappears; a new one appears after a rebuild', async () => {
  await shownAfter(
    `update products set active = false where id = ${goodIds.nails}`,
    'flags',
    goodIds.nails,
    (rows) => rows.length === 3,
  )
  await shownAfter(
    `update products set active = true, name = 'Гвозди новые' where id = ${goodIds.nails}`,
    'rebuild',
    null,
    (rows) => rows.some(({ header }) => header === 'Гвозди новые'),
  )
  await shownAfter(
    'delete from prices where product_id = 102 and price_type_id = 51',
    'price',
    goodIds.impact,
    (rows) => rows.length === 3,
  )
})

test('a change made during a rebuild is in the new snapshot', async () => {
  for (let round = 1; round <= 5; round += 1) {
    await first.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
    for (let change = 1; change <= 10; change += 1) {
      await first.pool.query(
        'update stocks set on_hand_milli = $1, reserved_milli = 0 where product_id = $2 and warehouse_id = 61',
        [(round * 100 + change) * 1000, goodIds.drill],
      )
      await first.pool.query("insert into catalogue_changes (kind, product_id) values ('stock', $1)", [goodIds.drill])
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 2500))
  for (const buyer of buyers) expect((await row(buyer, goodIds.drill))?.total_rest).toBe(512)
})

test('following continues after the database has dropped every connection', async () => {
  const killer = new pg.Client({ connectionString: first.database.url })
  await killer.connect()
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await killer.query('update stocks set on_hand_milli = 33000 where product_id = $1 and warehouse_id = 61', [
    goodIds.drill,
  ])
  await killer.query("insert into catalogue_changes (kind, product_id) values ('stock', $1)", [goodIds.drill])
  await killer.end()
  await Promise.all(
    buyers.map((buyer) =>
      until(
        () => row(buyer, goodIds.drill),
        (each) => each?.total_rest === 35,
        5000,
      ),
    ),
  )
})
