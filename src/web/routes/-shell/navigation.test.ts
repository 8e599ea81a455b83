import { expect, test } from 'vitest'
import { entriesFor, isCurrent } from './navigation.ts'

test('[S.16] the entry of the address is highlighted whatever its query and hash', () => {
  expect(isCurrent('/catalog', '/catalog?query=дрель&page=2#top')).toBe(true)
  expect(isCurrent('/catalog', '/catalog/dreli')).toBe(true)
  expect(isCurrent('/catalog', '/product/12')).toBe(true)
  expect(isCurrent('/cart', '/cart/')).toBe(true)
  expect(isCurrent('/', '/?x=1')).toBe(true)
  expect(isCurrent('/', '/catalog')).toBe(false)
  expect(isCurrent('/cart', '/cartography')).toBe(false)
})

test('each role sees the sections that it may open, and no others', () => {
  expect(entriesFor('owner').map(({ path }) => path)).toEqual(['/', '/catalog', '/cart', '/orders'])
  expect(entriesFor('receiver').map(({ path }) => path)).toEqual(['/', '/catalog', '/orders'])
  expect(entriesFor('sales').map(({ path }) => path)).toEqual(['/admin'])
})
