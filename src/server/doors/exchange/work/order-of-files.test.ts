import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalStore } from '#server/platform/files/store.ts'
import { catalogueState } from '#tests/support/catalogue/catalogue-state.ts'
import { samplesAbsent } from '#tests/support/formats/commerceml.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  classifierXml,
  document,
  goodXml,
  importXml,
  offersXml,
  offerXml,
  pricesXml,
  propertyXml,
  valuesXml,
} from '#tests/support/export-1c.ts'
import { loadExport } from '../command/load.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'order-of-files-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

let sessions = 0
/** Loads texts as the files of one session; returns the counts of each. */
async function load(...texts: string[]) {
  const target = join(folder, String((sessions += 1)))
  await mkdir(target)
  const paths = texts.map((_, at) => join(target, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadPaths(database, paths)
  return files.map(({ counts }) => counts)
}

async function loadPaths(into: TestDatabase, paths: string[]) {
  const loaded = await loadExport({ ...into, files: openLocalStore(join(folder, 'store')) }, paths)
  expect(loaded.files.map(({ error }) => error)).toEqual(loaded.files.map(() => undefined))
  return loaded
}

async function productOf(code: string) {
  const { rows } = await database.pool.query(
    `select p.step_milli as step, p.unit, p.is_hit as hit, p.active, b.name as brand,
       array(select m.name || '=' || v.value from product_parameters l join parameter_values v on v.id = l.value_id
         join parameters m on m.id = v.parameter_id where l.product_id = p.id order by 1) as "values"
     from products p left join brands b on b.id = p.brand_id where p.code1c = $1`,
    [code],
  )
  return rows[0] as {
    step: number
    unit: string
    hit: boolean
    active: boolean
    brand: string | null
    values: string[]
  }
}

const red = '0a1b2c3d-0000-4000-8000-00000000000a'
const dictionary = (id: string, name: string, values: Record<string, string>) => {
  const each = Object.entries(values).map(
    ([code, value]) => `<Справочник><ИдЗначения>${code}</ИдЗначения><Значение>${value}</Значение></Справочник>`,
  )
  return `<Свойство><Ид>${id}</Ид><Наименование>${name}</Наименование><ТипЗначений>Справочник</ТипЗначений>
    <ВариантыЗначений>${each.join('')}</ВариантыЗначений></Свойство>`
}
const characteristics = (values: Record<string, string>) => {
  const each = Object.entries(values).map(
    ([name, value]) =>
      `<ХарактеристикаТовара><Наименование>${name}</Наименование><Значение>${value}</Значение></ХарактеристикаТовара>`,
  )
  return `<ХарактеристикиТовара>${each.join('')}</ХарактеристикиТовара>`
}
const parametersNamed = async (name: string) =>
  (
    await database.pool.query('select id, code1c, name from parameters where lower(name) = lower($1) order by id', [
      name,
    ])
  ).rows as { id: number; code1c: string; name: string }[]

describe('goods imported before their properties', () => {
  const unit = '<БазоваяЕдиница>995</БазоваяЕдиница>'
  const values = valuesXml({ 'w-step': '6', 'w-hit': 'true', 'w-brand': 'Рысь', 'w-color': red, 'w-never': 'что-то' })
  const properties = propertyXml('w-step', 'Кратность') + propertyXml('w-hit', 'Хит') + propertyXml('w-brand', 'Бренд')
  const units =
    '<ЕдиницыИзмерения><ЕдиницаИзмерения><Код>995</Код><НаименованиеКраткое>бухта</НаименованиеКраткое>' +
    '</ЕдиницаИзмерения></ЕдиницыИзмерения>'
  const classifier = (inner: string) =>
    document(`<Классификатор><Ид>k</Ид><Наименование>К</Наименование>${inner}</Классификатор>`)

  test('get their values when the properties arrive in another file or session; a repeat changes nothing', async () => {
    const goods = importXml([{ id: 'w-1', inner: unit + values }])
    const first = classifier(`<Свойства>${properties}${dictionary('w-color', 'Цвет', {})}</Свойства>`)
    const second = classifier(`${units}<Свойства>${dictionary('w-color', 'Цвет', { [red]: 'красный' })}</Свойства>`)
    await load(goods, first)
    expect(await productOf('w-1')).toMatchObject({
      step: 6000,
      hit: true,
      brand: 'Рысь',
      values: ['Бренд=Рысь', 'Кратность=6'],
    })
    const [late] = await load(second)
    expect(late).toMatchObject({ goods: { changed: 1 } })
    expect(await productOf('w-1')).toMatchObject({
      step: 6000,
      unit: 'бухта',
      values: ['Бренд=Рысь', 'Кратность=6', 'Цвет=красный'],
    })
    const state = await catalogueState(database.pool)
    expect(await load(goods, first, second)).toMatchObject([
      { goods: { seen: 1, unchanged: 1 } },
      { properties: { seen: 4, unchanged: 4 } },
      {},
    ])
    expect(await catalogueState(database.pool)).toEqual(state)
  })

  test('get their values within one file, and so do variants', async () => {
    const goods = goodXml({ id: 'w-2', inner: valuesXml({ 'w2-brand': 'Тверь' }) })
    await load(
      offersXml([offerXml('w-2#a', valuesXml({ 'w2-size': 'XL', 'w2-step': '12' }), 'Куртка')]),
      document(`<Каталог><Ид>c</Ид><Товары>${goods}</Товары></Каталог>
        <Классификатор><Ид>k</Ид>
        <Свойства>${propertyXml('w2-brand', 'Производитель')}${propertyXml('w2-size', 'Рост')}</Свойства>
        </Классификатор>`),
      classifier(`<Свойства>${propertyXml('w2-step', 'Кратность')}</Свойства>`),
    )
    expect(await productOf('w-2')).toMatchObject({ brand: 'Тверь', step: 1000 })
    expect(await productOf('w-2#a')).toMatchObject({
      brand: 'Тверь',
      step: 12_000,
      values: ['Кратность=12', 'Рост=XL'],
    })
  })

  test('stay inactive if inactive, keep their names, and lose what a later record omits', async () => {
    await load(
      importXml([
        { id: 'w-3', inner: valuesXml({ 'w3-a': 'x' }) },
        { id: 'w-4', inner: valuesXml({ 'w3-a': 'x', 'w3-b': 'y' }) },
      ]),
    )
    await load(
      importXml([
        { id: 'w-3', attributes: 'Статус="Удален"' },
        { id: 'w-4', inner: valuesXml({ 'w3-b': 'y' }) },
      ]),
    )
    await load(classifier(`<Свойства>${propertyXml('w3-a', 'А')}${propertyXml('w3-b', 'Б')}</Свойства>`))
    expect([await productOf('w-3'), await productOf('w-4')]).toMatchObject([
      { active: false, values: [] },
      { active: true, values: ['Б=y'] },
    ])
    await load(importXml([{ id: 'w-3', inner: valuesXml({ 'w3-a': 'x' }) }]))
    expect(await productOf('w-3')).toMatchObject({ active: true, values: ['А=x'] })
    const { rows } = await database.pool.query(
      "select 1 from exchange_undescribed u join products p on p.id = u.product_id where p.code1c in ('w-3', 'w-4')",
    )
    expect(rows).toEqual([])
  })

  test('get their values even if they exceed one transaction', async () => {
    await load(
      importXml(
        Array.from({ length: 450 }, (_, at) => ({
          id: `w-many-${at}`,
          inner: valuesXml({ 'w-many': String(at % 7) }),
        })),
      ),
    )
    await load(classifier(`<Свойства>${propertyXml('w-many', 'Ряд')}</Свойства>`))
    const { rows } = await database.pool.query(
      `select count(*) as n from product_parameters l join parameter_values v on v.id = l.value_id
        join parameters m on m.id = v.parameter_id where m.code1c = 'w-many'`,
    )
    expect(rows).toEqual([{ n: 450 }])
  })
})

const valuesOfSold = `select p.code1c || ' ' || m.code1c || ' ' || m.name || ' ' || v.value as text
  from product_parameters l
  join products p on p.id = l.product_id join parameter_values v on v.id = l.value_id join parameters m
    on m.id = v.parameter_id where p.active order by 1`

describe.skipIf(samplesAbsent)('a real export of 3.1', () => {
  const folderOf = '../shared/samples/commerceml/split-3.1'
  const files = [
    'import.xml',
    'properties/1/import.xml',
    'properties/1/offers.xml',
    'goods/1/import.xml',
    'goods/1/offers.xml',
    'goods/1/prices.xml',
    'goods/1/rests.xml',
  ]

  test('gives the same result whether its properties come first or last', async () => {
    const [straight, turned] = [await openTestDatabase(), await openTestDatabase()]
    try {
      await loadPaths(
        straight,
        files.map((name) => join(folderOf, name)),
      )
      const [head = '', one = '', two = '', ...rest] = files
      await loadPaths(
        turned,
        [head, ...rest, two, one].map((name) => join(folderOf, name)),
      )
      const inOrder = await catalogueState(straight.pool)
      const { parameters: _first, values: _some, ...expected } = inOrder
      const { parameters: _second, values: _others, ...actual } = await catalogueState(turned.pool)
      // The order of parameters is that of arrival; a variant that arrived as deleted is planned anew if it comes
      // back.
      expect(actual).toEqual(expected)
      const shown = async ({ pool }: TestDatabase) =>
        (await pool.query(valuesOfSold)).rows.map(({ text }: { text: string }) => text)
      expect(await shown(turned)).toEqual(await shown(straight))
      expect((await shown(turned)).length).toBeGreaterThan(300)
      await loadPaths(
        straight,
        files.map((name) => join(folderOf, name)),
      )
      expect(await catalogueState(straight.pool)).toEqual(inOrder)
    } finally {
      await straight.close()
      await turned.close()
    }
  })
})

describe('a characteristic given by name and by property', () => {
  const good = (id: string) => importXml([{ id, name: 'Куртка' }])
  const property = (id: string, name: string) =>
    importXml([], { classifier: classifierXml({ properties: propertyXml(id, name) }) })

  test('is one parameter, in any order and letter case', async () => {
    await load(
      good('n-1'),
      offersXml([
        offerXml('n-1#a', characteristics({ 'Размер обуви': '42' }), 'Куртка a'),
        offerXml('n-1#b', characteristics({ 'размер  обуви': '43' }), 'Куртка b'),
      ]),
    )
    const [before] = await parametersNamed('Размер обуви')
    await load(
      property('p-shoe', 'РАЗМЕР ОБУВИ'),
      offersXml([
        offerXml('n-1#c', valuesXml({ 'p-shoe': '44' }), 'Куртка c'),
        offerXml('n-1#d', characteristics({ 'Размер обуви': '45' }), 'Куртка d'),
      ]),
    )
    expect(await parametersNamed('Размер обуви')).toEqual([{ id: before?.id, code1c: 'p-shoe', name: 'РАЗМЕР ОБУВИ' }])
    const values = await Promise.all(['a', 'b', 'c', 'd'].map(async (each) => (await productOf(`n-1#${each}`)).values))
    expect(values.flat()).toEqual(['РАЗМЕР ОБУВИ=42', 'РАЗМЕР ОБУВИ=43', 'РАЗМЕР ОБУВИ=44', 'РАЗМЕР ОБУВИ=45'])
    // The property has replaced the characteristics: sending them again changes nothing.
    const again = await load(
      offersXml([
        offerXml('n-1#a', characteristics({ 'Размер обуви': '42' }), 'Куртка a'),
        offerXml('n-1#b', characteristics({ 'размер  обуви': '43' }), 'Куртка b'),
      ]),
    )
    expect(again).toMatchObject([{ offers: { seen: 2, unchanged: 2 } }])
  })

  test('in one record, takes the value of the property', async () => {
    const inner = characteristics({ Окраска: 'Красн.' }) + valuesXml({ 'p-paint': red })
    await load(
      good('n-2'),
      importXml([], {
        classifier: classifierXml({ properties: dictionary('p-paint', 'Окраска', { [red]: 'красный' }) }),
      }),
      offersXml([offerXml('n-2#a', inner, 'Куртка')]),
    )
    expect((await productOf('n-2#a')).values).toEqual(['Окраска=красный'])
    await load(
      good('n-3'),
      offersXml([offerXml('n-3#a', characteristics({ Отделка: 'Красн.' }) + valuesXml({ 'p-trim': red }), 'Куртка')]),
    )
    expect((await productOf('n-3#a')).values).toEqual(['Отделка=Красн.'])
    await load(
      importXml([], {
        classifier: classifierXml({ properties: dictionary('p-trim', 'Отделка', { [red]: 'красный' }) }),
      }),
    )
    expect((await productOf('n-3#a')).values).toEqual(['Отделка=красный'])
  })

  test('from the last parentheses of a name is merged with a property called Характеристика', async () => {
    await load(good('n-4'), offersXml([offerXml('n-4#a', '', 'Куртка (42, синий)')]))
    await load(
      property('p-characteristic', 'Характеристика'),
      offersXml([
        offerXml('n-4#b', valuesXml({ 'p-characteristic': '44, синий' }), 'Куртка'),
        offerXml('n-4#c', '', 'Куртка (46, синий)'),
      ]),
    )
    expect(await parametersNamed('Характеристика')).toMatchObject([{ code1c: 'p-characteristic' }])
    const values = await Promise.all(['a', 'b', 'c'].map(async (each) => (await productOf(`n-4#${each}`)).values))
    expect(values.flat()).toEqual(['Характеристика=42, синий', 'Характеристика=44, синий', 'Характеристика=46, синий'])
  })

  test('stored as two parameters becomes one with the next classifier', async () => {
    await load(
      good('n-5'),
      property('p-length', 'Длина'),
      offersXml([
        offerXml('n-5#a', valuesXml({ 'p-length': '1 м' }), 'A'),
        offerXml('n-5#b', valuesXml({ 'p-length': '2 м' }), 'B'),
      ]),
    )
    // As an earlier version stored it: values of the same name under two parameters, one of them in both.
    await database.pool
      .query(`with made as (insert into parameters (code1c, name, position) values ('характеристика:Длина', 'Длина', 0)
        returning id),
      v as (insert into parameter_values (parameter_id, value) select id, t from made, unnest(array['1 м',
        '3 м']) t returning id)
      insert into product_parameters (product_id, value_id) select p.id, v.id from products p, v
      where p.code1c = 'n-5#b'`)
    await load(property('p-length', 'Длина'))
    expect(await parametersNamed('Длина')).toMatchObject([{ code1c: 'p-length' }])
    expect([(await productOf('n-5#a')).values, (await productOf('n-5#b')).values]).toEqual([
      ['Длина=1 м'],
      ['Длина=1 м', 'Длина=2 м', 'Длина=3 м'],
    ])
  })
})

test('prices before their types in a file include VAT or not as the types say, also when repeated', async () => {
  const types =
    '<ТипыЦен><ТипЦены><Ид>late-net</Ид><Наименование>Без НДС</Наименование><Налог>' +
    '<Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме></Налог></ТипЦены></ТипыЦен>'
  const offers = `<Предложения>${offerXml('p-1', pricesXml({ 'late-net': '100' }))}</Предложения>`
  await load(importXml([{ id: 'p-1' }]))
  for (const outcome of [{ created: 1 }, { unchanged: 1 }]) {
    expect(await load(document(`<ПакетПредложений>${offers}<Ид>c</Ид>${types}</ПакетПредложений>`))).toMatchObject([
      { prices: { seen: 1, ...outcome } },
    ])
    const { rows } = await database.pool.query(
      "select price_kopecks as kopecks from prices x join products p on p.id = x.product_id where p.code1c = 'p-1'",
    )
    expect(rows).toEqual([{ kopecks: 12_200 }])
  }
})

describe('Кратность of a variant', () => {
  const properties = classifierXml({ properties: propertyXml('s-mul', 'Кратность') + propertyXml('s-size', 'Размер') })
  const requisite = (name: string, value: string) =>
    `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение>` +
    '</ЗначениеРеквизита></ЗначенияРеквизитов>'
  const steps = async (code: string) =>
    (
      await database.pool.query('select step_milli as n from products where code1c like $1 order by code1c', [
        `${code}%`,
      ])
    ).rows.map(({ n }: { n: number }) => n)

  test('from a property, a requisite or a pack is its step; other variants take the step of their good', async () => {
    const offers = offersXml([
      offerXml('s-1#a', valuesXml({ 's-mul': '5' }), 'Винт (M5)'),
      offerXml('s-1#b', requisite('Кратность', '25'), 'Винт (M6)'),
      offerXml(
        's-1#c',
        '<БазоваяЕдиница Код="796">шт<Пересчет><Единица>778</Единица><Коэффициент>50</Коэффициент></Пересчет>' +
          `</БазоваяЕдиница>${valuesXml({ 's-mul': 'Да' })}`,
        'Винт (M8)',
      ),
      offerXml('s-1#d', valuesXml({ 's-mul': 'как получится' }), 'Винт (M10)'),
      offerXml('s-1#e', pricesXml({ t: '1' }), 'Винт (M12)'),
    ])
    const goods = (step: string) =>
      importXml([{ id: 's-1', inner: valuesXml({ 's-mul': step }) }], { classifier: properties })
    await load(goods('2'), offers)
    expect(await steps('s-1')).toEqual([2000, 5000, 25_000, 50_000, 2000, 2000])
    expect((await productOf('s-1#a')).values).toEqual(['Кратность=5', 'Характеристика=M5'])
    await load(goods('3'))
    expect(await steps('s-1')).toEqual([3000, 5000, 25_000, 50_000, 3000, 3000])
    expect(await load(goods('3'), offers)).toMatchObject([
      { goods: { unchanged: 1 } },
      { offers: { seen: 5, unchanged: 5 } },
    ])
    await load(offersXml([offerXml('s-1#a', valuesXml({ 's-size': 'M5' }), 'Винт (M5)')]))
    expect(await steps('s-1#a')).toEqual([3000])
  })

  test('applies to goods by kg and to goods whose Ид is a variant’s', async () => {
    await load(
      importXml(
        [
          { id: 's-2', inner: '<БазоваяЕдиница Код="166">кг</БазоваяЕдиница>' },
          { id: 's-3#a', name: 'Сыр (1)', inner: requisite('Кратность', '0,5') },
        ],
        { classifier: properties },
      ),
      offersXml([offerXml('s-2#a', requisite('Кратность', '0,25'), 'Сыр (2)'), offerXml('s-2#b', '', 'Сыр (3)')]),
    )
    const { rows } = await database.pool.query(
      `select step_milli as step, decimals from products where code1c in ('s-2', 's-2#a', 's-2#b', 's-3#a')
        order by code1c`,
    )
    expect(rows).toEqual([
      { step: 1000, decimals: 2 },
      { step: 250, decimals: 0 },
      { step: 1000, decimals: 2 },
      { step: 500, decimals: 0 },
    ])
  })
})

describe('warehouses', () => {
  test('are created even if all their stock is 0, with or without a name', async () => {
    const empty = await openTestDatabase()
    try {
      const write = async (name: string, text: string) => {
        await writeFile(join(folder, name), text)
        return join(folder, name)
      }
      const goods = await write('stock-goods.xml', importXml([{ id: 'z-1' }]))
      await loadPaths(empty, [
        goods,
        await write('stock-total.xml', offersXml([offerXml('z-1', '<Количество>0</Количество>')])),
      ])
      const warehouses = async () => (await empty.pool.query('select code1c, name from warehouses order by id')).rows
      expect(await warehouses()).toEqual([{ code1c: 'основной-склад', name: 'Основной склад' }])
      await loadPaths(empty, [
        await write(
          'stock-named.xml',
          offersXml([offerXml('z-1', '<Количество>0</Количество><Склад ИдСклада="w-zero" КоличествоНаСкладе="0"/>')]),
        ),
      ])
      expect(await warehouses()).toHaveLength(2)
    } finally {
      await empty.close()
    }
  })

  test('are not joined by a default one for goods that are out of stock', async () => {
    const named = await openTestDatabase()
    try {
      const path = join(folder, 'stock-mixed.xml')
      const head = '<Склады><Склад><Ид>w-1</Ид><Наименование>Склад</Наименование></Склад></Склады>'
      await writeFile(
        path,
        offersXml([offerXml('z-2', '<Количество>0</Количество>'), offerXml('z-3', '<Количество>0</Количество>')], {
          head,
        }),
      )
      const goods = join(folder, 'stock-mixed-goods.xml')
      await writeFile(goods, importXml([{ id: 'z-2' }, { id: 'z-3' }]))
      await loadPaths(named, [goods, path])
      expect((await named.pool.query('select name from warehouses')).rows).toEqual([{ name: 'Склад' }])
    } finally {
      await named.close()
    }
  })
})
