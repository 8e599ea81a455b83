import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/lists.ts'
import { notifications, readNotifications } from '#shared/api/notifications.ts'
import { setContract } from '#shared/api/contracts.ts'
import { filter } from '#shared/api/catalogue.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { arrivalWatches } from '#server/platform/db/schema/lists.ts'
import { notifications as notices } from '#server/platform/db/schema/notifications.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { addAccount, setStock, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { notifyArrivals } from './arrivals.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
const { drill, impact, nails, gloves, glovesM, glovesL, hidden } = goodIds
const sizes = [glovesM, glovesL]

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  await enter()
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 4,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate needs, arrival_watches, notifications`)
  await portal.db.execute(
    sql`update stocks set on_hand_milli = 0, reserved_milli = 0, safety_milli = 0 where warehouse_id in (61, 62)`,
  )
})

async function enter(): Promise<void> {
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
}

const runNotify = (options = {}) => notifyArrivals(portal, options)
const readNotices = async (visitor = owner) => (await call(notifications, {}, visitor)).items
const linkTo = (id: number, contract = shop.contracts.wholesale) => `/product/${id}?contract=${contract}`
const arrive = (productId: number, onHand: number, warehouseId = 61) =>
  setStock(portal.db, { productId, warehouseId, onHand })

test('a watch notifies once, when the contract’s warehouses have at least one step of the product', async () => {
  await call(api.setWatch, { id: drill }, owner)
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })
  await arrive(drill, 3)
  expect(await runNotify()).toEqual({ watches: 1, needs: 0 })
  expect(await readNotices()).toMatchObject([
    {
      kind: 'arrival',
      title: 'Товар поступил',
      text: 'Дрель ударная (арт. DX-1234) снова в наличии по договору № ОПТ-1',
      link: linkTo(drill),
      read: false,
    },
  ])
  expect((await call(api.watches, {}, owner)).ids).toEqual([])
  await arrive(drill, 0)
  await arrive(drill, 5)
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })
  // Watched anew, it is an event of its own.
  await call(api.setWatch, { id: drill }, owner)
  await runNotify()
  expect(await readNotices()).toHaveLength(2)
  expect(await readNotices(manager)).toEqual([])
})

test('less than a step, reserved goods, safety stock and other warehouses do not count as an arrival', async () => {
  await portal.db.update(products).set({ stepMilli: 5000 }).where(eq(products.id, drill))
  await call(api.setWatch, { id: drill }, owner)
  await arrive(drill, 4)
  await arrive(drill, 100, 63)
  expect(await runNotify()).toMatchObject({ watches: 0 })
  await portal.db.execute(
    sql`update stocks set on_hand_milli = 9000, reserved_milli = 3000, safety_milli = 2000
      where product_id = ${drill} and warehouse_id = 61`,
  )
  expect(await runNotify()).toMatchObject({ watches: 0 })
  // Parts of a step in two warehouses cannot be ordered; negative availability in one does not reduce the other's.
  await portal.db.execute(sql`update stocks set on_hand_milli = 1000 where product_id = ${drill} and warehouse_id = 62`)
  expect(await runNotify()).toMatchObject({ watches: 0 })
  await portal.db.execute(sql`update stocks set on_hand_milli = 5000 where product_id = ${drill} and warehouse_id = 62`)
  expect(await runNotify()).toMatchObject({ watches: 1 })
  await call(api.setWatch, { id: drill }, owner)
  await portal.db.execute(
    sql`update stocks set on_hand_milli = case warehouse_id when 61 then 3000 else 5000 end
      where product_id = ${drill} and warehouse_id in (61, 62)`,
  )
  expect(await runNotify()).toMatchObject({ watches: 1 })
  await portal.db.update(products).set({ stepMilli: 1000 }).where(eq(products.id, drill))
})

test('a watched product arrives with any of its variants, a watched variant only with itself', async () => {
  for (const id of [gloves, ...sizes]) await call(api.setWatch, { id }, owner)
  await arrive(glovesL, 1)
  expect(await runNotify()).toMatchObject({ watches: 2 })
  expect((await readNotices()).map(({ text, link }) => [text, link])).toEqual(
    expect.arrayContaining([
      ['Перчатки рабочие снова в наличии по договору № ОПТ-1', linkTo(gloves)],
      ['Перчатки рабочие L (арт. ПЕР-L) снова в наличии по договору № ОПТ-1', linkTo(gloves)],
    ]),
  )
  expect((await call(api.watches, {}, owner)).ids).toEqual([glovesM])
})

test('[C.18] a need notifies at each arrival, but not again while the previous notification is unread', async () => {
  await call(api.setNeed, { id: impact }, owner)
  await call(api.setNeed, { id: nails }, owner)
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })
  await arrive(impact, 2, 62)
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => runNotify()))
  expect(atOnce.reduce((sum, { needs }) => sum + needs, 0)).toBe(1)
  expect(await readNotices()).toMatchObject([
    {
      kind: 'need',
      title: 'Потребность в наличии',
      text: 'Шуруповёрт аккумуляторный (арт. АВ-77) есть на складе',
      link: linkTo(impact),
    },
  ])
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })

  for (const onHand of [0, 2]) {
    await arrive(impact, onHand, 62)
    expect(await runNotify()).toMatchObject({ needs: 1 })
  }
  expect(await readNotices()).toHaveLength(1)
  await call(readNotifications, { upto: (await readNotices())[0]?.id ?? 0 }, owner)
  for (const onHand of [0, 2]) {
    await arrive(impact, onHand, 62)
    await runNotify()
  }
  expect((await readNotices()).map(({ read }) => read)).toEqual([false, true])
})

test('with an ICU Russian collation in PostgreSQL, a need still does not notify again while unread', async () => {
  const russian = await openTestDatabase({ icuLocale: 'ru' })
  try {
    const { ownerId } = await createShop(russian.db)
    const restock = async () => {
      for (const onHand of [0, 2]) {
        await setStock(russian.db, { productId: impact, warehouseId: 62, onHand })
        await notifyArrivals(russian)
      }
    }
    await setStock(russian.db, { productId: impact, warehouseId: 62, onHand: 0 })
    await russian.db.execute(sql`insert into needs (account_id, product_id) values (${ownerId}, ${impact})`)
    for (let n = 0; n < 3; n += 1) await restock()
    expect(await russian.db.$count(notices)).toBe(1)
  } finally {
    await russian.close()
  }
})

test('many needs arriving at once make one notification with their number, not repeated until read', async () => {
  await portal.db.execute(sql`
    insert into products (code1c, name, step_milli) select 'need-' || n, 'Нужный ' || n, 1000
    from generate_series(1, 12) n`)
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    insert into prices (product_id, price_type_id, price_kopecks) select id, 51, 100 from products
    where code1c like 'need-%' returning product_id as id`)
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await call(api.setNeed, { id }, owner)
  for (const id of ids.slice(0, 5)) await arrive(id, 1)
  await runNotify()
  expect((await readNotices()).map(({ link }) => link).toSorted()).toEqual(
    ids
      .slice(0, 5)
      .map((id) => linkTo(id))
      .toSorted(),
  )
  for (const id of ids.slice(5, 11)) await arrive(id, 1)
  expect(await runNotify()).toMatchObject({ needs: 6 })
  const [summary, ...before] = await readNotices()
  expect(before).toHaveLength(5)
  expect(summary).toMatchObject({
    kind: 'need',
    title: 'Потребность в наличии',
    text: 'Товаров, которые появились на складе: 6',
    link: '/needs',
  })
  await arrive(ids[11] ?? 0, 1)
  expect(await runNotify()).toMatchObject({ needs: 1 })
  expect(await readNotices()).toHaveLength(6)
})

test('a notification links to the good under a contract that sells it; for a need, the chosen one first', async () => {
  const { wholesale, dealer } = shop.contracts
  // Only dealers' prices have it; both contracts sell the drill.
  for (const id of [hidden, drill]) await call(api.setNeed, { id }, owner)
  await call(setContract, { id: dealer }, owner)
  await arrive(hidden, 1)
  await arrive(drill, 1)
  await runNotify()
  expect((await readNotices()).map(({ link }) => link).toSorted()).toEqual(
    [linkTo(hidden, dealer), linkTo(drill, dealer)].toSorted(),
  )
  await call(setContract, { id: wholesale }, owner)
  await call(readNotifications, { upto: (await readNotices())[0]?.id ?? 0 }, owner)
  for (const onHand of [0, 1]) {
    for (const id of [hidden, drill]) await arrive(id, onHand)
    await runNotify()
  }
  expect(
    (await readNotices())
      .slice(0, 2)
      .map(({ link }) => link)
      .toSorted(),
  ).toEqual([linkTo(hidden, dealer), linkTo(drill, wholesale)].toSorted())
})

test('a need that was in stock when it was added causes no notice', async () => {
  await arrive(impact, 2)
  await call(api.setNeed, { id: impact }, owner)
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })
})

test('disabled accounts, blocked organisations, lost contracts are skipped; demo organisations are not', async () => {
  await portal.db.update(organisations).set({ demo: true }).where(eq(organisations.id, shop.organisationId))
  await call(api.setWatch, { id: drill }, manager)
  await call(api.setNeed, { id: drill }, manager)
  await arrive(drill, 3)
  const unseen = { watches: 0, needs: 0 }

  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, shop.managerId))
  expect(await runNotify()).toEqual(unseen)
  await portal.db.update(accounts).set({ enabled: true }).where(eq(accounts.id, shop.managerId))

  await portal.db.update(organisations).set({ status: 'blocked' }).where(eq(organisations.id, shop.organisationId))
  expect(await runNotify()).toEqual(unseen)
  await portal.db.update(organisations).set({ status: 'active' }).where(eq(organisations.id, shop.organisationId))
  await enter()

  const mine = eq(accountContracts.accountId, shop.managerId)
  const allotted = await portal.db.delete(accountContracts).where(mine).returning()
  expect(await runNotify()).toEqual(unseen)
  await portal.db.insert(accountContracts).values(allotted)
  expect(await runNotify()).toEqual({ watches: 1, needs: 1 })
})

test('a good that the contract does not sell causes no notification', async () => {
  await call(api.setWatch, { id: drill, contract: shop.contracts.dealer }, owner)
  await arrive(drill, 3)
  await portal.db.execute(sql`update products set active = false where id = ${drill}`)
  expect(await runNotify()).toMatchObject({ watches: 0 })
  await call(api.setWatch, { id: glovesL }, owner)
  await arrive(glovesL, 3)
  await portal.db.execute(sql`update products set active = false where id = ${gloves}`)
  expect(await runNotify(), 'a variant of a product that is off').toMatchObject({ watches: 0 })
  await portal.db.execute(sql`update products set active = true where id = ${gloves}`)
  expect(await runNotify()).toMatchObject({ watches: 1 })
  await portal.db.execute(sql`update products set active = true where id = ${drill}`)
  const { rows } = await portal.db.execute<{ price: number }>(
    sql`delete from prices where product_id = ${drill} and price_type_id = 52 returning price_kopecks as price`,
  )
  expect(await runNotify()).toMatchObject({ watches: 0 })
  await portal.db.execute(
    sql`insert into prices (product_id, price_type_id, price_kopecks) values (${drill}, 52, ${rows[0]?.price})`,
  )
  expect(await runNotify()).toMatchObject({ watches: 1 })
})

test('a regular run checks only recent changes, a full run checks everything', async () => {
  await call(api.setWatch, { id: drill }, owner)
  await call(api.setNeed, { id: drill }, owner)
  await arrive(drill, 3)
  for (const table of ['arrival_watches', 'needs'])
    await portal.db.execute(sql.raw(`update ${table} set created_at = now() - interval '1 hour'`))
  await portal.db.execute(sql`update stocks set updated_at = now() - interval '1 hour'`)
  expect(await runNotify()).toEqual({ watches: 0, needs: 0 })
  expect(await runNotify({ all: true })).toEqual({ watches: 1, needs: 1 })
})

test('eight concurrent processes notify each account once, and 100,000 waiting watches stay fast', async () => {
  await portal.db.execute(sql`
    insert into products (code1c, name) select 'many-' || n, 'Товар ' || n from generate_series(1, 5000) n`)
  await portal.db.execute(
    sql`insert into prices (product_id, price_type_id, price_kopecks) select id, 51, 100 from products
      where code1c like 'many-%'`,
  )
  await portal.db.execute(
    sql`insert into stocks (product_id, warehouse_id, on_hand_milli, updated_at)
      select id, 61, 0, now() - interval '1 day' from products where code1c like 'many-%'`,
  )
  const people = await Promise.all(
    Array.from({ length: 20 }, () => addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId })),
  )
  await portal.db.execute(sql`
    insert into arrival_watches (account_id, contract_id, product_id, created_at)
    select a.id, ${shop.contracts.wholesale}, p.id, now() - interval '1 day'
    from unnest(${sql.param(people)}::int[]) a(id), products p where p.code1c like 'many-%'`)
  await portal.db.execute(sql`analyze`)
  expect(await portal.db.$count(arrivalWatches)).toBe(100_000)

  const quickMs = await timed(() => runNotify())
  const wholeMs = await timed(() => runNotify({ all: true }))
  console.log(`100,000 watches: ${quickMs} ms of those that may have come, ${wholeMs} ms of all`)
  expect(quickMs).toBeLessThan(1500)
  expect(wholeMs).toBeLessThan(5000)

  await portal.db.execute(
    sql`update stocks set on_hand_milli = 1000, updated_at = now()
      where product_id in (select id from products where code1c like 'many-%' order by id limit 700)`,
  )
  const results = await Promise.all(Array.from({ length: 8 }, () => runNotify()))
  expect(results.reduce((sum, { watches }) => sum + watches, 0)).toBe(14_000)
  const { rows } = await portal.db.execute<{ people: number; min: number; max: number }>(sql`
    select count(*)::int as people, min(n)::int as min, max(n)::int as max
    from (select count(*) as n from notifications group by account_id) one`)
  expect(rows).toEqual([{ people: 20, min: 700, max: 700 }])
  expect(await portal.db.$count(arrivalWatches)).toBe(86_000)
})

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  expect(await act()).toEqual({ watches: 0, needs: 0 })
  return Math.round(performance.now() - startedMs)
}
