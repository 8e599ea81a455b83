import { expect, test } from 'vitest'
import type { CustomerContract } from '#shared/api/administration/customers.ts'
import {
  newTermsDraft,
  preferWarehouse,
  termsDraftOf,
  termsErrors,
  termsInputOf,
  toggleWarehouse,
  usualTerms,
} from './terms-draft.ts'

const contract: CustomerContract = {
  id: 7,
  number: '114-О',
  date: '12.01.2026',
  contragent: 'ООО «Вектор»',
  price_type_header: 'Опт 2',
  status: 'active',
  valid_to: '',
  price_type: 2,
  rrc_type: null,
  payment: 'deferred',
  prepayment_percent: 100,
  deferral_days: 14,
  credit_limit: 1_000_000.5,
  min_order: null,
  free_delivery: null,
  hold_days: 3,
  stock_display: 'exact',
  stock_cap: 10,
  warehouses: [2, 1],
  debt: 0,
  overdue: 0,
  stopped: false,
  alert: '',
  from_1c: false,
  version: 'v',
}

test('an unchanged draft sends the terms of the contract', () => {
  const { status, price_type, payment, warehouses, credit_limit } = contract
  expect(termsErrors(termsDraftOf(contract))).toEqual({})
  expect(termsInputOf(termsDraftOf(contract), contract)).toMatchObject({
    status,
    price_type,
    payment,
    warehouses,
    credit_limit,
    valid_to: undefined,
    rrc_type: undefined,
    min_order: null,
  })
})

test('only fields that are shown are checked, and a hidden one keeps the stored number', () => {
  const draft = { ...termsDraftOf(contract), prepaymentPercent: 'много', stockCap: '' }
  expect(termsErrors(draft)).toEqual({})
  expect(termsInputOf(draft, contract)).toMatchObject({ prepayment_percent: 100, stock_cap: 10 })
  expect(Object.keys(termsErrors({ ...draft, payment: 'prepaid', stockDisplay: 'more' }))).toEqual([
    'prepayment_percent',
    'stock_cap',
  ])
})

test('sums are typed as people write them; what is no sum is refused', () => {
  const draft = { ...termsDraftOf(contract), creditLimit: '1 500 000,50 ₽', minOrder: '' }
  expect(termsInputOf(draft, contract)).toMatchObject({ credit_limit: 1_500_000.5, min_order: null })
  expect(Object.keys(termsErrors({ ...draft, minOrder: 'сто', warehouses: [] }))).toEqual(['min_order', 'warehouses'])
})

test('warehouses are chosen in order of preference', () => {
  expect(toggleWarehouse([2, 1], 3)).toEqual([2, 1, 3])
  expect(toggleWarehouse([2, 1], 2)).toEqual([1])
  expect(preferWarehouse([2, 1, 3], 3)).toEqual([2, 3, 1])
  expect(preferWarehouse([2, 1], 2)).toEqual([2, 1])
})

test('a new contract begins with the terms of the first one, or with a price type and warehouses to choose', () => {
  const another = newTermsDraft([{ ...contract, status: 'expired', valid_to: '31.12.2025' }])
  expect(another).toEqual({ ...termsDraftOf(contract), status: 'active', validTo: undefined })
  const first = newTermsDraft([])
  expect(Object.keys(termsErrors(first))).toEqual(['price_type', 'warehouses'])
  expect(termsInputOf({ ...first, priceType: 2, warehouses: [1] }, usualTerms)).toMatchObject({
    payment: 'prepaid',
    prepayment_percent: 100,
    deferral_days: 0,
    hold_days: 3,
    stock_cap: 10,
  })
})
