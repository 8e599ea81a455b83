import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideHalfUp, parseDecimal, parseMilli } from '../parse/decimal.ts'
import type { OfferItem, PriceOfOffer } from '../parse/items.ts'
import { mergeOffers } from './merge-offers.ts'
import { planPrices } from './prices.ts'
import { freeUrl, slugOf } from './slug.ts'
import { defaultWarehouse, planStocks } from './stocks.ts'
import { parentGoodOf, lastParentheses } from './variant.ts'

const price = (amount: string, more: Partial<PriceOfOffer> = {}): PriceOfOffer => ({
  typeCode: 't',
  amount,
  currency: 'RUB',
  coefficient: '',
  ...more,
})
const kopecksOf = (
  prices: PriceOfOffer[],
  type = { currency: 'RUB', vatIncluded: true },
  vat: 'general' | 'none' = 'general',
) => planPrices(prices, () => type, vat).kopecksByType.get('t')

describe('numbers of 1C', () => {
  test.each([
    ['1 271,50', 1_271_500],
    ['1,271.50', 1_271_500],
    ['1.234.271,5', 1_234_271_500],
    ['1\u00a0000', 1_000_000],
    ['-3', -3000],
    ['0.0005', 1],
    ['.5', 500],
    ['5.', 5000],
    ['', undefined],
    ['5,5,5', undefined],
    ['1e5', undefined],
    ['много', undefined],
    ['9'.repeat(25), undefined],
  ])('%j is %j thousandths', (text, milli) => {
    expect(parseMilli(text)).toBe(milli)
  })

  test('rounding half up is exact for numbers of any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (top, bottom) => {
        const rounded = divideHalfUp(top, bottom)
        const twice = 2n * top - 2n * rounded * bottom
        expect(twice >= -bottom && twice < bottom).toBe(true)
      }),
    )
  })
})

describe('a price', () => {
  test('is per base unit, exact, half up to the kopeck', () => {
    expect(kopecksOf([price('100', { coefficient: '3' })])).toBe(3333)
    expect(kopecksOf([price('0,005')])).toBe(1)
    expect(kopecksOf([price('1.005')])).toBe(101)
    expect(kopecksOf([price('1000', { coefficient: '0.5' })])).toBe(200_000)
  })

  test('without VAT is grossed up once by the rate of the good; the price’s own flag comes first', () => {
    const net = { currency: 'RUB', vatIncluded: false }
    expect(kopecksOf([price('100')], net)).toBe(12_200)
    expect(kopecksOf([price('100')], net, 'none')).toBe(10_000)
    expect(kopecksOf([price('100', { vatIncluded: true })], net)).toBe(10_000)
    // 0.41 / 10 × 1.22 = 5.002 kopecks: rounding in between would give 4.88.
    expect(kopecksOf([price('0.41', { coefficient: '10' })], net)).toBe(5)
  })

  test('without VAT is stored exact to the millionth; one with VAT is not stored', () => {
    const net = { currency: 'RUB', vatIncluded: false }
    const netOf = (...prices: PriceOfOffer[]) => planPrices(prices, () => net, 'general').netByType.get('t')
    expect([
      netOf(price('1000')),
      netOf(price('82.005')),
      netOf(price('1', { coefficient: '3' })),
      netOf(price('0,0005')),
    ]).toEqual(['100000', '8200.5', '33.333333', '0.05'])
    expect([netOf(price('5', { vatIncluded: true })), netOf(price('5'), price('6', { vatIncluded: true }))]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('is the one for the smallest quantity', () => {
    const bulk = price('8', { from: '10' })
    expect([
      kopecksOf([price('12'), bulk]),
      kopecksOf([bulk, price('12')]),
      kopecksOf([bulk, price('10', { from: '1' })]),
      kopecksOf([bulk]),
    ]).toEqual([1200, 1200, 1000, 800])
  })

  test.each(['руб', 'RUR', 'rub', 'руб.', 'RUB ', '643'])('in %j is in roubles', (currency) => {
    expect(kopecksOf([price('1', { currency })])).toBe(100)
  })

  test.each(['USD', 'usd', '840', '$', 'долл.', 'доллар США'])(
    'in %j stays in dollars, exact per base unit',
    (currency) => {
      const planned = planPrices([price('1', { currency, coefficient: '3' })], () => undefined, 'general')
      expect(planned).toEqual({
        kopecksByType: new Map(),
        netByType: new Map(),
        foreignByType: new Map([['t', { currency: 'USD', hundredths: '33.333333', net: false }]]),
        rejects: [],
      })
    },
  )

  test('in an unknown currency, or of 0, is not sold', () => {
    expect(planPrices([price('1', { currency: 'фантик' })], () => undefined, 'general')).toEqual({
      kopecksByType: new Map([['t', 0]]),
      netByType: new Map(),
      foreignByType: new Map(),
      rejects: ['Цена в валюте фантик не продаётся'],
    })
    expect([kopecksOf([price('0')]), kopecksOf([price('0', { currency: 'USD' })])]).toEqual([0, 0])
    expect([
      kopecksOf([price('12'), price('1', { currency: 'USD' })]),
      kopecksOf([price('1', { currency: 'USD' }), price('12')]),
    ]).toEqual([1200, 1200])
  })

  test('per base unit wins over one per pack, in any order', () => {
    const pack = price('100', { coefficient: '10' })
    expect(kopecksOf([price('12'), pack])).toBe(1200)
    expect(kopecksOf([pack, price('12')])).toBe(1200)
  })

  test.each(['-5', '', 'дорого'])('of %j is rejected', (amount) => {
    expect(planPrices([price(amount)], () => undefined, 'general')).toMatchObject({
      kopecksByType: new Map(),
      rejects: [expect.stringContaining('Неверная цена')],
    })
  })
})

describe('stock', () => {
  test('is complete with a total and incomplete with warehouses only; no figures are no stock', () => {
    expect(planStocks({ total: '5', stocks: [{ warehouseCode: 'a', quantity: '5' }] })).toMatchObject({
      complete: true,
    })
    expect(planStocks({ total: undefined, stocks: [{ warehouseCode: 'a', quantity: '5' }] })).toMatchObject({
      complete: false,
    })
    expect(planStocks({ total: undefined, stocks: [] })).toBeUndefined()
    expect(planStocks({ total: '0', stocks: [] })).toEqual({
      milliByWarehouse: new Map([[defaultWarehouse.code, 0]]),
      complete: true,
      rejects: [],
    })
  })

  test('of a warehouse listed twice adds up', () => {
    expect(
      planStocks({
        total: undefined,
        stocks: [
          { warehouseCode: 'a', quantity: '5' },
          { warehouseCode: 'a', quantity: '2' },
        ],
      })?.milliByWarehouse,
    ).toEqual(new Map([['a', 7000]]))
  })
})

describe('names', () => {
  test.each([
    ['Куртка (28/104, син (т.))', '28/104, син (т.)'],
    ['Куртка (a) (b)', 'b'],
    ['Куртка (a) новая', ''],
    ['Куртка )(', ''],
    ['Куртка a)', ''],
    ['(x)', 'x'],
  ])('with parentheses: of %j the last contain %j', (name, remark) => {
    expect(lastParentheses(name)).toBe(remark)
  })

  test('of a variant given as a good lead back to the good', () => {
    const good = {
      kind: 'good',
      code: 'g#v',
      name: 'Куртка (XL)',
      articul: '1',
      barcodes: ['2'],
      characteristics: [],
      pictures: [],
    } as never
    expect(parentGoodOf(good)).toMatchObject({ code: 'g', name: 'Куртка', articul: '', barcodes: [] })
  })

  test('become readable, unique urls', () => {
    expect(slugOf('Щётки & ершики, 10 мм')).toBe('shchetki-ershiki-10-mm')
    expect(slugOf('???')).toBe('gruppa')
    const taken = new Set(['svyortla', 'sverla', 'instrument-sverla', 'instrument-sverla-2'])
    expect(freeUrl('Свёрла', 'instrument', (url) => taken.has(url))).toBe('instrument-sverla-3')
  })
})

test('waiting offers are merged without losing or duplicating anything', () => {
  const base: OfferItem = {
    kind: 'offer',
    code: 'g',
    catalogueCode: 'c',
    full: false,
    deleted: false,
    name: '',
    articul: '',
    barcodes: [],
    pictures: [],
    properties: [],
    characteristics: [],
    priceScope: [],
    stocks: [],
  }
  const named = { ...base, name: 'X' }
  const priced = { ...base, prices: [price('1')] }
  const stocked = { ...base, stocks: [{ warehouseCode: 'a', quantity: '5' }] }
  const merged = [priced, stocked, named].reduce(mergeOffers)
  expect(merged).toMatchObject({ name: 'X', prices: [price('1')], stocks: [{ warehouseCode: 'a', quantity: '5' }] })
  for (const again of [named, priced, stocked]) expect(mergeOffers(merged, again)).toEqual(merged)
  // A total without warehouses was a guess; beside named warehouses it is a figure of its own.
  expect(mergeOffers({ ...base, total: '12' }, stocked)).toMatchObject({ total: undefined, stocks: stocked.stocks })
  expect(
    mergeOffers({ ...stocked, total: '12' }, { ...base, stocks: [{ warehouseCode: 'b', quantity: '1' }] }),
  ).toMatchObject({ total: '12', stocks: [{ warehouseCode: 'a' }, { warehouseCode: 'b' }] })
  expect(mergeOffers({ ...merged, deleted: true }, priced).deleted).toBe(true)
  expect(mergeOffers({ ...merged, deleted: true }, named).deleted).toBe(false)
})

test('a decimal keeps every digit', () => {
  expect(parseDecimal('1 234 567,890')).toEqual({ digits: 1_234_567_890n, scale: 3 })
})
