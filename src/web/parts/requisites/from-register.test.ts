import { expect, test } from 'vitest'
import type { PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import { fieldsOfBank, fieldsOfParty } from './from-register.ts'

const firm: PartySuggestion = {
  value: 'ООО "ВЕКТОР"',
  data: {
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    type: 'legal',
    branch: false,
    legal_form: 'ООО',
    name: 'ООО "ВЕКТОР"',
    full_name: 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "ВЕКТОР"',
    address: '115114, г Москва, ул Летниковская, д 10',
    postal_code: '115114',
    management_name: 'Соколова Ирина Петровна',
    management_post: 'ГЕНЕРАЛЬНЫЙ ДИРЕКТОР',
    state: 'active',
    registered: '01.02.2003',
  },
}
const party = (data: Partial<PartySuggestion['data']>) => fieldsOfParty({ ...firm, data: { ...firm.data, ...data } })

test('[C.54] a party of the register fills the form', () => {
  expect(party({})).toEqual({
    legal_form: 'ООО',
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    company: 'ООО "ВЕКТОР"',
    full_name: 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "ВЕКТОР"',
    legal_address: '115114, г Москва, ул Летниковская, д 10',
    head_name: 'Соколова Ирина Петровна',
    head_post: 'ГЕНЕРАЛЬНЫЙ ДИРЕКТОР',
  })
})

test('a sole proprietor has no КПП, an unusual form is «Иное», fields missing in the register keep the typed value', () => {
  expect(party({ type: 'individual', inn: '500100732259', legal_form: '' })).toMatchObject({
    legal_form: 'ИП',
    kpp: '',
  })
  expect(party({ legal_form: 'КФХ' })).toMatchObject({ legal_form: 'Иное' })
  expect(Object.keys(party({ address: '', management_name: '', ogrn: '' }))).not.toContain('legal_address')
})

test('a bank fills БИК, name with its city, and the correspondent account where it has one', () => {
  const bank = { bik: '044525225', correspondent_account: '30101810400000000225', city: 'г Москва' }
  expect(fieldsOfBank({ value: 'ПАО Сбербанк', data: bank })).toEqual({
    bik: '044525225',
    bank: 'ПАО Сбербанк, г Москва',
    correspondent_account: '30101810400000000225',
  })
  expect(fieldsOfBank({ value: 'ГУ Банка России', data: { ...bank, correspondent_account: '', city: '' } })).toEqual({
    bik: '044525225',
    bank: 'ГУ Банка России',
  })
})
