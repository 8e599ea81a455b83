import { expect, test } from 'vitest'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { arrivalTexts } from './arrival-texts.ts'

const variant = (id: number, size: string) => ({
  id,
  articul: `NL-${size}`,
  params: { 7: { header: 'Размер', value: size } },
})
const arrival = (id: number, quantity: number | null, date = '24.11.2037', wms = 'Москва') => ({
  id,
  wms_id: wms.length,
  wms,
  date,
  quantity,
})
const cardWith = (
  arrivals: ProductCard['arrivals'],
  variants: unknown[] = [variant(2, 'M'), variant(3, 'L'), variant(4, 'XL')],
) => ({ id: 1, articul: 'NL', unit: 'пар', variants, arrivals }) as unknown as ProductCard
const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '))

test('arrivals of a day at a warehouse make one text that names the variants', () => {
  expect(plain(arrivalTexts(cardWith([arrival(3, 4000), arrival(4, 2000)])))).toEqual([
    '24 ноября 2037 – 6 000 пар L и XL, Москва',
  ])
})

test('each other day or warehouse makes its own text, in the order of the reply', () => {
  const arrivals = [arrival(3, 100), arrival(3, 60, '24.11.2037', 'СПб'), arrival(3, 1, '01.12.2037')]
  expect(plain(arrivalTexts(cardWith(arrivals)))).toEqual([
    '24 ноября 2037 – 100 пар L, Москва',
    '24 ноября 2037 – 60 пар L, СПб',
    '1 декабря 2037 – 1 пара L, Москва',
  ])
})

test('a hidden quantity is omitted; goods without variants name none', () => {
  expect(plain(arrivalTexts(cardWith([arrival(3, null), arrival(2, null)])))).toEqual([
    '24 ноября 2037 – L и M, Москва',
  ])
  expect(plain(arrivalTexts(cardWith([arrival(1, 24)], [])))).toEqual(['24 ноября 2037 – 24 пары, Москва'])
  expect(plain(arrivalTexts(cardWith([arrival(1, null)], [])))).toEqual(['24 ноября 2037, Москва'])
  expect(arrivalTexts(cardWith([]))).toEqual([])
})
