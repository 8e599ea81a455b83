import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { filter, type FilterInput } from '#shared/api/catalogue.ts'
import { insertDemoSynonyms } from '#server/doors/demo/searches.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
const { drill, impact, nails, gloves } = goodIds
const bits = 130
const soldOut = 132
const inStock = 133
const coupling = 135
const cover = 136

beforeAll(async () => {
  portal = await startTestApp()
  await insertDemoSynonyms(portal.db)
  shop = await createShop(portal.db, [
    { id: bits, name: 'Набор бит для дрели M8×30, ёмкость 5 л', articul: 'НБ 8.30', prices: { 51: 500 } },
    { id: 131, name: 'Сверло DX-1234-7', articul: 'SV', prices: { 51: 500 } },
    { id: soldOut, name: 'Бур перфоратора левый по металлу', prices: { 51: 500 } },
    { id: inStock, name: 'Бур перфоратора правый', prices: { 51: 500 }, stocks: { 61: 1000 } },
    { id: coupling, name: 'Муфта', articul: 'QW-55', prices: { 51: 500 } },
    { id: cover, name: 'Чехол муфты QW-55', articul: 'QC', prices: { 51: 500 }, stocks: { 61: 1000 } },
    { id: 134, name: 'Тепловентилятор', articul: 'TV-9000', prices: { 52: 500 } },
  ])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 10,
  )
})
afterAll(() => portal.close())

const find = async (query: string, more: FilterInput = {}) =>
  (await call(filter, { query, ...more }, owner)).products.map(({ id }) => id)

test.each([
  ['a case form of the name and category', 'дрелями', [drill, impact, bits]],
  ['a prefix of a word', 'шуруп', [impact]],
  ['ё and е are one', 'шуруповерты', [impact]],
  ['capitals', 'УДАРНАЯ', [drill]],
  ['a brand', 'makita', [drill]],
  ['a category', 'крепёж', [nails]],
  ['a category above', 'инструмент', [drill, impact, gloves]],
  ['an article', 'DX-1234', [drill, 131]],
  ['an article without punctuation, in small letters', 'dx1234', [drill, 131]],
  ['an article in look-alike Cyrillic', 'дх 1234', [drill, 131]],
  ['an article typed in Latin where 1C has Cyrillic', 'AB77', [impact]],
  ['an article typed with a space', 'АВ 77', [impact]],
  ['a part of an article', '1234', [drill, 131]],
  ['a variant’s article', 'пер-l', [gloves]],
  ['a barcode', '4607001234567', [drill]],
  ['a variant’s barcode', '4607009999999', [gloves]],
  ['1C’s code', '00-0077', [drill]],
  ['a size with the wrong alphabet and sign', 'м8х30', [bits]],
  ['the other keyboard layout', 'lhtkm', [drill, impact, bits]],
  ['a brand typed in the Russian layout', 'ьфлшеф', [drill]],
  ['words typed right and in the other layout', 'ударная lhtkm makita', [drill]],
  ['a brand by ear', 'макита', [drill]],
  ['a brand by ear in Latin', 'zubr', [impact, gloves]],
  ['an article by ear', 'дх-1234', [drill, 131]],
  ['a typing error', 'шуропаверт', [impact]],
  ['a number with its unit', '5литров', [bits]],
  ['a value of a parameter', '10 w', [drill]],
  ['what staff calls the same', 'шурик', [impact]],
  ['no article that is like the asked-for one only in part', 'DX-9999', []],
  ['nothing', 'абракадабра', []],
  ['only punctuation', '—…!', []],
])('[P.1] search by %s: %s', async (_what, query, ids) => {
  expect((await find(query)).toSorted((a, b) => a - b)).toEqual(ids)
})

test('hits are ranked: article before name, name before category, all words before all but one', async () => {
  expect((await find('dx1234'))[0]).toBe(drill)
  expect(await find('дрель')).toEqual([drill, bits, impact])
  expect((await find('набор дрель'))[0]).toBe(bits)
  expect(await find('зубр шуруповёрт')).toEqual([impact, gloves])
})

test('of equally ranked hits those in stock come first, but never before hits with more matching words', async () => {
  expect(await find('бур перфоратора')).toEqual([inStock, soldOut])
  expect(await find('бур перфоратора левый')).toEqual([soldOut, inStock])
  expect(await find('qw-55'), 'and after the very article').toEqual([coupling, cover])
})

test('[S.6] a query keeps the requested sorting and search range', async () => {
  expect(await find('дрель', { sorting: { header: 'desc' } })).toEqual([impact, bits, drill])
  expect(await find('дрель', { search_range: 'header' })).toEqual([drill, bits])
  expect(await find('makita', { search_range: 'header' })).toEqual([])
  expect(await find('дрель', { search_range: 'articul' })).toEqual([])
  expect(await find('dx1234', { search_range: 'articul' })).toEqual([drill])
  expect(await find('дрель', { catalog: 13 })).toEqual([])
})

test('an empty answer suggests a spelling that finds something', async () => {
  expect(await find('шуроповёрт')).toEqual([impact])
  const { products, suggestion } = await call(filter, { query: 'шюрупавирт' }, owner)
  expect([products, suggestion]).toEqual([[], 'шуруповерт'])
  expect(await find(suggestion ?? '')).toEqual([impact])
  for (const query of ['ъъъъъъ', 'мешалка'])
    expect([query, (await call(filter, { query }, owner)).suggestion]).toEqual([query, null])
})

test('a spelling is suggested only if it finds goods sold to the buyer under the current filters', async () => {
  const suggested = async (more: FilterInput) =>
    (await call(filter, { query: 'шюрупавирт', ...more }, owner)).suggestion
  expect([await suggested({}), await suggested({ catalog: 11 }), await suggested({ catalog: 13 })]).toEqual([
    'шуруповерт',
    'шуруповерт',
    null,
  ])
  const { wholesale, dealer } = shop.contracts
  for (const [typed, sold] of [
    ['типлавинтилятор', 'тепловентилятор'],
    ['TV-9001', 'TV-9000'],
  ] as const) {
    const under = async (contract: number) => (await call(filter, { query: typed, contract }, owner)).suggestion
    expect([await under(dealer), await under(wholesale)]).toEqual([sold, null])
  }
})

test('an article one typo away is suggested as written on the good, for a variant too', async () => {
  const suggested = async (query: string) => (await call(filter, { query }, owner)).suggestion
  expect([await suggested('DX-1235'), await suggested('дх1224'), await suggested('DX9999')]).toEqual([
    'DX-1234',
    'DX-1234',
    null,
  ])
  expect(await find('DX-1234')).toContain(drill)
})

test('two words typed without a space are found as two words', async () => {
  expect(await find('дрельударная')).toEqual([drill])
  expect(await find('дрельмакита')).toContain(drill)
  expect(await find('перчаткирабочие')).toContain(gloves)
  expect(await find('дрельабракадабра')).toEqual([])
})

test('any query, however hostile, is answered within a second', async () => {
  const words = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('%', '_', "'", '\\', '()', 'а', '1', 'дрель', '\ud83d\ude00', '__proto__'),
    ),
    { maxLength: 200 },
  )
  await fc.assert(
    fc.asyncProperty(
      words.map((parts) => parts.join(' ').replaceAll('\u0000', '').toWellFormed().slice(0, 20_000)),
      async (query) => {
        const startedMs = performance.now()
        const response = await owner.send('/api/filter/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        })
        await response.arrayBuffer()
        expect(response.status).toBe(200)
        expect(performance.now() - startedMs).toBeLessThan(1000)
      },
    ),
    { numRuns: 100 },
  )
})

test('[V.19] no filter input causes a 5xx', async () => {
  const odd = fc.oneof(
    fc.constantFrom(
      null,
      -1,
      0,
      1,
      1.5,
      2 ** 31,
      Infinity,
      '',
      '1',
      'x',
      '\u0000',
      '\ud800',
      true,
      [],
      {},
      [1],
      ['1'],
      [null],
      { 1: [1] },
      { __proto__: 1 },
      { 41: [411, 411, 999] },
    ),
    fc.jsonValue(),
  )
  const fields = [
    'origin',
    'available',
    'new',
    'sale',
    'brand',
    'catalog',
    'contract',
    'warehouse',
    'perpage',
    'byprice',
    'minprice',
    'maxprice',
    'filter',
    'search_range',
    'page',
    'query',
    'sorting',
    'tags',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 5, noNullPrototype: true }),
      async (body) => {
        const response = await owner.send('/api/filter/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
      },
    ),
    { numRuns: 300 },
  )
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [n + 1, [1]]))
  await expect(call(filter, { filter: many }, owner)).rejects.toMatchObject({ code: 'invalid' })
})
