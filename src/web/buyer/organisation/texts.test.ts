import { expect, test } from 'vitest'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { normaliseOrganisationSearch } from './organisation-url.ts'
import { requisitesText } from './requisites-text.ts'
import { contractState, contragentState, paymentText, registerText, type Contract } from './terms-texts.ts'

const contract: Contract = {
  id: 1,
  number: '114-О',
  date: '12.01.2026',
  valid_to: null,
  payment: 'prepaid',
  prepayment_percent: 100,
  deferral_days: 0,
  price_type: 'Оптовая',
  credit_limit: null,
  status: 'active',
  stopOrders: false,
  debtAlert: null,
}
const contragent: Contragent = {
  id: 1,
  company: 'ООО «Вектор»',
  full_name: '',
  legal_form: 'ООО',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'г. Москва',
  actual_address: '',
  head_name: 'Соколова И. П.',
  head_post: '',
  bank: '',
  bik: '',
  account: '',
  correspondent_account: '',
  phone: '',
  email: '',
  register_checked: null,
  status: 'active',
  identity_fixed: true,
  contracts: [contract],
  version: '1',
}

test('the state of a contragent follows from its contracts', () => {
  const of = (contracts: Contract[], status: Contragent['status'] = 'active') =>
    contragentState({ ...contragent, contracts, status }).text
  expect(of([contract])).toBe('действует')
  expect(of([contract, { ...contract, number: '31-С', stopOrders: true }])).toBe('стоп по 31-С')
  expect(of([{ ...contract, status: 'expired' }])).toBe('нет договора')
  expect(of([])).toBe('нет договора')
  expect(of([contract], 'inactive')).toBe('отключён')
})

test('a firm is checked against ЕГРЮЛ, an entrepreneur against ЕГРИП, and nothing is said of an unchecked one', () => {
  expect(registerText(contragent)).toBeUndefined()
  const checked = { ...contragent, register_checked: '20.11.2026' }
  expect(registerText(checked)).toBe('сверено с ЕГРЮЛ 20.11.2026')
  expect(registerText({ ...checked, legal_form: 'ИП' })).toBe('сверено с ЕГРИП 20.11.2026')
})

test('a contract shows its state and its terms of payment', () => {
  expect(contractState({ ...contract, stopOrders: true }).text).toBe('стоп')
  expect(contractState({ ...contract, stopOrders: true, status: 'expired' }).text).toBe('истёк')
  expect(paymentText(contract)).toBe('предоплата 100\u00a0%')
  expect(paymentText({ ...contract, payment: 'deferred', deferral_days: 21 })).toBe('отсрочка 21\u00a0день')
})

test('requisites are copied one per line, without unknown ones', () => {
  expect(requisitesText(contragent)).toBe(
    'ООО «Вектор»\nИНН 7707083893\nКПП 773601001\nОГРН 1027700132195\nЮридический адрес: г. Москва\n' +
      'Руководитель: Соколова И. П.',
  )
})

test('the URL contains the id of a contragent, or none', () => {
  expect(normaliseOrganisationSearch({ contragent: '12', other: 'x' })).toEqual({ contragent: 12 })
  expect(['0', 'x', '-1', undefined].map((contragent) => normaliseOrganisationSearch({ contragent }))).toEqual([
    {},
    {},
    {},
    {},
  ])
})
