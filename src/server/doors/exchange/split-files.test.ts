import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { catalogueState } from '#tests/support/catalogue/catalogue-state.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, startExchangeApp } from '#tests/support/exchange.ts'
import { document, goodXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { sample, samplesAbsent } from '#tests/support/formats/commerceml.ts'

/** The files of CommerceML 3.1, one kind each, sent as 1C sends them. */

let app: TestApp
let client: Client1c
const apps: TestApp[] = []

beforeEach(async () => {
  app = await startExchangeApp()
  apps.push(app)
  client = client1c(app.origin, account)
})
afterEach(() => exchangeEnded(app.pool))
afterAll(() => Promise.all(apps.map((each) => each.close())))

const catalogue = 'a0000000-0000-4000-8000-000000000001'
const head = `<Ид>${catalogue}</Ид><ИдКлассификатора>${catalogue}</ИдКлассификатора><Наименование>Товары</Наименование>`

/** As 1C wraps each of its lists: an empty Каталог and a Классификатор of changes. */
const listOf = (inner: string) =>
  document(
    `<Каталог СодержитТолькоИзменения="true">${head}</Каталог><Классификатор СодержитТолькоИзменения="true">` +
      `<Ид>${catalogue}</Ид><Наименование>Товары</Наименование>${inner}</Классификатор>`,
  )
const versioned = '<НомерВерсии>AAAAAAAAAAE=</НомерВерсии><ПометкаУдаления>false</ПометкаУдаления>'
const offersOf = (inner: string, full = false) =>
  document(
    `<ПакетПредложений СодержитТолькоИзменения="${!full}"><Ид>${catalogue}#</Ид><ИдКаталога>${catalogue}</ИдКаталога>` +
      `<Предложения>${inner}</Предложения></ПакетПредложений>`,
  )
const goodsOf = (inner: string, full = false) =>
  document(`<Каталог СодержитТолькоИзменения="${!full}">${head}<Товары>${inner}</Товары></Каталог>`)

const restXml = (quantity: number) =>
  `<Остатки><Остаток><Склад><Ид>store-1</Ид><Количество>${quantity}</Количество></Склад></Остаток></Остатки>`

const files: Record<string, string> = {
  'groups_1_1.xml': listOf(
    `<Группы><Группа><Ид>group-1</Ид>${versioned}<Наименование>Кабель</Наименование></Группа></Группы>`,
  ),
  'priceLists_1_1.xml': listOf(
    `<ТипыЦен><ТипЦены><Ид>price-1</Ид>${versioned}<Наименование>Опт 1</Наименование><Валюта>RUB</Валюта>` +
      '<Налог><Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме></Налог></ТипЦены></ТипыЦен>',
  ),
  'storages_1_1.xml': listOf(
    `<Склады><Склад><Ид>store-1</Ид>${versioned}<Наименование>1 СДВ склад</Наименование></Склад></Склады>`,
  ),
  'units_1_1.xml': listOf(
    `<ЕдиницыИзмерения><ЕдиницаИзмерения><Ид>919 </Ид>${versioned}<НаименованиеКраткое>пог/м</НаименованиеКраткое>` +
      '<Код>919 </Код><НаименованиеПолное>погонный метр</НаименованиеПолное></ЕдиницаИзмерения></ЕдиницыИзмерения>',
  ),
  'goods_1_1.xml': goodsOf(
    goodXml({
      id: 'good-1',
      name: 'Кабель ВВГ',
      inner: '<Группы><Ид>group-1</Ид></Группы><БазоваяЕдиница>919</БазоваяЕдиница>',
    }) + goodXml({ id: 'good-2', name: 'Кабель NYM', inner: '<Группы><Ид>group-1</Ид></Группы>' }),
  ),
  'offers_1_1.xml': offersOf(offerXml('good-1', '', 'Кабель ВВГ') + offerXml('good-2', '', 'Кабель NYM')),
  'prices_1_1.xml': offersOf(offerXml('good-1', pricesXml({ 'price-1': '100' }))),
  'rests_1_1.xml': offersOf(offerXml('good-1', restXml(12))),
}

async function state() {
  const { rows } = await app.pool.query(
    `select p.code1c as good, p.unit, g.name as "group", x.price_kopecks as kopecks, t.name as type,
       s.on_hand_milli as milli, w.name as store, p.active
     from products p
       left join product_categories l on l.product_id = p.id left join categories g on g.id = l.category_id
       left join prices x on x.product_id = p.id left join price_types t on t.id = x.price_type_id
       left join stocks s on s.product_id = p.id left join warehouses w on w.id = s.warehouse_id
     order by p.code1c`,
  )
  return rows as unknown[]
}

const complete = [
  {
    good: 'good-1',
    unit: 'пог/м',
    group: 'Кабель',
    kopecks: 12_200,
    type: 'Опт 1',
    milli: 12_000,
    store: '1 СДВ склад',
    active: true,
  },
  expect.objectContaining({ good: 'good-2', group: 'Кабель', kopecks: null, milli: null, active: true }),
]
const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, files[name] ?? '']))
const rejected = async () => (await app.pool.query('select kind, reason from exchange_rejects')).rows as unknown[]

describe('files of one kind each', () => {
  test('in the order of 1C give the catalogue, and change nothing when sent again', async () => {
    await client.exchange(files)
    await exchangeEnded(app.pool)
    expect(await state()).toEqual(complete)
    expect(await rejected()).toEqual([])
    const before = await catalogueState(app.pool)
    await client.exchange(files)
    await exchangeEnded(app.pool)
    expect(await catalogueState(app.pool)).toEqual(before)
  })

  test('in reverse, in sessions of their own, give the same', async () => {
    for (const name of Object.keys(files).toReversed()) await client.exchange(pick([name]))
    await exchangeEnded(app.pool)
    expect(await state()).toEqual(complete)
  })

  test('are independent: goods come before their groups, types of prices and stores have names', async () => {
    await client.exchange(pick(['goods_1_1.xml', 'offers_1_1.xml', 'prices_1_1.xml', 'rests_1_1.xml']))
    await exchangeEnded(app.pool)
    expect(await state()).toMatchObject([{ good: 'good-1', type: 'price-1', store: 'store-1', milli: 12_000 }, {}])
    await client.exchange(pick(['priceLists_1_1.xml', 'storages_1_1.xml', 'units_1_1.xml', 'groups_1_1.xml']))
    await client.exchange(pick(['prices_1_1.xml']))
    await exchangeEnded(app.pool)
    expect(await state()).toEqual(complete)
  })

  test('of changes alone touch only what they name', async () => {
    await client.exchange(files)
    await client.exchange({
      'rests_2_1.xml': offersOf(offerXml('good-1', restXml(0))),
      'prices_2_1.xml': offersOf(offerXml('good-1', pricesXml({ 'price-1': '50' }))),
    })
    await exchangeEnded(app.pool)
    expect(await state()).toMatchObject([
      { good: 'good-1', kopecks: 6100, milli: 0, active: true },
      { good: 'good-2', active: true },
    ])
  })

  test('of which one is cut off leave the others, and no complete list of goods ends any', async () => {
    await client.exchange(files)
    expect(await client.checkauth()).toMatch(/^success/)
    await client.init()
    await client.send('goods_2_1.xml', goodsOf(goodXml({ id: 'good-1', name: 'Кабель ВВГнг' }), true))
    await client.send('rests_2_1.xml', (files['rests_1_1.xml'] ?? '').slice(0, -30))
    expect((await client.import('goods_2_1.xml')).at(-1)).toBe('success')
    expect((await client.import('rests_2_1.xml')).at(-1)).toMatch(/^failure\n/)
    expect((await client.import('units_2_1.xml')).at(-1)).toMatch(/^failure\n/)
    await client.complete()
    await exchangeEnded(app.pool)
    expect(await state()).toMatchObject([
      { good: 'good-1', milli: 12_000 },
      { good: 'good-2', active: true },
    ])
  })
})

describe.skipIf(samplesAbsent)('a real export of 3.1 over the protocol', () => {
  const names = [
    'import.xml',
    'properties/1/import.xml',
    'properties/1/offers.xml',
    'goods/1/import.xml',
    'goods/1/offers.xml',
    'goods/1/prices.xml',
    'goods/1/rests.xml',
  ]
  /** 1C gives each file of a session a name of its own. */
  const sent = (list: string[]) =>
    Object.fromEntries(list.map((name) => [name.replaceAll('/', '_'), sample(`split-3.1/${name}`)]))

  test('gives goods with prices and stock, the same twice and in the other order', async () => {
    await client.exchange(sent(names))
    await exchangeEnded(app.pool)
    const { rows } = await app.pool.query(
      `select (select count(*)::int from products where parent_id is null) as goods,
         (select count(*)::int from warehouses) as stores, (select count(*)::int from price_types) as types,
         (select count(*)::int from prices) as prices`,
    )
    expect(rows).toEqual([{ goods: 21, stores: 12, types: 8, prices: 78 }])
    const before = await catalogueState(app.pool)
    await client.exchange(sent(names))
    await exchangeEnded(app.pool)
    expect(await catalogueState(app.pool)).toEqual(before)
    await client.exchange(sent(names.toReversed()))
    await exchangeEnded(app.pool)
    expect(await catalogueState(app.pool)).toEqual(before)
  })
})
