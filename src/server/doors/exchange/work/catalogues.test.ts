import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { importXml, offersXml, offerXml, type GoodInput } from '#tests/support/export-1c.ts'
import { loadExport } from '../command/load.ts'

let database: TestDatabase
let folder: string
let written = 0

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-catalogues-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => database.pool.query('truncate products, exchange_sessions cascade'))

/** Loads texts as the files of one session; returns the counts of goods and offers of each. */
async function load(...texts: string[]) {
  const target = join(folder, String((written += 1)))
  await mkdir(target, { recursive: true })
  const paths = texts.map((_, at) => join(target, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadExport({ ...database, files: openLocalStore(join(folder, 'store')) }, paths)
  return files.map(({ error, counts }) => error ?? counts.goods ?? counts.offers)
}

const catalogue = (code: string, ...goods: (string | GoodInput)[]) =>
  importXml(
    goods.map((good) => (typeof good === 'string' ? { id: good } : good)),
    { catalogue: code, full: true },
  )
const offers = (code: string, ...ids: string[]) =>
  offersXml(
    ids.map((id) => offerXml(id, '', `Вариант ${id}`)),
    { catalogue: code, full: true },
  )

async function sold(): Promise<string[]> {
  const { rows } = await database.pool.query('select code1c from products where active order by code1c')
  return (rows as { code1c: string }[]).map(({ code1c }) => code1c)
}

describe('a good that is in two catalogues of 1C', () => {
  test('changes with neither when both are loaded again', async () => {
    const files = [
      catalogue('one', 'a', 'both'),
      offers('one', 'both#v'),
      catalogue('two', 'b', 'both'),
      offers('two', 'both#v'),
    ]
    await load(...files)
    expect(await load(...files)).toEqual([
      { seen: 2, unchanged: 2 },
      { seen: 1, unchanged: 1 },
      { seen: 2, unchanged: 2 },
      { seen: 1, unchanged: 1 },
    ])
  })

  test('is active while one of them contains it, whichever drops it first', async () => {
    for (const [first, second] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await load(catalogue('one', 'a-one', 'both'), offers('one', 'a-one#v', 'both#v'))
      await load(catalogue('two', 'a-two', 'both'), offers('two', 'a-two#v', 'both#v'))
      await load(catalogue(first, `a-${first}`), offers(first, `a-${first}#v`))
      expect(await sold()).toEqual(['a-one', 'a-one#v', 'a-two', 'a-two#v', 'both', 'both#v'])
      await load(catalogue(second, `a-${second}`), offers(second, `a-${second}#v`))
      expect(await sold()).toEqual(['a-one', 'a-one#v', 'a-two', 'a-two#v'])
    }
  })

  test('and returns belongs to the one that sends it', async () => {
    await load(catalogue('one', 'a', 'moved'))
    await load(catalogue('one', 'a'))
    await load(catalogue('two', 'b', 'moved'))
    await load(catalogue('one', 'a'))
    expect(await sold()).toEqual(['a', 'b', 'moved'])
  })

  test('is not affected by an announced but unsent export of the other', async () => {
    await load(catalogue('one', 'a', 'both'))
    await load(catalogue('two', 'b', 'both'))
    await load(catalogue('two'))
    await load(catalogue('one', 'a'))
    expect(await sold()).toEqual(['a', 'b', 'both'])
  })
})

test('a good whose record is rejected counts as sent: a full export does not deactivate it', async () => {
  await load(catalogue('one', 'a', 'long', 'left-out'))
  const tooLong = { id: 'long', inner: `<Картинка>${'x'.repeat(1024 * 1024)}</Картинка>`.repeat(17) }
  expect(await load(catalogue('one', 'a', tooLong))).toEqual([{ seen: 1, unchanged: 1, rejected: 1 }])
  expect(await sold()).toEqual(['a', 'long'])
})

describe('barcodes', () => {
  const barcodesOf = async (code: string) =>
    (
      (await database.pool.query('select barcodes from products where code1c = $1', [code])).rows[0] as {
        barcodes: string[]
      }
    ).barcodes
  const barcode = (...codes: string[]) => codes.map((code) => `<Штрихкод>${code}</Штрихкод>`).join('')
  const good = (name: string, ...codes: string[]) => importXml([{ id: 'g', name, inner: barcode(...codes) }])
  const offersWithBarcodes = (id: string, ...codes: string[]) => offersXml([offerXml(id, barcode(...codes))])

  test('found only in an offer survive a change of the good, and follow the next offer', async () => {
    await load(good('А', '1'), offersWithBarcodes('g', '1', '2'))
    await load(good('Б', '1'))
    expect(await barcodesOf('g')).toEqual(['1', '2'])
    await load(good('Б', '3'))
    expect(await barcodesOf('g')).toEqual(['3', '2'])
    await load(good('В'), offersWithBarcodes('g', '4'))
    expect(await barcodesOf('g')).toEqual(['3', '4'])
    await load(offersWithBarcodes('g'))
    expect(await barcodesOf('g')).toEqual(['3', '4'])
  })

  test('of a variant that is a good of its own are kept likewise', async () => {
    const variant = (name: string) => importXml([{ id: 'g#v', name, inner: barcode('1') }])
    await load(variant('А (X)'), offersWithBarcodes('g#v', '2'))
    await load(variant('А (XL)'))
    expect(await barcodesOf('g#v')).toEqual(['1', '2'])
  })

  test('of a variant described by its offer are those of the latest offer', async () => {
    const variant = (...codes: string[]) => offersXml([offerXml('g#v', barcode(...codes), 'А (X)')])
    await load(good('А'), variant('1'))
    await load(variant('2', '3'))
    expect(await barcodesOf('g#v')).toEqual(['2', '3'])
  })

  test('loaded twice change nothing', async () => {
    const files = [good('А', '1'), offersWithBarcodes('g', '1', '2')]
    await load(...files)
    const stamp = async () => (await database.pool.query("select xmin::text from products where code1c = 'g'")).rows
    const before = await stamp()
    await load(...files)
    expect(await stamp()).toEqual(before)
  })
})

test('pictures missing in a change record stay; an empty element or a full catalogue removes them', async () => {
  const picture = '<Картинка>import_files/a/1.jpg</Картинка>'
  const pictureSources = async () => (await database.pool.query('select source from exchange_product_pictures')).rows
  await load(importXml([{ id: 'g', name: 'А', inner: picture }]))
  await load(importXml([{ id: 'g', name: 'Б' }]))
  expect(await pictureSources()).toEqual([{ source: 'import_files/a/1.jpg' }])
  await load(importXml([{ id: 'g', name: 'Б', inner: '<Картинка/>' }]))
  expect(await pictureSources()).toEqual([])
  await load(importXml([{ id: 'g', name: 'В', inner: picture }]))
  await load(importXml([{ id: 'g', name: 'В' }], { full: true }))
  expect(await pictureSources()).toEqual([])
})

test('a good sent once per group is in all of them, and loading it again changes nothing', async () => {
  const goodInGroup = (group: string, more = '') => ({
    id: 'g',
    name: 'А',
    inner: `<Группы><Ид>${group}</Ид></Группы>${more}`,
  })
  const file = importXml([
    goodInGroup('one', '<Артикул>1</Артикул>'),
    { id: 'h' },
    goodInGroup('two'),
    { id: 'gone' },
    { id: 'gone', attributes: 'Статус="Удален"' },
  ])
  await load(file)
  const positions = await database.pool.query(
    `select c.code1c, p.articul from product_categories l join products p on p.id = l.product_id
      join categories c on c.id = l.category_id order by 1`,
  )
  expect(positions.rows).toEqual([
    { code1c: 'one', articul: '1' },
    { code1c: 'two', articul: '1' },
  ])
  expect(await load(file)).toEqual([{ seen: 3, unchanged: 3 }])
  expect(
    (
      await database.pool.query(
        "select items_done, items_total from exchange_runs where type = 'import' order by id desc limit 1",
      )
    ).rows,
  ).toEqual([{ items_done: 6, items_total: 6 }])
})

test('a unit as text, a value without a classifier and a description in a requisite are imported', async () => {
  const inner = `<БазоваяЕдиница Код="упак"/><ЗначенияСвойств><ЗначенияСвойства><Ид>unknown</Ид>
    <Наименование>Цвет</Наименование><Значение>синий</Значение></ЗначенияСвойства></ЗначенияСвойств>
    <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ОписаниеВФорматеHTML</Наименование>
    <Значение>&lt;b&gt;Описание&lt;/b&gt;</Значение></ЗначениеРеквизита>
    <ЗначениеРеквизита><Наименование>ТорговаяМарка</Наименование>
    <Значение>Рысь</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
  const file = importXml([{ id: 'g', inner }])
  await load(file)
  const { rows } = await database.pool
    .query(`select p.unit, p.okei, p.description, b.name as brand, m.name || '=' || v.value as value from products p
      join brands b on b.id = p.brand_id
    join product_parameters l on l.product_id = p.id join parameter_values v on v.id = l.value_id
    join parameters m on m.id = v.parameter_id`)
  expect(rows).toEqual([
    { unit: 'упак', okei: '778', description: '<b>Описание</b>', brand: 'Рысь', value: 'Цвет=синий' },
  ])
  expect(await load(file)).toEqual([{ seen: 1, unchanged: 1 }])
})
