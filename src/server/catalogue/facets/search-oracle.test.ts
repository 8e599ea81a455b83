import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertGoods, type TestGood, type TestGoods } from '#tests/support/goods.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readFacts } from '#server/catalogue/snapshot/queries-snapshot.ts'
import { readSnapshot } from '#server/catalogue/snapshot/read-snapshot.ts'
import { createHolder } from './holder.ts'
import { queryOracle, evenlyScored, oracleQueries, type OracleAnswer } from '#tests/support/catalogue/facet-oracle.ts'
import type { FacetFilter, FacetView, SearchResult } from './query.ts'
import { search } from './search.ts'
import type { Snapshot } from './snapshot.ts'
import { createWorkspace } from './workspace.ts'

const runs = Number(process.env.FACET_RUNS ?? 30)
const filtersPerCatalogue = 12
const brandIds = [1, 2, 3]
const tagIds = [1, 2]
const priceTypeIds = [1, 2, 3]
const warehouseIds = [1, 2, 3]
const parameters = [1, 2, 3].map((id) => ({
  id,
  name: `Свойство ${id}`,
  values: [1, 2, 3, 4].map((n) => ({ id: id * 10 + n, value: `${n * id} мм` })),
}))
const categories = [
  { id: 11, name: 'Инструмент' },
  { id: 12, name: 'Дрели', parentId: 11 },
  { id: 13, name: 'Ударные дрели', parentId: 12 },
  { id: 14, name: 'Электрика' },
  { id: 15, name: 'Скрытая', active: false, parentId: 14 },
]

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

test('[C.1] [P.1] facets, prices, rows and order equal those of plain SQL over random goods and filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      goods(),
      fc.array(fc.tuple(view(), filter()), { minLength: filtersPerCatalogue, maxLength: filtersPerCatalogue }),
      async (range, questions) => {
        await client.query('truncate categories, brands, tags, parameters, price_types, warehouses, products cascade')
        await insertGoods(database.db, range)
        const snapshot = await readSnapshot(client)
        const workspace = createWorkspace(snapshot)
        for (const [contractView, filtered] of questions) {
          const answer = search(snapshot, workspace, contractView, filtered)
          expect(comparable(snapshot, answer)).toEqual(await queryOracle(client, contractView, filtered))
        }
      },
    ),
    {
      numRuns: runs,
      interruptAfterTimeLimit: 120_000,
      ...(process.env.FC_SEED ? { seed: Number(process.env.FC_SEED) } : {}),
    },
  )
}, 300_000)

test('[P.1] a snapshot with applied changes answers like the database, without a rebuild', async () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    priceTypeId: fc.constantFrom(...priceTypeIds),
    priceKopecks: fc.option(fc.integer({ min: 1, max: 40 }).map((tens) => tens * 1000)),
    warehouseId: fc.constantFrom(...warehouseIds),
    onHandMilli: fc.option(fc.integer({ min: -2, max: 12 }).map((half) => half * 500)),
    isSale: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      goods(),
      fc.array(change, { maxLength: 25 }),
      fc.array(fc.tuple(view(), filter()), { minLength: 6, maxLength: 6 }),
      async (range, changes, questions) => {
        await client.query('truncate categories, brands, tags, parameters, price_types, warehouses, products cascade')
        await insertGoods(database.db, range)
        const holder = createHolder()
        holder.swap(await readSnapshot(client))
        const { snapshot, workspace } = holder.current() ?? expect.fail()
        // What searches derive from stock and prices must not outlive the change.
        for (const [contractView, filtered] of questions) search(snapshot, workspace, contractView, filtered)
        for (const each of changes) await make(each)
        const ids = [...new Set(changes.map(({ id }) => id))]
        expect(holder.apply(await readFacts(client, { stock: ids, price: ids, flags: ids }))).toBe(true)
        for (const [contractView, filtered] of questions) {
          expect(comparable(snapshot, search(snapshot, workspace, contractView, filtered))).toEqual(
            await queryOracle(client, contractView, filtered),
          )
        }
      },
    ),
    {
      numRuns: runs,
      interruptAfterTimeLimit: 120_000,
      ...(process.env.FC_SEED ? { seed: Number(process.env.FC_SEED) } : {}),
    },
  )
}, 300_000)

type Made = {
  id: number
  priceTypeId: number
  priceKopecks: number | null
  warehouseId: number
  onHandMilli: number | null
  isSale: boolean
}

async function make({ id, priceTypeId, priceKopecks, warehouseId, onHandMilli, isSale }: Made): Promise<void> {
  await client.query('update products set is_sale = $2 where id = $1', [id, isSale])
  await client.query('delete from prices where product_id = $1 and price_type_id = $2', [id, priceTypeId])
  await client.query('delete from stocks where product_id = $1 and warehouse_id = $2', [id, warehouseId])
  if (priceKopecks !== null) {
    await client.query(
      'insert into prices (product_id, price_type_id, price_kopecks) select id, $2, $3 from products where id = $1',
      [id, priceTypeId, priceKopecks],
    )
  }
  if (onHandMilli !== null) {
    await client.query(
      'insert into stocks (product_id, warehouse_id, on_hand_milli) select id, $2, $3 from products where id = $1',
      [id, warehouseId, onHandMilli],
    )
  }
}

/** Ids instead of indexes, in the shape of the oracle's answer. */
function comparable(snapshot: Snapshot, answer: SearchResult): OracleAnswer {
  const counts = (ids: Uint32Array, { rows, chosen }: SearchResult['brands']) =>
    Object.fromEntries(
      Array.from(
        ids,
        (id, index) => [id, { count: rows[index] ?? 0, selected: chosen.includes(index) }] as const,
      ).filter(([, { count, selected }]) => count !== 0 || selected),
    )
  return {
    total: answer.total,
    rows: answer.rows.map((row) => ({
      id: snapshot.rowIds[row.row] ?? 0,
      price: row.priceKopecks,
      rrc: row.rrcKopecks,
      old: row.oldKopecks,
      total: row.totalMilli,
      available: row.availableForOrderMilli,
      variants: row.variantCount,
    })),
    brands: counts(snapshot.brandIds, answer.brands),
    tags: counts(snapshot.tagIds, answer.tags),
    values: counts(snapshot.valueIds, answer.values),
    prices: answer.prices ? [answer.prices.minKopecks, answer.prices.maxKopecks] : null,
    flags: answer.flags,
  }
}

function goods(): fc.Arbitrary<TestGoods> {
  const some = (ids: readonly number[]) => fc.subarray([...ids], { maxLength: 2 })
  const price = fc.integer({ min: 1, max: 40 }).map((tens) => tens * 1000)
  const prices = fc.dictionary(
    fc.constantFrom('1', '2', '3'),
    fc.oneof(
      price,
      price.map((kopecks): [number, number] => [kopecks, kopecks / 2]),
    ),
    { noNullPrototype: true },
  )
  const stocks = fc.dictionary(
    fc.constantFrom('1', '2', '3'),
    fc.integer({ min: -2, max: 12 }).map((half) => half * 500 + (half > 6 ? 125 : 0)),
    { noNullPrototype: true },
  )
  const sellable = fc.record({
    prices,
    stocks,
    stepMilli: fc.constantFrom(1000, 1000, 2000, 250, 1500),
    decimals: fc.constantFrom(0, 0, 0, 2),
    valueIds: some(parameters.flatMap(({ values }) => values.map(({ id }) => id))),
    active: fc.constantFrom(true, true, true, true, false),
  })
  const product = fc.record({
    good: sellable,
    name: fc.constantFrom(
      'Дрель',
      'дрель ударная',
      'Ёлка',
      'Елка',
      'Ель',
      'Ключ 10',
      'Ключ 9',
      'Bosch',
      'яблоко',
      'Ящик',
      'Дрель-шуруповёрт',
    ),
    articul: fc.constantFrom('', 'A-1', 'a-2', 'Б10', 'Б9'),
    brandId: fc.constantFrom(null, ...brandIds),
    categoryIds: some(categories.map(({ id }) => id)),
    tagIds: some(tagIds),
    isNew: fc.boolean(),
    isHit: fc.boolean(),
    isSale: fc.boolean(),
    variants: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(sellable, { minLength: 1, maxLength: 4 }) },
    ),
  })
  return fc.array(product, { minLength: 0, maxLength: 40, size: 'max' }).map((products) => {
    let id = 0
    const all: TestGood[] = []
    for (const { good, variants, ...common } of products) {
      const parent = { id: (id += 1), ...good, ...common }
      all.push(parent)
      for (const variant of variants)
        all.push({ id: (id += 1), parentId: parent.id, name: `${common.name} в${id}`, ...variant })
    }
    return {
      categories,
      parameters,
      brands: brandIds.map((brand) => ({ id: brand, name: `Марка ${brand}` })),
      tags: tagIds.map((tag) => ({ id: tag, name: `Метка ${tag}` })),
      priceTypes: priceTypeIds.map((type) => ({ id: type, isRrc: type === 3 })),
      warehouses: warehouseIds.map((warehouse) => ({ id: warehouse })),
      goods: all,
    }
  })
}

function view(): fc.Arbitrary<FacetView> {
  return fc.record({
    priceTypeId: fc.constantFrom(1, 2),
    rrcTypeId: fc.constantFrom(3, null),
    warehouseIds: fc.shuffledSubarray(warehouseIds),
    pricesHidden: fc.constant(false),
  })
}

function filter(): fc.Arbitrary<FacetFilter> {
  const rarely = fc.constantFrom(true, false, false, false)
  const bound = fc.option(
    fc.integer({ min: 0, max: 40 }).map((tens) => tens * 1000),
    { nil: undefined },
  )
  const chosenValues = fc
    .uniqueArray(
      fc.record({ parameter: fc.constantFrom(...parameters), picked: fc.subarray([1, 2, 3, 4], { minLength: 1 }) }),
      { selector: ({ parameter }) => parameter.id, maxLength: 3 },
    )
    .map((chosen) =>
      chosen.map(({ parameter, picked }) => [parameter.id, picked.map((n) => parameter.id * 10 + n)] as const),
    )
  const filters: fc.Arbitrary<FacetFilter> = fc.record({
    categoryId: fc.option(fc.constantFrom(11, 12, 13, 14), { nil: undefined, freq: 2 }),
    warehouseId: fc.option(fc.constantFrom(...warehouseIds), { nil: undefined }),
    only: fc.constantFrom('all', 'all', 'all', 'hit', 'new', 'sale'),
    productIds: fc
      .option(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), { nil: undefined, freq: 1 })
      .chain((ids) => fc.constantFrom(undefined, undefined, ids)),
    available: rarely,
    isNew: rarely,
    isSale: rarely,
    brandIds: fc.oneof(fc.constant([]), fc.subarray([1, 2, 3, 99])),
    tagIds: fc.oneof(fc.constant([]), fc.constant([]), fc.subarray([1, 2, 99])),
    values: fc.oneof(fc.constant([]), chosenValues),
    price: fc.option(fc.record({ minKopecks: bound, maxKopecks: bound }), { nil: undefined }),
    query: fc.oneof(fc.constant(''), fc.constantFrom(...oracleQueries)),
    searchIn: fc.constantFrom('all' as const, 'all' as const, 'header' as const, 'articul' as const),
    sorting: fc.option(
      fc.record({ field: fc.constantFrom('articul', 'header', 'price', 'rrc'), descending: fc.boolean() }),
      { nil: undefined },
    ),
    page: fc.constantFrom(1, 1, 2, 3),
    perPage: fc.constantFrom(3, 20, 100),
  })
  return fc.tuple(filters, fc.constantFrom(true, true, false)).map(([base, byRelevance]): FacetFilter => {
    if (base.query === '') return base
    if (!evenlyScored.includes(base.query))
      return { ...base, sorting: base.sorting ?? { field: 'header', descending: false } }
    return byRelevance ? { ...base, sorting: undefined } : base
  })
}
