import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLocalStore } from '#server/platform/files/store.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { samplesAbsent } from '#tests/support/formats/commerceml.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  classifierXml,
  goodXml,
  importXml,
  offersXml,
  offerXml,
  pricesXml,
  propertyXml,
  stocksXml,
  valuesXml,
} from '#tests/support/export-1c.ts'
import { createWorld } from '#tests/support/fixtures.ts'
import { loadExport } from './load.ts'

const samples = '../shared/samples/commerceml'
let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-test-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

let written = 0
/** Loads texts as the files of one session. */
async function load(...texts: string[]) {
  const target = join(folder, String((written += 1)))
  await mkdir(target, { recursive: true })
  const paths = texts.map((_, at) => join(target, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  return loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, paths)
}

async function one(statement: string, ...values: unknown[]): Promise<Record<string, unknown>> {
  const { rows } = await database.pool.query(statement, values)
  return (rows[0] ?? {}) as Record<string, unknown>
}

const product = (code: string) =>
  one('select p.*, b.name as brand from products p left join brands b on b.id = p.brand_id where code1c = $1', code)
const pricesOf = async (code: string) =>
  Object.fromEntries(
    (
      await database.pool.query(
        `select t.code1c, x.price_kopecks from prices x join price_types t on t.id = x.price_type_id
          join products p on p.id = x.product_id where p.code1c = $1`,
        [code],
      )
    ).rows.map((row: { code1c: string; price_kopecks: number }) => [row.code1c, row.price_kopecks]),
  )
const stocksOf = async (code: string) =>
  Object.fromEntries(
    (
      await database.pool.query(
        `select w.code1c, s.on_hand_milli from stocks s join warehouses w on w.id = s.warehouse_id
          join products p on p.id = s.product_id where p.code1c = $1`,
        [code],
      )
    ).rows.map((row: { code1c: string; on_hand_milli: number }) => [row.code1c, row.on_hand_milli]),
  )
const valuesOf = async (code: string) =>
  (
    await database.pool.query(
      `select m.name || '=' || v.value as text from product_parameters l join parameter_values v on v.id = l.value_id
        join parameters m on m.id = v.parameter_id join products p on p.id = l.product_id where p.code1c = $1
        order by 1`,
      [code],
    )
  ).rows.map((row: { text: string }) => row.text)

describe.skipIf(samplesAbsent)('real exports', () => {
  test('one of 2.07 is imported completely, and a second import changes nothing', async () => {
    const deps = { ...database, files: openLocalStore(join(folder, 'store')) }
    const first = await loadExport(deps, [`${samples}/trade-demo-2.07`])
    expect(first.files.map(({ error, counts }) => [error, counts.goods, counts.offers, counts.groups])).toEqual([
      [undefined, { seen: 1197, created: 1197 }, undefined, { seen: 59, created: 59 }],
      [undefined, undefined, { seen: 2641, created: 2100, unchanged: 541 }, undefined],
    ])
    const own = "catalogue_code = 'e0ebf92b-554b-4fbf-8dfa-26e48d6cf943'"
    expect(
      await one(
        `select count(*) filter (where parent_id is null) as goods,
          count(*) filter (where parent_id is not null) as variants from products where ${own}`,
      ),
    ).toEqual({ goods: 1197, variants: 2100 })
    expect(
      await one(`select count(*) as prices from prices x join products p on p.id = x.product_id where ${own}`),
    ).toEqual({ prices: 2641 })
    expect(
      await one(
        `select sum(on_hand_milli)::bigint as milli, count(distinct warehouse_id) as warehouses from stocks s
          join products p on p.id = s.product_id where ${own}`,
      ),
    ).toEqual({ milli: 32_406_500, warehouses: 5 })
    expect(await valuesOf('cfd80454-6c6c-11de-b4b4-00195b6993ba#cfd8045f-6c6c-11de-b4b4-00195b6993ba')).toEqual([
      'Характеристика=30/116, роз/сер',
    ])
    expect(await one("select url from categories where name = 'Холодильники, морозильные камеры'")).toEqual({
      url: 'kholodilniki-morozilnye-kamery',
    })

    const again = await loadExport(deps, [`${samples}/trade-demo-2.07`])
    expect(
      again.files.map(({ counts }) => [counts.goods ?? counts.offers, counts.prices?.changed, counts.stocks?.changed]),
    ).toEqual([
      [{ seen: 1197, unchanged: 1197 }, undefined, undefined],
      [{ seen: 2641, unchanged: 2641 }, undefined, undefined],
    ])
  })

  test('one of split 3.1 is imported; prices in dollars wait for a rate, deleted variants are inactive', async () => {
    const { files } = await loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, [
      `${samples}/split-3.1`,
    ])
    expect(files.every(({ error }) => error === undefined)).toBe(true)
    const own = "catalogue_code = '3471fae0-92bc-47f5-8234-db142906215a'"
    expect(
      await one(
        `select count(*) filter (where parent_id is null) as goods, count(*) filter (where parent_id is not null
          and active) as live, count(*) filter (where not active) as off from products where ${own}`,
      ),
    ).toEqual({ goods: 21, live: 80, off: 6 })
    expect(
      await one("select count(*) as n from exchange_rejects where reason = 'Нет курса USD: цена не продаётся'"),
    ).toEqual({ n: 8 })
  })
})

describe('a good', () => {
  const properties = [
    propertyXml('p-mul', 'Кратность'),
    propertyXml('p-pack', 'В упаковке', 'Число'),
    propertyXml('p-hit', 'Хит'),
    propertyXml('p-new', 'Новинка'),
    propertyXml('p-brand', 'Бренд'),
    propertyXml('p-power', 'Мощность, Вт', 'Число'),
    propertyXml('p-cord', 'Шнур', 'Булево'),
  ].join('')
  const classifier = classifierXml({
    groups:
      '<Группа><Ид>g-1</Ид><Наименование>Дрели и ёмкости</Наименование><Группы><Группа><Ид>g-2</Ид>' +
      '<Наименование>Ударные</Наименование></Группа></Группы></Группа>',
    properties,
  })
  const unit = (okei: string, name: string, more = '') =>
    `<БазоваяЕдиница Код="${okei} ">${name}${more}</БазоваяЕдиница>`

  test('is imported with unit, step, weight, VAT, brand, flags, codes and parameters', async () => {
    const inner = `<Артикул>ДУ-1</Артикул><Штрихкод>4690363024544</Штрихкод>
      ${unit('796', 'шт', '<Пересчет><Единица>778</Единица><Коэффициент>12</Коэффициент></Пересчет>')}
      <Группы><Ид>g-2</Ид></Группы><Описание>Сверлит &amp; долбит</Описание>
      ${valuesXml({
        'p-mul': 'Да',
        'p-hit': 'true',
        'p-new': 'Нет',
        'p-brand': 'Тверь',
        'p-power': '750.00',
        'p-cord': 'true',
        'p-unknown': 'x',
      })}
      <СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование><Ставка>20</Ставка></СтавкаНалога></СтавкиНалогов>
      <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Вес</Наименование>
      <Значение>1.2345</Значение></ЗначениеРеквизита>
      <ЗначениеРеквизита><Наименование>Объём</Наименование><Значение>0,002</Значение></ЗначениеРеквизита>
      <ЗначениеРеквизита><Наименование>Код</Наименование>
      <Значение>00-123</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
    await load(importXml([{ id: 'rich-1', name: 'Дрель', inner }], { classifier }))
    expect(await product('rich-1')).toMatchObject({
      name: 'Дрель',
      articul: 'ДУ-1',
      code: '00-123',
      barcodes: ['4690363024544'],
      brand: 'Тверь',
      description: 'Сверлит & долбит',
      unit: 'шт',
      okei: '796',
      step_milli: 12_000,
      decimals: 0,
      vat: 'general',
      weight_grams: 1235,
      volume_cm3: 2000,
      is_hit: true,
      is_new: false,
      is_sale: false,
      active: true,
    })
    expect(await valuesOf('rich-1')).toEqual(['Бренд=Тверь', 'Кратность=Да', 'Мощность, Вт=750', 'Шнур=Да'])
    expect(
      (
        await database.pool.query(
          "select name from parameters where not filterable and code1c like 'p-%' order by name",
        )
      ).rows,
    ).toEqual([{ name: 'Бренд' }, { name: 'В упаковке' }, { name: 'Кратность' }, { name: 'Новинка' }, { name: 'Хит' }])
    expect(
      await one(
        `select c.url, r.url as parent from categories c join categories r on r.id = c.parent_id
          where c.code1c = 'g-2'`,
      ),
    ).toEqual({ url: 'udarnye', parent: 'dreli-i-emkosti' })
  })

  test.each([
    ['796', { 'p-mul': '5' }, 5000, 0],
    ['796', { 'p-mul': 'Да', 'p-pack': '20' }, 20_000, 0],
    ['796', { 'p-mul': 'Да' }, 1000, 0],
    ['796', { 'p-mul': 'как получится' }, 1000, 0],
    ['796', { 'p-mul': '0' }, 1000, 0],
    ['166', {}, 1000, 2],
    ['166', { 'p-mul': '0,25' }, 250, 0],
    ['166', { 'p-mul': '0.001' }, 10, 0],
  ])('[E.4] of unit %s with %j has a step of %i thousandths', async (okei, values, step, decimals) => {
    await load(importXml([{ id: 'step-1', inner: unit(okei, '') + valuesXml(values) }], { classifier }))
    expect(await product('step-1')).toMatchObject({ step_milli: step, decimals })
  })

  test('has Изготовитель as its brand, before any property; spellings of a brand are one', async () => {
    await load(
      importXml(
        [
          {
            id: 'brand-1',
            inner:
              '<Изготовитель><Ид>1</Ид><Наименование>Makita</Наименование>' +
              `</Изготовитель>${valuesXml({ 'p-brand': 'Другой' })}`,
          },
          { id: 'brand-2', inner: valuesXml({ 'p-brand': 'MAKITA ' }) },
        ],
        { classifier },
      ),
    )
    expect([(await product('brand-1')).brand, (await product('brand-2')).brand]).toEqual(['Makita', 'Makita'])
  })

  test('keeps its group’s url when the group is renamed; a group imported later gets its goods', async () => {
    await load(importXml([{ id: 'late-1', inner: '<Группы><Ид>g-late</Ид></Группы>' }]))
    await load(
      importXml([], {
        classifier: classifierXml({ groups: '<Группа><Ид>g-late</Ид><Наименование>Позже</Наименование></Группа>' }),
      }),
    )
    await load(
      importXml([], {
        classifier: classifierXml({
          groups: '<Группа><Ид>g-late</Ид><Наименование>Совсем иначе</Наименование></Группа>',
        }),
      }),
    )
    expect(
      await one(
        `select c.name, c.url, c.active from products p join product_categories l on l.product_id = p.id
          join categories c on c.id = l.category_id where p.code1c = 'late-1'`,
      ),
    ).toEqual({ name: 'Совсем иначе', url: 'pozzhe', active: true })
  })

  test('keeps flags that the export does not contain', async () => {
    await load(importXml([{ id: 'staff-1' }], { classifier }))
    await database.pool.query("update products set is_sale = true, is_hit = true where code1c = 'staff-1'")
    await load(importXml([{ id: 'staff-1', name: 'Иначе', inner: valuesXml({ 'p-hit': 'Нет' }) }]))
    expect(await product('staff-1')).toMatchObject({ name: 'Иначе', is_sale: true, is_hit: false })
  })
})

describe('variants', () => {
  test("inherit the good's fields, also when they change, and are distinguished by their parameters", async () => {
    const good = (articul: string, brand: string) =>
      goodXml({
        id: 'v-1',
        name: 'Куртка',
        inner:
          `<Артикул>${articul}</Артикул><Изготовитель><Наименование>${brand}</Наименование></Изготовитель>` +
          '<БазоваяЕдиница Код="839">компл</БазоваяЕдиница>',
      })
    const characteristics =
      '<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>XL</Значение>' +
      '</ХарактеристикаТовара></ХарактеристикиТовара>'
    await load(
      offersXml([
        offerXml('v-1#a', characteristics + pricesXml({ t: '100' }), 'Куртка XL'),
        offerXml('v-1#b', stocksXml({ w: 3 }), 'Куртка (42, синий (т.))'),
      ]),
      importXml([good('К-1', 'Тверь')]),
    )
    expect(await product('v-1#a')).toMatchObject({
      name: 'Куртка XL',
      articul: 'К-1',
      brand: 'Тверь',
      unit: 'компл',
      okei: '839',
    })
    expect([await valuesOf('v-1#a'), await valuesOf('v-1#b')]).toEqual([
      ['Размер=XL'],
      ['Характеристика=42, синий (т.)'],
    ])
    expect([await pricesOf('v-1#a'), await stocksOf('v-1#b')]).toEqual([{ t: 10_000 }, { w: 3000 }])
    await load(importXml([good('К-2', 'Рысь')]))
    expect(await product('v-1#a')).toMatchObject({ name: 'Куртка XL', articul: 'К-2', brand: 'Рысь' })
  })

  test('marked as deleted become inactive, and a later price does not reactivate them', async () => {
    await load(
      importXml([{ id: 'v-2' }]),
      offersXml([
        '<Предложение><Ид>v-2#x</Ид><ПометкаУдаления>true</ПометкаУдаления><Наименование>X</Наименование>' +
          '</Предложение>',
      ]),
      offersXml([offerXml('v-2#x', pricesXml({ t: '7' }))]),
    )
    expect(await product('v-2#x')).toMatchObject({ active: false })
  })

  test('an empty characteristic is the good itself', async () => {
    await load(
      importXml([{ id: 'v-3' }]),
      offersXml([offerXml('v-3#00000000-0000-0000-0000-000000000000', pricesXml({ t: '7' }))]),
    )
    expect([await pricesOf('v-3'), await one("select count(*) as n from products where code1c like 'v-3#%'")]).toEqual([
      { t: 700 },
      { n: 0 },
    ])
  })
})

describe('prices and stock', () => {
  const types =
    '<ТипыЦен><ТипЦены><Ид>net</Ид><Наименование>Без НДС</Наименование><Валюта>руб.</Валюта><Налог>' +
    '<Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме></Налог></ТипЦены><ТипЦены><Ид>rrc</Ид>' +
    '<Наименование>Рекомендованная</Наименование><Валюта>RUB</Валюта></ТипЦены></ТипыЦен>'

  const taxed = (id: string, rate: string) =>
    importXml([
      {
        id,
        inner:
          `<СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование><Ставка>${rate}</Ставка></СтавкаНалога>` +
          '</СтавкиНалогов>',
      },
    ])

  test('prices are per base unit with VAT, rounded half up; 0 is unsold, a full load drops absent types', async () => {
    await load(
      importXml([{ id: 'm-1' }]),
      offersXml([offerXml('m-1', pricesXml({ net: '1 000,05', rrc: '12.345' }, '<Коэффициент>10</Коэффициент>'))], {
        head: types,
      }),
    )
    // 100,005 ₽ + 22 % = 122,0061 ₽; 1,2345 ₽.
    expect(await pricesOf('m-1')).toEqual({ net: 12_201, rrc: 123 })
    expect(await one("select is_rrc, vat_included from price_types where code1c = 'rrc'")).toEqual({
      is_rrc: true,
      vat_included: true,
    })
    await load(offersXml([offerXml('m-1', pricesXml({ net: '0' }))]))
    expect(await pricesOf('m-1')).toEqual({ rrc: 123 })
    await load(offersXml([offerXml('m-1', pricesXml({ net: '1' }))], { head: types, full: true }))
    expect(await pricesOf('m-1')).toEqual({ net: 122 })
  })

  test('prices without VAT follow a new VAT rate of the good and its variants without being sent again', async () => {
    const perTen = '<Коэффициент>10</Коэффициент>'
    const offers = offersXml(
      [
        offerXml('vat-1', pricesXml({ net: '1 000,05', gross: '500' }, perTen)),
        offerXml('vat-1#a', pricesXml({ net: '3.33' }, perTen)),
      ],
      { head: types },
    )
    await load(taxed('vat-1', '22'), offers)
    expect([await pricesOf('vat-1'), await pricesOf('vat-1#a')]).toEqual([{ net: 12_201, gross: 5000 }, { net: 41 }])

    const { n } = await one("select count(*) as n from catalogue_changes where kind = 'rebuild'")
    const { files } = await load(taxed('vat-1', '10'))
    expect(files[0]?.counts.prices).toEqual({ changed: 2 })
    expect([await pricesOf('vat-1'), await pricesOf('vat-1#a')]).toEqual([{ net: 11_001, gross: 5000 }, { net: 37 }])
    expect(await one("select count(*) > $1 as rebuilt from catalogue_changes where kind = 'rebuild'", n)).toEqual({
      rebuilt: true,
    })

    await load(taxed('vat-1', 'Без НДС'))
    expect([await pricesOf('vat-1'), await pricesOf('vat-1#a')]).toEqual([{ net: 10_001, gross: 5000 }, { net: 33 }])
    // Nothing is lost by rounding: at the first rate again they equal those computed from 1C's prices.
    await load(taxed('vat-1', '22'))
    const again = await load(offers)
    expect(again.files[0]?.counts.prices).toEqual({ seen: 3, unchanged: 3 })
  })

  test('prices that include VAT stay when the rate changes', async () => {
    const price = (included: string) =>
      offersXml(
        [
          offerXml(
            'vat-2',
            pricesXml(
              { net: '122' },
              `<Налог><Наименование>НДС</Наименование><УчтеноВСумме>${included}</УчтеноВСумме></Налог>`,
            ),
          ),
        ],
        { head: types },
      )
    await load(taxed('vat-2', '0'), price('false'))
    const { files } = await load(price('true'))
    expect(files[0]?.counts.prices).toEqual({ seen: 1, unchanged: 1 })
    await load(taxed('vat-2', '22'))
    expect(await pricesOf('vat-2')).toEqual({ net: 12_200 })
  })

  test('beside a total a missing warehouse is 0; a lone total goes to the default; negative stock stays', async () => {
    await load(
      importXml([{ id: 's-1' }]),
      offersXml([offerXml('s-1', `<Количество>7</Количество>${stocksXml({ a: '5', b: 2 })}`)]),
    )
    expect(await stocksOf('s-1')).toEqual({ a: 5000, b: 2000 })
    await load(offersXml([offerXml('s-1', `<Количество>5</Количество>${stocksXml({ a: 5 })}`)]))
    expect(await stocksOf('s-1')).toEqual({ a: 5000, b: 0 })
    await load(offersXml([offerXml('s-1', stocksXml({ b: '-1.5' }))]))
    expect(await stocksOf('s-1')).toEqual({ a: 5000, b: -1500 })
    await load(importXml([{ id: 's-2' }]), offersXml([offerXml('s-2', '<Количество>3</Количество>')]))
    expect(await stocksOf('s-2')).toEqual({ 'основной-склад': 3000 })
    await load(
      offersXml([
        offerXml('s-2', '<Остатки><Остаток><Склад><Ид>a</Ид><Количество>4</Количество></Склад></Остаток></Остатки>'),
      ]),
    )
    expect(await stocksOf('s-2')).toEqual({ 'основной-склад': 0, a: 4000 })
  })

  test('invalid figures are rejected individually', async () => {
    const { files } = await load(
      importXml([{ id: 'bad-1' }]),
      offersXml([offerXml('bad-1', pricesXml({ net: 'дорого', t: '5' }) + stocksXml({ a: 'много', b: 1 }))]),
    )
    expect([await pricesOf('bad-1'), await stocksOf('bad-1')]).toEqual([{ t: 500 }, { b: 1000 }])
    expect(
      (
        await database.pool.query('select reason from exchange_rejects where run_id = $1 order by reason', [
          files[1]?.runId,
        ])
      ).rows,
    ).toEqual([{ reason: 'Неверная цена «дорого»' }, { reason: 'Неверный остаток «много»' }])
  })
})

describe('a stock record of a good', () => {
  afterEach(() => writeSetting(database.db, 'stock.meaning', 'free'))

  /** An order line that reserves 4 units of a good, confirmed by 1C or not. */
  async function reserve(code: string, confirmedAt: Date | null): Promise<void> {
    await load(
      importXml([{ id: code }]),
      offersXml([offerXml(code, `<Количество>10</Количество>${stocksXml({ 'w-r': 10 })}`)]),
    )
    const world = await createWorld(database.db)
    const number = `T-${code}`
    const { id } = await one(
      `insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, delivery_method_id,
        confirmed_at)
       values ($1, $2, $3, $4, 5, 0, 3, $5) returning id`,
      number,
      world.organisationId,
      world.contractId,
      world.ownerId,
      confirmedAt,
    )
    await database.pool.query(
      `insert into order_lines (order_id, position, product_id, warehouse_id, name, articul, unit, quantity_milli,
        price_kopecks, sum_kopecks, reserved_milli)
       select $1, 1, s.product_id, s.warehouse_id, '', '', 'шт', 4000, 0, 0, 4000 from stocks s
       join products p on p.id = s.product_id where p.code1c = $2`,
      [id, code],
    )
    await database.pool.query(
      'update stocks s set reserved_milli = 4000 from products p where p.id = s.product_id and p.code1c = $1',
      [code],
    )
  }
  const reserved = (code: string) =>
    one(
      `select s.on_hand_milli, s.reserved_milli, l.reserved_milli as line from stocks s
        join products p on p.id = s.product_id join order_lines l on l.product_id = p.id where p.code1c = $1`,
      code,
    )
  const record = (code: string, quantity = 6) =>
    offersXml([offerXml(code, `<Количество>${quantity}</Количество>${stocksXml({ 'w-r': quantity })}`)])

  test('ends the reservation of an order confirmed by 1C before', async () => {
    await reserve('r-1', new Date(Date.now() - 60_000))
    await load(record('r-1'))
    expect(await reserved('r-1')).toEqual({ on_hand_milli: 6000, reserved_milli: 0, line: 0 })
  })

  test('ends the reservation even if the figure is unchanged', async () => {
    await reserve('r-2', new Date(Date.now() - 60_000))
    await load(record('r-2', 10))
    expect(await reserved('r-2')).toEqual({ on_hand_milli: 10_000, reserved_milli: 0, line: 0 })
  })

  test('keeps the reservation of an order not confirmed, or confirmed after the figures arrived', async () => {
    await reserve('r-3', null)
    await load(record('r-3'))
    expect(await reserved('r-3')).toMatchObject({ reserved_milli: 4000, line: 4000 })
    await database.pool.query("update orders set confirmed_at = now() + interval '1 hour' where number = 'T-r-3'")
    await load(record('r-3', 7))
    expect(await reserved('r-3')).toMatchObject({ reserved_milli: 4000, line: 4000 })
  })

  test('keeps the stock of warehouses that it does not name', async () => {
    await reserve('r-5', new Date(Date.now() - 60_000))
    await load(offersXml([offerXml('r-5', stocksXml({ 'w-other': 3 }))]))
    expect(await reserved('r-5')).toMatchObject({ reserved_milli: 4000, line: 4000 })
  })

  test('keeps reservations if the figures include ordered goods', async () => {
    await reserve('r-4', new Date(Date.now() - 60_000))
    await writeSetting(database.db, 'stock.meaning', 'onHand')
    await load(record('r-4'))
    expect(await reserved('r-4')).toMatchObject({ reserved_milli: 4000, line: 4000 })
  })
})
