import { expect, test } from 'vitest'
import { chipsOf } from './chips.ts'
import { price } from '#web/ui/format.ts'
import { readPrice } from './price-text.ts'
import { changeView, readView } from './url-state.ts'

const facets = {
  brands: { data: [{ id: 1, header: 'Makita', count: 4, selected: true }] },
  tags: { data: [{ id: 9, header: 'Сезон', count: 1, selected: true }] },
  params: [{ id: 7, header: 'Напряжение', values: [{ id: 31, value: '18 В', count: 2, selected: true }] }],
}
const search = {
  query: 'дрель',
  brand: '1',
  tags: '9',
  filter: '7-31',
  price: '3000-25000',
  available: '1',
  new: '1',
  sale: '1',
}

test('every active condition is a chip, and removing it keeps the others', () => {
  const view = readView(search)
  const chips = chipsOf(view, facets)
  expect(chips.map(({ label }) => label)).toEqual([
    '«дрель»',
    'В наличии',
    'Новинки',
    'Распродажа',
    '3\u00a0000 – 25\u00a0000\u00a0₽',
    'Makita',
    'Сезон',
    '18 В',
  ])
  for (const { key, without } of chips) {
    const left = chipsOf(changeView(view, without), facets).map((chip) => chip.key)
    expect(left).toEqual(chips.map((chip) => chip.key).filter((other) => other !== key))
  }
})

test('the chip of a search text names the search range', () => {
  const labels = ['articul', 'header'].map(
    (range) => chipsOf(readView({ query: 'DX', search_range: range }), undefined)[0]?.label,
  )
  expect(labels).toEqual(['«DX» в артикуле', '«DX» в названии'])
})

test('a price range may have one bound; names appear with the reply', () => {
  expect(chipsOf(readView({ price: '-500' }), undefined).map(({ label }) => label)).toEqual(['до 500\u00a0₽'])
  expect(chipsOf(readView({ price: '10.50-' }), undefined).map(({ label }) => label)).toEqual(['от 10,50\u00a0₽'])
  expect(chipsOf(readView({ brand: '5' }), undefined).map(({ label }) => label)).toEqual(['…'])
})

test('[V.13] the price filter groups thousands, with two decimals or none for whole numbers', () => {
  expect([price(25000), price(1234.5), price(0.07)]).toEqual(['25\u00a0000', '1\u00a0234,50', '0,07'])
  expect([readPrice('25\u00a0000'), readPrice('1 234,5'), readPrice(''), readPrice('дорого')]).toEqual([
    25000,
    1234.5,
    undefined,
    undefined,
  ])
})
