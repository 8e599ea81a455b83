import { expect, test } from 'vitest'
import { missingForInvoice, requisiteErrors, type SellerRequisites } from './seller-requisites.ts'

const whole: SellerRequisites = {
  company: 'ООО «Опт»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  bank: 'ПАО Сбербанк',
  bik: '044525225',
  account: '40702810938000012345',
  correspondentAccount: '30101810400000000225',
}
const person = { ...whole, inn: '500100732259', kpp: '', ogrn: '304500116000157' }
const faulty = (own: Partial<SellerRequisites>, base = whole) => Object.keys(requisiteErrors({ ...base, ...own }))

test('valid requisites of a company and of a person have no errors; a wrong digit in any is detected', () => {
  expect([requisiteErrors(whole), requisiteErrors(person)]).toEqual([{}, {}])
  for (const name of ['inn', 'ogrn', 'account', 'correspondentAccount'] as const) {
    const text = whole[name]
    expect(faulty({ [name]: text.slice(0, -1) + String((Number(text.at(-1)) + 1) % 10) }), name).toEqual([name])
  }
  expect(faulty({ kpp: '77070100' })).toEqual(['kpp'])
  expect(faulty({ kpp: '770701001' }, person)).toEqual(['kpp'])
  expect(faulty({ ogrn: '1027700132195' }, person)).toEqual(['ogrn'])
  expect(faulty({ company: '', inn: '' })).toEqual(['company', 'inn'])
})

test('accounts are checked against their bank, and need one', () => {
  // Another bank of the same region: its correspondent account has the same check digit.
  expect(faulty({ bik: '044525974' })).toEqual(['account'])
  expect(faulty({ bik: '' })).toEqual(['account', 'correspondentAccount'])
  expect(faulty({ bik: '04452522' })).toEqual(['bik', 'account', 'correspondentAccount'])
  expect(faulty({ bank: '', bik: '', account: '', correspondentAccount: '', ogrn: '', kpp: '' })).toEqual([])
})

test('an invoice needs complete bank details; at the Bank of Russia there is no correspondent account', () => {
  expect(missingForInvoice(whole)).toEqual([])
  expect(missingForInvoice(person)).toEqual([])
  expect(missingForInvoice({ ...whole, kpp: '', bank: '', bik: '', account: '', correspondentAccount: '' })).toEqual([
    'КПП',
    'банк',
    'БИК',
    'расчётный счёт',
    'корреспондентский счёт',
  ])
  expect(missingForInvoice({ ...whole, bik: '044525000', correspondentAccount: '' })).toEqual([])
})
