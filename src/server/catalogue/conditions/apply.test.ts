import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/administration/price-conditions.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { applyConditionsWhenChanged } from '#server/doors/jobs/conditions-listener.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { today } from '#tests/support/catalogue/special-offers.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { pino } from 'pino'
import { applyConditions, applyConditionsOfToday } from './apply.ts'

let portal: TestApp
let world: World
let admin: Visitor
let contracts: [number, number, number]
let good: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ price: 10_000 }] })
  admin = await signedIn(portal, world.adminId)
  contracts = [world.contractId, await world.addContract(), await world.addContract()]
  ;[good = 0] = world.productIds
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query('drop trigger if exists failing on prices; delete from price_conditions')
  await applyConditionsOfToday(portal)
  await discount(contracts, 1000)
})

/** In hundredths of a per cent, of all goods. */
async function discount(of: readonly number[], hundredths: number): Promise<void> {
  for (const contract of of)
    await portal.db.execute(sql`
      insert into price_conditions (contract_id, discount, starts_on) values (${contract}, ${hundredths}, ${today})`)
  await portal.db.transaction((tx) => applyConditions(tx))
}
/** What the contracts pay for the good. */
async function paid(): Promise<number[]> {
  const { rows } = await portal.db.execute<{ kopecks: number }>(sql`
    select x.price_kopecks as kopecks from contracts c join prices x on x.price_type_id = ${payingTypeId(sql`c`)}
    where x.product_id = ${good} and c.id = any(${sql.param(contracts)}) order by c.id`)
  return rows.map(({ kopecks }) => kopecks)
}
const end = (contract: number) =>
  portal.db.execute(sql`
    update price_conditions set starts_on = starts_on - 9, ends_on = current_date - 2 where contract_id = ${contract}`)
const makeOutdated = () =>
  portal.db.execute(sql`update price_types set derived_on = 'yesterday' where base_id is not null`)
const countDerived = async () => (await portal.pool.query('select from price_types where base_id is not null')).rowCount
/** Prices of the contract's derived type can no longer be written nor deleted. */
async function breakTypeOf(contract: number): Promise<void> {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    select id from price_types where derived_for = ${contract}`)
  await portal.pool.query(`
    create or replace function fail() returns trigger language plpgsql as $$ begin
      if old.price_type_id = ${rows[0]?.id} then raise 'no'; end if;
      if tg_op = 'DELETE' then return old; end if; return new; end $$;
    create trigger failing before update or delete on prices for each row execute function fail()`)
}

test('several discounts end in one run of the job', async () => {
  expect(await paid()).toEqual([9000, 9000, 9000])
  for (const contract of contracts) await end(contract)
  await applyConditionsOfToday(portal)
  expect(await paid()).toEqual([10_000, 10_000, 10_000])
  expect(await countDerived()).toBe(0)
})

test('a type that cannot be deleted sells no more, and stops no other', async () => {
  await end(contracts[0])
  await end(contracts[2])
  await breakTypeOf(contracts[0])
  await portal.db.execute(sql`update price_conditions set discount = 2000 where contract_id = ${contracts[1]}`)
  await makeOutdated()
  await expect(applyConditionsOfToday(portal)).rejects.toThrow('not written')
  expect(await paid()).toEqual([10_000, 8000, 10_000])
  expect(await countDerived()).toBe(2)
  await portal.pool.query('drop trigger failing on prices')
  await applyConditionsOfToday(portal)
  expect(await countDerived()).toBe(1)
})

test('a type that cannot be written stops no other', async () => {
  await portal.db.execute(sql`update price_conditions set discount = 2000`)
  await makeOutdated()
  await breakTypeOf(contracts[0])
  await expect(applyConditionsOfToday(portal)).rejects.toThrow('not written')
  expect(await paid()).toEqual([9000, 8000, 8000])
})

test('a discount that returns while its old prices wait to be deleted is in force', async () => {
  await end(contracts[0])
  await portal.db.transaction((tx) => applyConditions(tx))
  expect(await paid()).toEqual([10_000, 9000, 9000])
  await discount(contracts.slice(0, 1), 500)
  expect(await paid()).toEqual([9500, 9000, 9000])
  await applyConditionsOfToday(portal)
  expect([await paid(), await countDerived()]).toEqual([[9500, 9000, 9000], 3])
})

test('a discount of a price type is written at once; contracts with their own follow by the job', async () => {
  const listener = openListener(portal.database.url, pino({ level: 'silent' }))
  const [price_type = 0] = world.priceTypeIds
  const ofType = { kind: 'discount', target: 'all', starts: formatDay(today), price_type } as const
  await portal.db.execute(sql`delete from price_conditions where contract_id = ${contracts[1]}`)
  await applyConditionsOfToday(portal)
  const prompt = applyConditionsWhenChanged({ ...portal, listener, log: pino({ level: 'silent' }) }, { gatherMs: 300 })
  try {
    await expect.poll(() => listener.hears('conditions')).toBe(true)
    const { items } = await call(api.savePriceCondition, { ...ofType, percent: 20 }, admin)
    expect(await paid()).toEqual([9000, 8000, 9000])
    await expect.poll(paid).toEqual([8000, 8000, 8000])
    await call(api.savePriceCondition, { ...ofType, id: items[0]?.id ?? 0, percent: 30 }, admin)
    await expect.poll(paid).toEqual([7000, 7000, 7000])
  } finally {
    await prompt.stop()
    await listener.close()
  }
})
