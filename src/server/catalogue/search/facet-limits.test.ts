import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filter, type FilterInput, type FilterReply } from '#shared/api/catalogue.ts'
import { facetValues } from '#shared/api/facet-values.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { insertGoods, type TestGood } from '#tests/support/goods.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

/** Size limit of a reply of 20 rows before compression. */
const maxReplyBytes = 60_000
const maxValues = 50
const realExport = '../shared/samples/commerceml/trade-demo-2.07'

describe.runIf(existsSync(realExport))('over a real export', () => {
  let portal: TestApp
  let owner: Visitor
  beforeAll(async () => {
    portal = await startTestApp()
    const scratch = await mkdtemp(join(tmpdir(), 'facets-'))
    await loadExport({ ...portal, files: openLocalStore(scratch) }, [realExport])
    await rm(scratch, { recursive: true, force: true })
    owner = await signedIn(portal, await addBuyer(portal))
    await until(
      () => call(filter, {}, owner),
      ({ pagination }) => pagination.total > 0,
      60_000,
    )
  }, 120_000)
  afterAll(() => portal.close())

  test('[C.1] a reply of 20 rows stays within 60 KB in the whole catalogue and in every category', async () => {
    const { rows: categories } = await portal.pool.query<{ id: number }>(
      'select id from categories where active order by id',
    )
    const weights = [await weigh(owner, {})]
    for (const { id } of categories) weights.push(await weigh(owner, { catalog: id }))
    expect(Math.max(...weights)).toBeLessThanOrEqual(maxReplyBytes)
    expectWithinLimits(await call(filter, {}, owner))
  })
})

describe('over 200 parameters of 500 values, 900 brands and 300 labels', () => {
  let portal: TestApp
  let owner: Visitor
  beforeAll(async () => {
    portal = await startTestApp()
    await insertGoods(portal.db, hostileWorld())
    await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
    owner = await signedIn(portal, await addBuyer(portal))
    await until(
      () => call(filter, {}, owner),
      ({ pagination }) => pagination.total === goodsCount,
      60_000,
    )
  }, 120_000)
  afterAll(() => portal.close())

  test('[C.1] a reply of 20 rows stays within 60 KB and names every parameter', async () => {
    expect(await weigh(owner, {})).toBeLessThanOrEqual(maxReplyBytes)
    const reply = await call(filter, {}, owner)
    expect(filter.reply.safeParse(reply).error?.issues ?? []).toEqual([])
    expectWithinLimits(reply)
    expect([reply.params.length, reply.params_left]).toEqual([parameterCount, 0])
    expect(reply.params.every(({ more }) => more)).toBe(true)
    // The values that the panel shows collapsed come with the reply.
    for (const { values } of reply.params.slice(0, 8)) expect(values.length).toBeGreaterThanOrEqual(5)
    expect([reply.brands.more, reply.tags.more]).toEqual([true, true])
  })

  test('a chosen value is always sent, whatever its position', async () => {
    const last = await call(facetValues, { facet: 'params', param: 200, search: 'значение 499' }, owner)
    const chosen = last.values[0]?.id ?? 0
    const reply = await call(filter, { brand: [900], tags: [300], filter: { 200: [chosen] } }, owner)
    expect(reply.brands.data.filter(({ selected }) => selected).map(({ id }) => id)).toEqual([900])
    expect(reply.tags.data.filter(({ selected }) => selected).map(({ id }) => id)).toEqual([300])
    const parameter = reply.params.find(({ id }) => id === 200)
    expect(parameter?.values.filter(({ selected }) => selected).map(({ id }) => id)).toEqual([chosen])
    expectWithinLimits(reply)
  })

  test('every value is found by typing, with the same count as in the filter', async () => {
    for (const [facet, param, search] of [
      ['params', 150, 'ЗНАЧЕНИЕ 77'],
      ['brands', undefined, 'марка 77'],
      ['tags', undefined, 'ётка 77'],
    ] as const) {
      const { values, more } = await call(facetValues, { facet, param, search, available: 1 }, owner)
      expect(more, facet).toBeUndefined()
      expect(values.length, facet).toBeGreaterThan(0)
      for (const { id, value, count, selected } of values) {
        for (const word of search.toLowerCase().split(' ')) expect(value.toLowerCase(), facet).toContain(word)
        expect(selected).toBe(false)
        const input =
          facet === 'params' ? { filter: { [param]: [id] } } : facet === 'brands' ? { brand: [id] } : { tags: [id] }
        expect((await call(filter, { available: 1, ...input }, owner)).pagination.total, facet).toBe(count)
      }
    }
  })

  test('a search for values answers the first 50 and says that there are more', async () => {
    const { values, more } = await call(facetValues, { facet: 'params', param: 7, search: '' }, owner)
    expect([values.length, more]).toEqual([maxValues, true])
    expect(values.map(({ value }) => value)).toEqual(Array.from({ length: maxValues }, (_, n) => valueName(7, n)))
  })
})

const parameterCount = 200
const valueCount = 500
const goodsCount = 1000

function valueName(parameter: number, n: number): string {
  return `Длинное значение ${n} параметра ${parameter}`
}

function hostileWorld() {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  const valueId = (parameter: number, n: number) => parameter * 1000 + (n % valueCount)
  const goods = numbers(goodsCount).map((n): TestGood => ({
    id: 1000 + n,
    name: `Товар ${n}`,
    brandId: 1 + (n % 900),
    tagIds: [1 + (n % 300)],
    valueIds: numbers(parameterCount).map((parameter) => valueId(parameter + 1, n)),
    prices: { 1: 100 + n },
    stocks: { 1: n % 3 === 0 ? 0 : 5000, 2: 2000 },
  }))
  return {
    brands: numbers(900).map((n) => ({ id: n + 1, name: `Торговая марка ${n}` })),
    tags: numbers(300).map((n) => ({ id: n + 1, name: `Мётка ${n}` })),
    parameters: numbers(parameterCount).map((p) => ({
      id: p + 1,
      name: `Техническая характеристика ${p + 1}, единица`,
      values: numbers(valueCount).map((n) => ({ id: valueId(p + 1, n), value: valueName(p + 1, n) })),
    })),
    priceTypes: [{ id: 1 }],
    warehouses: [{ id: 1 }, { id: 2 }],
    goods,
  }
}

/** An owner with a contract at the first price type and all warehouses. */
async function addBuyer({ db, pool }: TestApp): Promise<number> {
  const ids = async (table: string) =>
    (await pool.query<{ id: number }>(`select id from ${table} order by id`)).rows.map(({ id }) => id)
  const buyer = await addOrganisation(db, 'ООО «Вектор»')
  const [priceTypeId = 0] = await ids('price_types')
  await addContract(db, { ...buyer, priceTypeId, warehouseIds: await ids('warehouses') })
  return addAccount(db, { role: 'owner', organisationId: buyer.organisationId })
}

async function weigh(visitor: Visitor, input: FilterInput): Promise<number> {
  const body = JSON.stringify({ perpage: 20, ...input })
  const response = await visitor.send('/api/filter/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(200)
  return Buffer.byteLength(await response.text())
}

function expectWithinLimits({ brands, tags, params }: FilterReply): void {
  const facets = [brands.data, tags.data, ...params.map(({ values }) => values)] as { selected: boolean }[][]
  for (const values of facets) expect(values.filter(({ selected }) => !selected).length).toBeLessThanOrEqual(maxValues)
}
