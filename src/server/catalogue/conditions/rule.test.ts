import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/rules/dates.ts'
import { decidePrice } from '#server/catalogue/prices/decide-price.ts'
import { findPriceFacts } from '#server/catalogue/prices/shared-queries-facts.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { priceConditions } from '#server/platform/db/schema/prices/conditions.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'
import { insertGoods, type TestGood } from '#tests/support/goods.ts'
import { applyConditions } from './apply.ts'

let portal: TestApp
let world: World
let contracts: number[]

/** A number below `limit`, always the same for the same seed. */
const roll = (seed: number, limit: number) => Number((BigInt(seed) * 2_654_435_761n + 12_345n) % BigInt(limit))

/** Kopecks where a half must be rounded, and one too large for arithmetic in floating point. */
const hostilePrices = [1, 2, 3, 10, 99, 101, 12_345, 99_999, 1_000_050, 9_999_999_999_999]

const goods = (typeId: number): TestGood[] =>
  Array.from({ length: 60 }, (_, at): TestGood => {
    const hasParent = at % 5 === 4
    return {
      id: 1000 + at,
      parentId: hasParent ? 1000 + at - 1 : null,
      name: `Товар ${at}`,
      // A variant inherits brand and categories, or has its own besides.
      brandId: at % 3 === 0 || hasParent ? null : 701 + (at % 2),
      categoryIds:
        hasParent && at % 2 === 0 ? [] : [801 + roll(at, 5), ...(at % 4 === 0 ? [801 + roll(at + 9, 5)] : [])],
      prices: at % 11 === 10 ? {} : { [typeId]: hostilePrices[roll(at, hostilePrices.length)] ?? 1 },
      active: at % 13 !== 12,
    }
  }).map((good) => ({ ...good, categoryIds: [...new Set(good.categoryIds)] }))

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  const [typeId = 0] = world.priceTypeIds
  await insertGoods(portal.db, {
    // 803 is below 802, and 802 below 801; 805 is by itself.
    categories: [
      { id: 801, name: 'А' },
      { id: 802, name: 'Б', parentId: 801 },
      { id: 803, name: 'В', parentId: 802 },
      { id: 804, name: 'Г', parentId: 801 },
      { id: 805, name: 'Д' },
    ],
    brands: [
      { id: 701, name: 'Один' },
      { id: 702, name: 'Два' },
    ],
    goods: goods(typeId),
  })
  contracts = [world.contractId, await world.addContract(), await world.addContract()]
  await addConditions(typeId)
  await addOffer(portal.db, { goods: Array.from({ length: 60 }, (_, at) => [1000 + at, typeId, 1 + roll(at, 20_000)]) })
  await portal.db.transaction(async (tx) => {
    await applyConditions(tx)
    await applyOffers(tx, 'all')
  })
})
afterAll(() => portal.close())

/** Of each kind, for the price type, the first and the second contract; with periods that begin and end today. */
async function addConditions(typeId: number): Promise<void> {
  const periods = [
    [yesterday, null],
    [today, today],
    [tomorrow, null],
    [addDays(today, -9), yesterday],
    [yesterday, today],
  ] as const
  const targets = [
    {},
    ...[801, 802, 803, 805].map((categoryId) => ({ categoryId })),
    { brandId: 701 },
    { brandId: 702 },
  ]
  const owners = [{ priceTypeId: typeId }, { contractId: contracts[0] }, { contractId: contracts[1] }]
  const rows = owners.flatMap((owner, of) =>
    periods.flatMap(([startsOn, endsOn], at) => [
      ...targets.map((target, which) => ({
        ...owner,
        ...target,
        startsOn,
        endsOn,
        discount: [1, 50, 333, 500, 2500, 5000, 9999][roll(of * 100 + at * 10 + which, 7)] ?? 1,
      })),
      ...[1003, 1010, 1021, 1033].map((productId, which) => ({
        ...owner,
        productId,
        startsOn,
        endsOn,
        priceKopecks: 1 + roll(of * 100 + at * 10 + which, 15_000),
      })),
    ]),
  )
  await portal.db.insert(priceConditions).values(rows.filter((_, at) => at % 3 !== 1))
}

const stored = async (contractId: number) => {
  const { rows } = await portal.db.execute<{ id: number; kopecks: number; conditionId: number | null }>(sql`
    select x.product_id as id, coalesce(x.sale_kopecks, x.price_kopecks) as kopecks,
      case when x.sale_kopecks is null then x.condition_id end as "conditionId"
    from contracts c join prices x on x.price_type_id = ${payingTypeId(sql`c`)} where c.id = ${contractId}`)
  return new Map(rows.map((row) => [row.id, row]))
}

test('the written prices are those of the rule, for every good and contract', async () => {
  let conditional = 0
  for (const contractId of contracts) {
    const written = await stored(contractId)
    for (let id = 1000; id < 1060; id += 1) {
      const facts = await findPriceFacts(portal.db, { productId: id, contractId, purchaseType: '', today })
      if (facts === undefined) throw new Error(`no good ${id}`)
      // Whether it is sold at all is not written with the price.
      const { kopecks, candidates } = decidePrice({ ...facts, active: true }, today)
      expect([id, contractId, written.get(id)?.kopecks ?? null]).toEqual([id, contractId, kopecks])
      const chosen = candidates.find(({ outcome }) => outcome === 'chosen')
      const conditionId = chosen?.kind === 'condition' ? chosen.condition.id : null
      expect([id, contractId, written.get(id)?.conditionId ?? null]).toEqual([id, contractId, conditionId])
      if (conditionId !== null) conditional += 1
    }
  }
  expect(conditional).toBeGreaterThan(40)
})

test('contracts without conditions share the prices of their type, others have their own', async () => {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    select ${payingTypeId(sql`c`)} as id from contracts c
    where c.id = any(${sql.param(contracts)}::int[]) order by c.id`)
  const ofThird = await portal.db.execute<{ shared: boolean }>(sql`
    select derived_for is null as shared from price_types where id = ${rows[2]?.id ?? 0} and base_id is not null`)
  expect([new Set(rows.map(({ id }) => id)).size, ofThird.rows]).toEqual([3, [{ shared: true }]])
})

test('applying conditions again writes nothing', async () => {
  await portal.pool.query('delete from catalogue_changes')
  const { rows } = await portal.db.execute<{ id: number }>(sql`select id from price_types where base_id is not null`)
  await portal.db.transaction((tx) => applyConditions(tx, { types: rows.map(({ id }) => id) }))
  expect((await portal.pool.query('select from catalogue_changes')).rowCount).toBe(0)
})
