import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isEan13 } from './catalogue/barcode.ts'
import type { Good } from './catalogue/good.ts'
import { demoPriceTypes, demoWarehouses } from './catalogue/identifiers.ts'
import { type DemoExport, demoGoods, writeDemoExport, writeDemoFeeds } from './catalogue/write-demo-export.ts'
import { archiveLimits } from '#server/doors/exchange/receive/archives.ts'
import { unzipFile } from '#server/doors/exchange/receive/unzip.ts'
import { readXml } from '#tests/support/formats/read-xml.ts'

const seed = 2026
const schema = '../shared/samples/commerceml/xsd/cml207.xsd'
let folder: string
let written: DemoExport
let goods: Good[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-export-'))
  written = await writeDemoExport(folder, { seed })
  goods = demoGoods(seed)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the demo export', () => {
  test('has the same bytes for the same seed and others for another seed', async () => {
    const again = await mkdtemp(join(tmpdir(), 'demo-export-'))
    const other = await mkdtemp(join(tmpdir(), 'demo-export-'))
    await writeDemoExport(again, { seed })
    await writeDemoExport(other, { seed: seed + 1 })
    for (const name of ['import0_1.xml', 'offers0_1.xml']) {
      const first = await readFile(join(folder, name))
      expect(first.equals(await readFile(join(again, name)))).toBe(true)
      expect(first.equals(await readFile(join(other, name)))).toBe(false)
    }
    await rm(again, { recursive: true, force: true })
    await rm(other, { recursive: true, force: true })
  })

  test('has about three thousand goods of over forty brands in two or three levels of groups', () => {
    expect(written.goods).toBe(goods.length)
    expect(goods.length).toBeGreaterThan(2800)
    expect(goods.length).toBeLessThan(3400)
    expect(written.variants).toBeGreaterThan(1500)
    expect(new Set(goods.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(40)
    for (const { category } of goods) expect([2, 3]).toContain(category.split('/').length)
  })

  test('is well-formed and has the reported numbers of records', async () => {
    const catalogue = await readXml(join(folder, 'import0_1.xml'))
    const offers = await readXml(join(folder, 'offers0_1.xml'))
    expect(catalogue.count('Товар')).toBe(goods.length)
    expect(offers.count('Предложение')).toBe(goods.reduce((sum, good) => sum + Math.max(1, good.variants.length), 0))
    expect(offers.count('Цена')).toBe(offers.count('Предложение') * Object.keys(demoPriceTypes).length)
    expect(offers.texts('ТипыЦен/ТипЦены/Ид')).toEqual(Object.values(demoPriceTypes).map(({ id }) => id))
    expect(offers.texts('Склады/Склад/Ид')).toEqual(Object.values(demoWarehouses).map(({ id }) => id))
  })

  test('defines every value of a list property and every group in its classifier', async () => {
    const catalogue = await readXml(join(folder, 'import0_1.xml'))
    const listed = new Set(catalogue.texts('Справочник/ИдЗначения'))
    const groups = new Set(catalogue.texts('Группа/Ид'))
    const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    for (const value of catalogue.texts('ЗначенияСвойства/Значение'))
      if (guid.test(value)) expect(listed.has(value)).toBe(true)
    for (const id of catalogue.texts('Товар/Группы/Ид')) expect(groups.has(id)).toBe(true)
  })

  test('has valid barcodes; barcodes, codes and names are unique, articles unique within a brand', () => {
    const rows = goods.flatMap((good) =>
      good.variants.length === 0 ? [{ ...good }] : good.variants.map((variant) => ({ ...variant, brand: good.brand })),
    )
    for (const { barcode } of rows) expect(isEan13(barcode)).toBe(true)
    expect(new Set(rows.map(({ barcode }) => barcode)).size).toBe(rows.length)
    expect(new Set(rows.map(({ brand, article }) => `${brand}|${article}`)).size).toBe(rows.length)
    expect(new Set(goods.map(({ code }) => code)).size).toBe(goods.length)
    expect(new Set(goods.map(({ brand, name }) => `${brand}|${name}`)).size).toBe(goods.length)
  })

  test('has prices falling from РРЦ to dealer, a tenth sold out, and fractional or no steps for goods by kg', () => {
    const supplies = goods.flatMap((good) =>
      good.variants.length === 0 ? [good.supply] : good.variants.map(({ supply }) => supply),
    )
    for (const { recommendedKopecks, wholesaleKopecks, largeWholesaleKopecks, dealerKopecks } of supplies) {
      expect(recommendedKopecks).toBeGreaterThan(wholesaleKopecks)
      expect(wholesaleKopecks).toBeGreaterThan(largeWholesaleKopecks)
      expect(largeWholesaleKopecks).toBeGreaterThan(dealerKopecks)
      expect(dealerKopecks).toBeGreaterThan(0)
    }
    const soldOut = supplies.filter(
      ({ moscowMilli, petersburgMilli, kazanMilli }) => moscowMilli + petersburgMilli + kazanMilli === 0,
    ).length
    expect(soldOut / supplies.length).toBeGreaterThan(0.07)
    expect(soldOut / supplies.length).toBeLessThan(0.25)
    const steps = new Set(goods.filter(({ unit }) => unit === 'кг').map(({ params }) => params.get('Кратность')))
    expect(steps).toContain('0.25')
    expect(steps).toContain(undefined)
  })

  test('has a pack size wherever Кратность is Да', () => {
    const packed = goods.filter(({ params }) => params.get('Кратность') === 'Да')
    expect(packed.some(({ packCoefficient }) => packCoefficient !== undefined)).toBe(true)
    expect(packed.some(({ params }) => params.has('В упаковке'))).toBe(true)
    for (const good of packed) expect(good.packCoefficient ?? good.params.get('В упаковке')).toBeDefined()
  })

  test.skipIf(!existsSync(schema))('is valid against the public schema of CommerceML 2.07', async () => {
    using definition = XmlDocument.fromBuffer(await readFile(schema))
    using validator = XsdValidator.fromDoc(definition)
    for (const name of ['import0_1.xml', 'offers0_1.xml']) {
      using document = XmlDocument.fromBuffer(await readFile(join(folder, name)), {
        option: ParseOption.XML_PARSE_HUGE,
      })
      expect(() => validator.validate(document)).not.toThrow()
    }
  })

  test('has no unfilled placeholder, and sizes only for clothes, shoes and protective gear', () => {
    for (const good of goods) {
      expect(`${good.name} ${good.description} ${good.article}`).not.toMatch(/[{}#*]|undefined|\s,|\s\s/)
      if (good.variants.length > 0) expect(good.category).toMatch(/^Спецодежда\//)
    }
  })

  test('references only existing pictures, at most two hundred, each a small WEBP', async () => {
    const catalogue = await readXml(join(folder, 'import0_1.xml'))
    const referenced = new Set(catalogue.texts('Товар/Картинка'))
    const present = (await readdir(join(folder, 'import_files'), { recursive: true })).filter((name) =>
      name.endsWith('.webp'),
    )
    expect(new Set(present.map((name) => `import_files/${name}`))).toEqual(referenced)
    expect(written.pictures).toBe(referenced.size)
    expect(referenced.size).toBeLessThanOrEqual(200)
    for (const name of present.slice(0, 10)) {
      const { format, width, height, size } = await sharp(await readFile(join(folder, 'import_files', name))).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: 400, height: 400 })
      expect(size).toBeLessThan(20_000)
    }
  })

  test('references only existing documents, and stores a shared one once', async () => {
    const catalogue = await readXml(join(folder, 'import0_1.xml'))
    const named = catalogue.texts('ЗначениеРеквизита/Значение').filter((value) => value.includes('.docx#'))
    const present = (await readdir(join(folder, 'import_files'), { recursive: true })).filter((name) =>
      name.endsWith('.docx'),
    )
    expect(new Set(named.map((value) => value.split('#')[0]))).toEqual(
      new Set(present.map((name) => `import_files/${name}`)),
    )
    expect(named.length).toBeGreaterThan(present.length)
    expect(present.length).toBeGreaterThan(100)
    await unzipFile(join(folder, 'import_files', present[0] ?? ''), archiveLimits, async (name, content) =>
      writeFile(join(folder, `unpacked-${basename(name)}`), content),
    )
    expect((await readXml(join(folder, 'unpacked-document.xml'))).texts('w:p/w:r/w:t')[0]).toMatch(
      /^(Паспорт изделия|Правила приёмки и хранения)$/,
    )
  })

  test('its feeds refer only to its goods, and arrivals are in the future', async () => {
    const today = '2026-11-20'
    const feeds = await writeDemoFeeds(folder, { seed, today })
    const lines = async (name: string) =>
      (await readFile(feeds.find((feed) => feed.name === name)?.path ?? '', 'utf8'))
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const ids = new Set(goods.flatMap((good) => [good.id, ...good.variants.map(({ id }) => `${good.id}#${id}`)]))
    const binds = await lines('binds')
    for (const { product, analogues = [], related = [] } of binds)
      for (const id of [product, ...(analogues as string[]), ...(related as string[])])
        expect(ids.has(String(id))).toBe(true)
    const arrivals = await lines('arrivals')
    for (const { product, date, quantity } of arrivals)
      expect([ids.has(String(product)), String(date) > today, Number(quantity) > 0]).toEqual([true, true, true])
    expect([binds.length > 300, arrivals.length > 300]).toEqual([true, true])
  })
})
