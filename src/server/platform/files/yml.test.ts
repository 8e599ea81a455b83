import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readYml, schemaFaults, ymlFaults } from '#tests/support/formats/yml.ts'
import { ymlBody, ymlStart, type YmlOffer } from './yml.ts'

const sample = new URL('../../../../../shared/samples/yml/Moscow_feed_with_delivery.xml', import.meta.url)

const bolt: YmlOffer = {
  id: 7,
  groupId: null,
  available: true,
  name: 'Болт М8 & гайка <комплект>',
  vendor: 'Зубр',
  vendorCode: '007',
  url: 'https://opt.example/product/7',
  priceKopecks: 123_450,
  oldPriceKopecks: 150_000,
  categoryId: 11,
  pictures: ['https://opt.example/dbpics/1.webp', 'https://opt.example/dbpics/2.webp'],
  description: 'Оцинкован "до блеска"\u0000',
  barcodes: ['4607001234567', '4607001234574'],
  weightGrams: 1250,
  params: [
    { name: 'Длина', unit: 'мм', value: '80' },
    { name: 'РРЦ', unit: 'руб', value: '1500.00' },
  ],
  countMilli: 12_500,
  stepMilli: 250,
  outlets: [
    { id: 61, instockMilli: 12_000 },
    { id: 62, instockMilli: 500 },
  ],
}
const washer: YmlOffer = {
  ...bolt,
  id: 8,
  groupId: 5,
  available: false,
  name: 'Шайба',
  vendor: '',
  vendorCode: '',
  oldPriceKopecks: null,
  categoryId: 2,
  pictures: [],
  barcodes: [],
  weightGrams: null,
  params: [],
  countMilli: 0,
  stepMilli: 1000,
  outlets: [],
}

async function write(...offers: YmlOffer[]): Promise<string> {
  async function* chunks() {
    yield await Promise.resolve(offers)
  }
  const shop = { name: 'Опт & К', company: 'ООО «Опт»', url: 'https://opt.example' }
  let text = ymlStart('2026-11-21 12:00')
  for await (const piece of ymlBody({
    shop,
    categories: [
      { id: 2, parentId: null, name: 'Каталог' },
      { id: 11, parentId: 2, name: 'Крепёж' },
    ],
    offers: chunks(),
  }))
    text += piece
  return text
}

test('[P.4] YML follows its format: decimal points, no repeated elements, extensions last', async () => {
  const xml = await write(bolt, washer)
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
  expect(ymlFaults(xml)).toEqual([])
  const read = readYml(xml)
  expect(read.date).toBe('2026-11-21 12:00')
  expect(read.categories).toEqual({
    2: { name: 'Каталог', parentId: undefined },
    11: { name: 'Крепёж', parentId: '2' },
  })
  expect(read.offer(7)).toEqual({
    attributes: { id: '7', available: 'true' },
    fields: {
      name: ['Болт М8 & гайка <комплект>'],
      vendor: ['Зубр'],
      vendorCode: ['007'],
      url: ['https://opt.example/product/7'],
      price: ['1234.50'],
      oldprice: ['1500.00'],
      currencyId: ['RUB'],
      categoryId: ['11'],
      picture: ['https://opt.example/dbpics/1.webp', 'https://opt.example/dbpics/2.webp'],
      description: ['Оцинкован "до блеска" '],
      barcode: ['4607001234567', '4607001234574'],
      weight: ['1.25'],
      count: ['12.5'],
      'min-quantity': ['0.25'],
      'step-quantity': ['0.25'],
      outlets: [''],
    },
    params: { Длина: { unit: 'мм', value: '80' }, РРЦ: { unit: 'руб', value: '1500.00' } },
    outlets: { 61: '12', 62: '0.5' },
  })
  expect(read.offer(8)?.attributes).toEqual({ id: '8', available: 'false', group_id: '5' })
  expect(Object.keys(read.offer(8)?.fields ?? {})).not.toContain('vendor')
})

test('a price list without goods is valid', async () => {
  expect(ymlFaults(await write())).toEqual([])
})

test('the schema rejects invalid YML', async () => {
  const xml = await write(bolt, washer)
  const broken: [what: string, spoilt: string][] = [
    ['an id twice', xml.replace('<offer id="8"', '<offer id="7"')],
    ['an unknown category', xml.replace('<categoryId>11<', '<categoryId>12<')],
    ['an unknown parent', xml.replace('parentId="2"', 'parentId="3"')],
    ['an unknown currency', xml.replace('<currencyId>RUB<', '<currencyId>USD<')],
    ['a price of nothing', xml.replace('1234.50', '0.00')],
    ['a decimal comma', xml.replace('1234.50', '1234,50')],
    ['a flag that is no word', xml.replace('available="true"', 'available="1"')],
    ['an unknown element', xml.replace('<vendor>', '<rrc>5</rrc><vendor>')],
    ['an extension before the rest', xml.replace('<vendor>', '<count>5</count><vendor>')],
    ['no shop name', xml.replace('<name>Опт &amp; К</name>', '')],
    ['an address that is none', xml.replace('<url>https://opt.example/product/7', '<url>/product/7')],
  ]
  for (const [what, spoilt] of broken) {
    expect(spoilt, what).not.toBe(xml)
    expect(schemaFaults(spoilt), what).not.toEqual([])
  }
  expect(ymlFaults(xml.replace('<price>1234.50</price>', ''))).toContain('offer 7: no price')
  expect(ymlFaults(xml.replace('<price>', '<price>1</price><price>'))).toContain('offer 7: price twice')
  expect(ymlFaults(xml.replace('>1500.00</oldprice>', '>1234.50</oldprice>'))).toContain(
    'offer 7: oldprice not above price',
  )
})

test.skipIf(!existsSync(sample))('a real shop’s feed is valid', () => {
  expect(ymlFaults(readFileSync(sample, 'utf8'))).toEqual([])
})
