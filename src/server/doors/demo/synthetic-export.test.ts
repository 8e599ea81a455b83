import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isEan13 } from './catalogue/barcode.ts'
import { readXml } from '#tests/support/formats/read-xml.ts'
import type { DialectName, Encoding, StockShape } from './synthetic/dialects.ts'
import { describeSyntheticExport, writeSyntheticExport } from './synthetic-export.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synthetic-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function readAll(files: readonly string[]) {
  return Promise.all(files.map((name) => readXml(join(folder, name))))
}

describe('the synthetic export', () => {
  test('is about 200 MB at 58,000 goods, and its size is proportional to the number of goods', async () => {
    const small = await writeSyntheticExport(folder, { goods: 500, seed: 1 })
    const large = await writeSyntheticExport(folder, { goods: 2000, seed: 1 })
    const perGood = (large.bytes - small.bytes) / 1500
    expect(perGood * 58_000).toBeGreaterThan(190e6)
    expect(perGood * 58_000).toBeLessThan(215e6)
  })

  test('fills descriptions up to the requested size', async () => {
    const { bytes } = await writeSyntheticExport(folder, { goods: 500, seed: 1, bytesPerGood: 8000 })
    expect(bytes / 500).toBeGreaterThan(7900)
    expect(bytes / 500).toBeLessThan(8600)
  })

  test('has the same bytes for the same options; another revision changes prices and stock, not ids', async () => {
    const bytes = async () =>
      Promise.all(['import0_1.xml', 'offers0_1.xml'].map((name) => readFile(join(folder, name), 'utf8')))
    await writeSyntheticExport(folder, { goods: 60, seed: 3 })
    const first = await bytes()
    await writeSyntheticExport(folder, { goods: 60, seed: 3 })
    expect(await bytes()).toEqual(first)
    await writeSyntheticExport(folder, { goods: 60, seed: 3, revision: 1 })
    const [, revisedOffers] = await bytes()
    expect(revisedOffers).not.toBe(first[1])
    const ids = (revision: number) =>
      describeSyntheticExport({ goods: 60, seed: 3, revision }).goods.map(({ id, article }) => [id, article])
    expect(ids(1)).toEqual(ids(0))
  })

  test('has the same goods in a part of the range', () => {
    const all = describeSyntheticExport({ goods: 50, seed: 4 }).goods
    expect(describeSyntheticExport({ goods: 10, seed: 4, from: 30 }).goods).toEqual(all.slice(30, 40))
  })

  test('is split into portions, of which only the first is marked as full', async () => {
    const { files } = await writeSyntheticExport(folder, { goods: 25, seed: 5, portions: 3 })
    expect(files).toHaveLength(6)
    const read = await readAll(files)
    expect(read.slice(0, 3).map((file) => file.attributes('Каталог')[0]?.['СодержитТолькоИзменения'])).toEqual([
      'false',
      'true',
      'true',
    ])
    expect(read.reduce((sum, file) => sum + file.count('Товар'), 0)).toBe(25)
  })

  test('contains changes, deleted goods and negative stock', async () => {
    const options = { goods: 100, seed: 6, full: false, deletedEvery: 10 }
    const [catalogue, offers] = await readAll((await writeSyntheticExport(folder, options)).files)
    expect(catalogue?.attributes('Каталог')[0]?.['СодержитТолькоИзменения']).toBe('true')
    expect(catalogue?.attributes('Товар').filter((good) => good['Статус'] === 'Удален')).toHaveLength(10)
    expect(offers?.attributes('Склад').some((stock) => Number(stock['КоличествоНаСкладе']) < 0)).toBe(true)
    for (const { barcode } of describeSyntheticExport(options).goods) expect(isEan13(barcode)).toBe(true)
  })
})

describe.each<[DialectName, { version: string; namespace: string | undefined }]>([
  ['2.03', { version: '2.03', namespace: undefined }],
  ['2.07', { version: '2.07', namespace: 'urn:1C.ru:commerceml_2' }],
  ['2.10', { version: '2.10', namespace: 'urn:1C.ru:commerceml_210' }],
  ['3.1-split', { version: '3.1', namespace: 'urn:1C.ru:commerceml_3' }],
])('dialect %s', (dialect, { version, namespace }) => {
  test.each<Encoding>(['utf-8', 'utf-8-bom', 'windows-1251'])('is well-formed and complete in %s', async (encoding) => {
    const options = { goods: 120, seed: 8, dialect, encoding }
    const { files } = await writeSyntheticExport(folder, options)
    const read = await readAll(files)
    for (const file of read) expect(file).toMatchObject({ version, namespace })
    const { goods, priceTypes } = describeSyntheticExport(options)
    const offers = goods.reduce((sum, good) => sum + good.offers.length, 0)
    const sum = (name: string) => read.reduce((total, file) => total + file.count(name), 0)
    expect(sum('Товар')).toBe(dialect === '2.03' ? offers : goods.length)
    expect(sum('Цена')).toBe(offers * priceTypes.length)
    expect(read.flatMap((file) => file.texts('Товар/Наименование'))).toContain(
      goods.find((good) => good.offers.length === 1)?.name,
    )
    const marked = await readFile(join(folder, files[0] ?? ''))
    expect(marked.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))).toBe(encoding === 'utf-8-bom')
  })

  test.each<StockShape>(['total', 'attributes', 'rests', 'changes'])('has stock as %s', async (stock) => {
    const options = { goods: 40, seed: 9, dialect, stock }
    const { files } = await writeSyntheticExport(folder, options)
    const read = await readAll(files)
    const offers = describeSyntheticExport(options).goods.flatMap((good) => good.offers)
    const counts = (name: string) => read.reduce((total, file) => total + file.count(name), 0)
    const stocks = {
      total: 'Предложение/Количество',
      attributes: 'Предложение/Склад',
      rests: 'Остаток/Склад',
      changes: 'Предложение/Склады',
    }
    expect(counts(stocks[stock])).toBe(offers.length * (stock === 'total' ? 1 : 3))
  })
})
