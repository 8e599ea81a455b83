import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filter, product } from '#shared/api/catalogue.ts'
import { showParameters, staffParameters } from '#shared/api/staff/parameters.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import {
  classifierXml,
  importXml,
  offerXml,
  offersXml,
  pricesXml,
  propertyXml,
  valuesXml,
} from '#tests/support/export-1c.ts'
import { addAccount, addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { truncateTables } from '#tests/support/truncate.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { loadExport } from '../command/load.ts'

let portal: TestApp
let folder: string
let content: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'exchange-parameters-'))
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => truncateTables(portal.pool, ['products', 'parameters', 'exchange_sessions']))

async function load(...texts: string[]): Promise<void> {
  const paths = texts.map((_, at) => join(folder, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadExport({ ...portal, files: openLocalStore(join(folder, 'store')) }, paths)
  expect(files.map(({ error }) => error)).toEqual(texts.map(() => undefined))
}

const names = {
  serial: 'Номер чертежа',
  cell: 'Партия',
  power: 'Мощность, Вт',
  depth: 'Глубина',
  size: 'Размер',
  color: 'Цвет',
  supplier: ' ПОСТАВЩИК ',
  place: 'Место  хранения:',
  number: 'Серийный номер',
}
const classifier = classifierXml({
  properties: Object.entries(names)
    .map(([id, name]) => propertyXml(id, name, id === 'depth' ? 'Число' : 'Строка'))
    .join(''),
})

/** 100 goods: each has its own number, 70 of them their own batch, and all one of ten powers. */
const hundred = (changed = '') =>
  importXml(
    Array.from({ length: 100 }, (_, n) => ({
      id: `g${n}`,
      inner: valuesXml({
        serial: `SN-${n}${changed}`,
        cell: n < 70 ? `А-${n}` : `Б-${n % 10}`,
        power: String(100 * (n % 10)),
        depth: n === 0 ? '12' : '-999999999,9',
      }),
    })),
    { classifier },
  )
const parameter = async (name: string) =>
  (await call(staffParameters, {}, content)).items.find(({ exchange_header }) => exchange_header.trim() === name)

test('a parameter with a distinct value for nearly every good starts hidden in the filter and the card', async () => {
  await load(hundred())
  expect(await parameter('Номер чертежа')).toMatchObject({
    goods: 100,
    values: 100,
    filter: false,
    card: false,
    hidden_because: 'ownValues',
    by_hand: [],
  })
  expect(await parameter('Партия')).toMatchObject({
    goods: 100,
    values: 80,
    filter: false,
    card: false,
    hidden_because: 'ownValues',
  })
  expect(await parameter('Мощность, Вт')).toMatchObject({
    goods: 100,
    values: 10,
    filter: true,
    card: true,
    hidden_because: null,
  })
  expect((await parameter('Мощность, Вт'))?.examples).toHaveLength(5)
})

test('a parameter meant for the seller starts hidden, however few its values; staff can show it', async () => {
  await load(
    importXml(
      ['a', 'b'].map((id) => ({
        id,
        inner: valuesXml({ supplier: 'ООО «Восток»', place: 'Склад 2', number: '7', color: 'синий' }),
      })),
      { classifier },
    ),
  )
  const hidden = { filter: false, card: false, hidden_because: 'internal' }
  for (const name of ['ПОСТАВЩИК', 'Место  хранения:', 'Серийный номер'])
    expect(await parameter(name)).toMatchObject(hidden)
  expect(await parameter('Цвет')).toMatchObject({ filter: true, card: true, hidden_because: null })
  const supplier = (await parameter('ПОСТАВЩИК'))?.id ?? 0
  await call(showParameters, { ids: [supplier], filter: 'yes', card: 'yes' }, content)
  expect(await parameter('ПОСТАВЩИК')).toMatchObject({ filter: true, card: true, by_hand: ['filter', 'card'] })
})

test.each([
  'Поставщик (основной)',
  'Наименование поставщика',
  'Поставщики',
  'Ячейка склада',
  'Адрес ячейки',
  'Место хранения на складе',
  'Себестоимость, руб',
  'Закупочная цена (последняя)',
  'Цена закупки, руб.',
  'Заводской номер изделия',
  'Менеджер',
  'Служебное примечание',
  'Внутренний код',
])('%j is meant for the seller and starts hidden', async (name) => {
  await load(
    importXml([{ id: 'a', inner: valuesXml({ p: 'да' }) }], {
      classifier: classifierXml({ properties: propertyXml('p', name) }),
    }),
  )
  expect(await parameter(name)).toMatchObject({ filter: false, card: false, hidden_because: 'internal' })
})

test.each([
  'Страна поставщика',
  'Артикул поставщика',
  'Размер ячейки, мм',
  'Количество ячеек',
  'Место установки',
  'Условия хранения',
  'Внутренний диаметр',
  'Складной',
  'Стоимость доставки',
])('%j is meant for buyers and starts visible', async (name) => {
  await load(
    importXml([{ id: 'a', inner: valuesXml({ p: 'да' }) }], {
      classifier: classifierXml({ properties: propertyXml('p', name) }),
    }),
  )
  expect(await parameter(name)).toMatchObject({ filter: true, card: true, hidden_because: null })
})

describe('‘Характеристика’', () => {
  const variant = (name: string, properties: Record<string, string> = {}) => {
    const characteristics =
      `<ХарактеристикаТовара><Наименование>Характеристика</Наименование><Значение>${name}</Значение>` +
      '</ХарактеристикаТовара>'
    return offerXml(
      `c#${name}`,
      `<ХарактеристикиТовара>${characteristics}</ХарактеристикиТовара>${valuesXml(properties)}${pricesXml({ t: '5' })}`,
      'Куртка',
    )
  }
  const characteristic = () => parameter('Характеристика')

  test('starts hidden if properties of the variant or its good have the same values', async () => {
    await load(
      importXml([{ id: 'c', inner: valuesXml({ color: 'Синий' }) }], { classifier }),
      offersXml([
        variant('42, синий', { size: '42' }),
        variant('44, синий', { size: '44' }),
        variant('46, синий', { size: '46' }),
        variant('прочая'),
      ]),
    )
    expect(await characteristic()).toMatchObject({ goods: 4, filter: false, card: false, hidden_because: 'repeated' })
  })

  test.each(['42/синий', 'синий / 42', '42 синий', '42; Синий', 'Синий (42)', '42|синий'])(
    'starts hidden if it repeats them as %j',
    async (name) => {
      await load(
        importXml([{ id: 'c', inner: valuesXml({ color: 'Синий' }) }], { classifier }),
        offersXml([variant(name, { size: '42' })]),
      )
      expect(await characteristic()).toMatchObject({ hidden_because: 'repeated' })
    },
  )

  test('stays visible if its size differs from the property', async () => {
    await load(
      importXml([{ id: 'c', inner: valuesXml({ color: 'Синий' }) }], { classifier }),
      offersXml([variant('43/синий', { size: '42' })]),
    )
    expect(await characteristic()).toMatchObject({ hidden_because: null })
  })

  test('stays visible if nothing else distinguishes variants', async () => {
    await load(
      importXml([{ id: 'c', inner: valuesXml({ color: 'Синий' }) }], { classifier }),
      offersXml([variant('42, синий'), variant('44, синий'), variant('46, синий', { size: '46' })]),
    )
    expect(await characteristic()).toMatchObject({ goods: 3, filter: true, card: true, hidden_because: null })
  })
})

test('an export never overrides staff’s choice, and 1C’s values and names are still imported', async () => {
  await load(hundred())
  const [serial, power] = [await parameter('Номер чертежа'), await parameter('Мощность, Вт')]
  await call(showParameters, { ids: [serial?.id ?? 0], filter: 'yes' }, content)
  await call(showParameters, { ids: [power?.id ?? 0], filter: 'no', card: 'no' }, content)
  await load(hundred('-new').replace('Номер чертежа', 'Номер рисунка'))
  expect(await parameter('Номер рисунка')).toMatchObject({
    filter: true,
    card: false,
    by_hand: ['filter'],
    examples: expect.arrayContaining(['SN-0-new']) as string[],
  })
  expect(await parameter('Мощность, Вт')).toMatchObject({ filter: false, card: false, by_hand: ['filter', 'card'] })
  await call(showParameters, { ids: [serial?.id ?? 0, power?.id ?? 0], filter: 'auto', card: 'auto' }, content)
  expect(await parameter('Номер рисунка')).toMatchObject({ filter: false, by_hand: [], hidden_because: 'ownValues' })
  expect(await parameter('Мощность, Вт')).toMatchObject({ filter: true, card: true })
})

test('distinct values of only 49 goods stay in the filter', async () => {
  await load(
    importXml(
      Array.from({ length: 49 }, (_, n) => ({ id: `g${n}`, inner: valuesXml({ serial: `SN-${n}` }) })),
      { classifier },
    ),
  )
  expect(await parameter('Номер чертежа')).toMatchObject({
    goods: 49,
    values: 49,
    filter: true,
    card: true,
    hidden_because: null,
  })
})

test('1C’s zero GUID is not a value in properties, characteristics and requisites', async () => {
  const empty = [
    '-999999999,9',
    '-999999999,90',
    '\u2212999999999,9',
    '-999 999 999.9',
    '-999999999',
    '-9999999999999,99',
  ]
  const head = '<ТипыЦен><ТипЦены><Ид>t</Ид><Наименование>Опт</Наименование><Валюта>RUB</Валюта></ТипЦены></ТипыЦен>'
  const goods = empty.map((value, n) => ({
    id: `e${n}`,
    inner: `${valuesXml({ depth: value, power: value })}<ЗначенияРеквизитов><ЗначениеРеквизита>
      <Наименование>Вес</Наименование><Значение>${value}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>
      <ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Длина</Наименование>
      <Значение>${value}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`,
  }))
  await load(
    importXml([...goods, { id: 'real', inner: valuesXml({ depth: '-99', power: '-999' }) }], { classifier }),
    offersXml(
      ['real', ...goods.map(({ id }) => id)].map((id) => offerXml(id, pricesXml({ t: '10' }))),
      { head },
    ),
  )
  const { rows } = await portal.pool.query('select v.value from parameter_values v order by v.value')
  expect(rows).toEqual([{ value: '-99' }, { value: '-999' }])
  const { rows: weights } = await portal.pool.query('select 1 from products where weight_grams is not null')
  expect(weights).toEqual([])

  const buyer = await addOrganisation(portal.db, 'ООО «Вектор»')
  const [type] = (await portal.pool.query<{ id: number }>("select id from price_types where code1c = 't'")).rows
  await addContract(portal.db, { ...buyer, priceTypeId: type?.id ?? 0, warehouseIds: [] })
  const owner = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: buyer.organisationId }),
  )
  const { products } = await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === empty.length + 1,
    20_000,
  )
  for (const { id, header } of products)
    expect((await call(product, { id }, owner)).product.params.length, header).toBe(header === 'Товар real' ? 2 : 0)
})
