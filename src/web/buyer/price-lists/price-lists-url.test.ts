import { expect, test } from 'vitest'
import { normalisePriceListsSearch, readChoice, writeChoice } from './price-lists-url.ts'

test('the URL stores the contract, the categories and whether only goods in stock are listed', () => {
  expect(normalisePriceListsSearch({ contract: '3', categories: '12,15', available: '1' })).toEqual({
    contract: 3,
    categories: '12,15',
    available: 1,
  })
  expect(normalisePriceListsSearch({ contract: 'x', categories: 'drel', available: '2', page: 'x' })).toEqual({})
})

test('all, some and no categories are distinct in the URL', () => {
  for (const choice of ['all', new Set([7]), new Set([3, 9]), new Set<number>()] as const)
    expect(readChoice(writeChoice(choice))).toEqual(choice)
  expect(readChoice(12)).toEqual(new Set([12]))
  expect(readChoice('5,,x,-1,7')).toEqual(new Set([5, 7]))
})
