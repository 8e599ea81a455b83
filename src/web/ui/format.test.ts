import { expect, test } from 'vitest'
import { plural } from '#shared/rules/plural.ts'
import {
  timeAgo,
  withCount,
  day,
  relativeDay,
  fileSize,
  quantityWithUnit,
  money,
  perUnit,
  price,
  quantity,
  stock,
  volume,
  weight,
} from './format.ts'

test("[V.13] a price groups thousands and drops a trailing ',00'", () => {
  expect(price(24350.5)).toBe('24\u00a0350,50')
  expect(price(9840)).toBe('9\u00a0840')
  expect(price(0.1 + 0.2)).toBe('0,30')
  expect(money(1234567.89)).toBe('1\u00a0234\u00a0567,89\u00a0₽')
  expect([price(null), money(null)]).toEqual(['–', '–'])
})

test('quantities, stock, weight and volume are formatted in Russian', () => {
  expect(quantity(1234.5)).toBe('1\u00a0234,5')
  expect([stock(0), stock(12)]).toEqual(['–', '12'])
  expect([weight(3.154), weight(312.4)]).toEqual(['3,15\u00a0кг', '312\u00a0кг'])
  expect([volume(0.0071), volume(1.84)]).toEqual(['0,0071\u00a0м³', '1,8\u00a0м³'])
})

test('nouns have the plural form of their number', () => {
  const lines = ['строка', 'строки', 'строк'] as const
  expect([1, 3, 11, 21, 1.5].map((count) => plural(count, lines))).toEqual([
    'строка',
    'строки',
    'строк',
    'строка',
    'строки',
  ])
  expect(withCount(1200, lines)).toBe('1\u00a0200\u00a0строк')
})

test('units have the plural form of their number', () => {
  expect([1, 2, 360].map((count) => quantityWithUnit(count, 'пара'))).toEqual([
    '1\u00a0пара',
    '2\u00a0пары',
    '360\u00a0пар',
  ])
  expect([quantityWithUnit(6000, 'пар'), quantityWithUnit(2.5, 'кг'), quantityWithUnit(12, 'шт')]).toEqual([
    '6\u00a0000\u00a0пар',
    '2,5\u00a0кг',
    '12\u00a0шт',
  ])
  expect(['пар', 'упаковка', 'лист', 'шт'].map(perUnit)).toEqual([
    'за\u00a0пару',
    'за\u00a0упаковку',
    'за\u00a0лист',
    'за\u00a0шт',
  ])
})

test('file sizes are formatted', () => {
  expect([0, 245_760, 1_468_006, 10_485_760].map(fileSize)).toEqual([
    '1\u00a0КБ',
    '240\u00a0КБ',
    '1,4\u00a0МБ',
    '10\u00a0МБ',
  ])
})

test('a future day is written in words, with its year if it differs', () => {
  const now = new Date('2026-11-20T22:30:00Z')
  expect([relativeDay('24.11.2026', now), relativeDay('09.01.2027', now)]).toEqual([
    '24\u00a0ноября',
    '9\u00a0января 2027',
  ])
})

test('times are formatted as Moscow dates or as time elapsed', () => {
  const now = new Date('2026-11-20T22:30:00Z')
  expect(day('2026-11-20T22:30:00Z')).toBe('21.11.2026')
  expect(timeAgo('2026-11-20T22:29:40Z', now)).toBe('только что')
  expect(timeAgo('2026-11-20T22:26:00Z', now)).toBe('4\u00a0мин назад')
  expect(timeAgo('2026-11-20T19:00:00Z', now)).toBe('3\u00a0ч назад')
  expect(timeAgo('2026-11-18T19:00:00Z', now)).toBe('от 18.11.2026')
})
