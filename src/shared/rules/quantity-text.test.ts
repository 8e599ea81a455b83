import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parseQuantityOf,
  parseQuantityText,
  proposeQuantity,
  sumQuantityTexts,
  unitMultiplier,
} from './quantity-text.ts'

test.each<[string, number]>([
  ['5', 5000],
  ['5.0', 5000],
  ['6,31', 6310],
  ['6.31', 6310],
  ['.5', 500],
  [' 10 шт', 10_000],
  ['10шт.', 10_000],
  ['50 штук', 50_000],
  ['1 200', 1_200_000],
  ['1\u00a0200', 1_200_000],
  ['1\u202f200,5', 1_200_500],
  ['1.234,56', 1_234_560],
  ['1,234.56', 1_234_560],
  ['1.234.567', 1_234_567_000],
  ["1'200", 1_200_000],
  ['+3', 3000],
  ['007', 7000],
  ['0,0001', 1],
  ['1E+2', 100_000],
  ['1,00E+02', 100_000],
  ['10 шт (2 уп)', 10_000],
  ['6,31кг', 6310],
  ['=5', 5000],
  ['5 м', 5000],
  ['10 шт/5 уп', 10_000],
  ['5 л.', 5000],
])('%j is parsed as a quantity', (text, milli) => expect(parseQuantityText(text)).toEqual({ milli }))

test.each(['', ' ', '\u00a0', '-', '—', '–', '0', '0,00', '-0', '0 шт', 'нет', 'Не надо', 'не требуется'])(
  '%j is read as empty',
  (text) => expect(parseQuantityText(text)).toBe('empty'),
)

test.each([
  'две',
  'да',
  '60 + 60',
  '60 60',
  '5-10',
  '2x5',
  '2 х 5',
  '12.11.2026',
  '1/2',
  'M8',
  '1 20 300',
  '9999999999',
  '1e99',
  '1,2,3',
  'шт',
  '=B2*2',
  '=Лист1!B2',
  '#ДЕЛ/0!',
  '#N/A',
  '50.50 1 шт',
  '5 (12)',
  '27+',
  '5?',
  '5\ufffd',
  '250 руб.',
  '1 250,50 ₽',
  '10р',
])('%j is unclear', (text) => {
  expect(parseQuantityText(text)).toBe('unclear')
})

test.each<[string, number | undefined]>([
  ['2 тыс', 2000],
  ['1,5 тыс. шт', 1500],
  ['1 200 тыс', 1_200_000],
  ['2к', 2000],
  ['3 дюжины', 36],
  ['5 сотен', 500],
  ['2 десятка', 20],
  ['5-Jan', 5.1],
  ['15 May 2026', 15.5],
  ['к 15 мая', 15.5],
  ['20260501', 1.5],
  ['01052026', 1.5],
  ['10/уп', 10],
  ['10 шт/уп', 10],
  ['7 дней', undefined],
  ['2 нед.', undefined],
  ['3-я неделя', undefined],
  ['2026 г.', undefined],
  ['10 $', undefined],
  ['€10', undefined],
])('%j is unclear, and %j is proposed', (text, units) => {
  expect([parseQuantityText(text), proposeQuantity(text)]).toEqual([
    'unclear',
    units === undefined ? undefined : units * 1000,
  ])
})

test.each<[string, number]>([
  ['минус 5', 5],
  ['уже заказал 5', 5],
  ['5 нет', 5],
  ['5 шт уже заказаны', 5],
  ['5 без остатка', 5],
  ['остаток 5', 5],
  ['упак. 5', 5],
  ['2O', 20],
  ['2О шт', 20],
  ['1O0', 100],
  ['5 б', 5],
])('%j contains more than a number: it is unclear, and %d is proposed', (text, units) => {
  expect([parseQuantityText(text), proposeQuantity(text)]).toEqual(['unclear', units * 1000])
})

test.each(['нужно 5', 'Кол-во: 5', 'ещё 5 шт', '5 м', '5л', '5 шт срочно', '5 шт пожалуйста'])(
  '%j is a quantity',
  (text) => expect(parseQuantityText(text)).toEqual({ milli: 5000 }),
)

test.each<[string, number]>([
  ['2 кг', 2],
  ['2 к-т', 2],
  ['2 комплекта', 2],
  ['3 десертных набора', 3],
  ['2 года', -1],
  ['5 г', 5],
  ['12345678', 12_345_678],
  ['10 шт/5 уп', 10],
  ['4 ноги', 4],
])('%j is distinguished from time spans, thousands and dates', (text, units) => {
  expect(parseQuantityText(text)).toEqual(units < 0 ? 'unclear' : { milli: units * 1000 })
})

test.each<[string, number]>([
  ['шт', 1],
  ['м2', 1],
  ['кв. м', 1],
  ['1 шт', 1],
  ['тыс. шт', 1000],
  ['100 шт', 100],
  ['уп. (10 шт)', 10],
  ['сотня', 100],
  ['к', 1],
  ['к-т', 1],
])('one %j has %d units', (unit, count) => {
  expect(unitMultiplier(unit)).toBe(count)
})

test.each(['-4', '−4', '– 4', '-4,000', '-4 шт', '(4)', '(4) шт', '(4) упак', '(4 шт.)', '( 4,5 )', '4-', '4 шт -'])(
  '%j is negative: it is unclear, and its number is proposed',
  (text) => {
    expect(parseQuantityText(text)).toBe('unclear')
    expect(proposeQuantity(text)).toBe(Number(/\d(?:,\d+)?/.exec(text)?.[0].replace(',', '.')) * 1000)
  },
)

test('one pair is proposed for goods sold by pairs, two of other goods', () => {
  const units = ['пар', 'Пара', 'пар.', 'шт', '']
  expect(units.map((unit) => proposeQuantity('пару', unit))).toEqual([1000, 1000, 1000, 2000, 2000])
  expect(proposeQuantity('пара десятков', 'пар')).toBe(20_000)
  expect(proposeQuantity('пару пар', 'пар')).toBe(2000)
})

test('a negative quantity makes a sum unclear, and the proposal subtracts it', () => {
  const sum = sumQuantityTexts(['5', '-2', ''])
  expect(parseQuantityText(sum)).toBe('unclear')
  expect(proposeQuantity(sum)).toBe(3000)
  const returned = sumQuantityTexts(['2', '(5)'])
  expect(parseQuantityText(returned)).toBe('unclear')
  expect(proposeQuantity(returned)).toBeUndefined()
})

test.each<[string, string, number | 'unclear']>([
  ['2 уп.', 'шт', 'unclear'],
  ['3 кор', 'шт', 'unclear'],
  ['2 упаковки', 'м', 'unclear'],
  ['2 уп по 10 шт', 'шт', 'unclear'],
  ['1 уп (10 шт)', 'шт', 10_000],
  ['2 кор. = 24 шт.', 'шт', 24_000],
  ['10 шт (2 уп)', 'шт', 10_000],
  ['2 уп', 'упак', 2000],
  ['2 ящ', 'упак', 'unclear'],
  ['2 кор', 'короб.', 2000],
  ['2', 'шт', 2000],
  ['2 рул', 'шт', 2000],
])('%j of goods in %j', (text, unit, milli) =>
  expect(parseQuantityOf(text, { unit })).toEqual(milli === 'unclear' ? milli : { milli }),
)

test('any number with up to three decimals is parsed, with any grouping, sign and unit', () => {
  const grouped = (digits: string, gap: string) => digits.replace(/\B(?=(\d{3})+$)/g, gap)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom('', ' ', '\u00a0', '\u202f'),
      fc.constantFrom(',', '.'),
      fc.constantFrom('', ' шт', ' кг.', 'уп'),
      fc.constantFrom('', '+', 'шт '),
      (milli, gap, point, unit, lead) => {
        const decimals = String(milli % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '')
        const whole = grouped(String(Math.floor(milli / 1000)), gap)
        const text = `${lead}${whole}${decimals === '' ? '' : point + decimals}${unit}`
        expect(parseQuantityText(text), text).toEqual({ milli })
      },
    ),
  )
})

test('any text is parsed without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const read = parseQuantityText(text)
      if (typeof read === 'object') expect(Number.isSafeInteger(read.milli) && read.milli > 0).toBe(true)
    }),
  )
})
