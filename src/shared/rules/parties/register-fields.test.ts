import { expect, test } from 'vitest'
import { fieldsOfParty, isAsRegistered, type RegisterFields, type RegisterRecord } from './register-fields.ts'

const firm: RegisterRecord = {
  value: 'ООО "ВЕКТОР"',
  data: {
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    type: 'legal',
    legal_form: 'ООО',
    name: 'ООО "ВЕКТОР"',
    full_name: 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "ВЕКТОР"',
    address: '115114, г Москва, ул Летниковская, д 10',
    management_name: 'Соколова Ирина Петровна',
    management_post: 'ГЕНЕРАЛЬНЫЙ ДИРЕКТОР',
    state: 'active',
  },
}
const party = (data: Partial<RegisterRecord['data']>) => fieldsOfParty({ ...firm, data: { ...firm.data, ...data } })

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

test('a sole proprietor has no КПП, an unusual form is «Иное», fields not in the register keep what was typed', () => {
  expect(party({ type: 'individual', inn: '500100732259', legal_form: '' })).toMatchObject({
    legal_form: 'ИП',
    kpp: '',
  })
  expect(party({ legal_form: 'КФХ' })).toMatchObject({ legal_form: 'Иное' })
  expect(Object.keys(party({ address: '', management_name: '', ogrn: '' }))).not.toContain('legal_address')
})

test('requisites are as registered if no field of an active record differs', () => {
  const form = fieldsOfParty(firm) as RegisterFields
  const registered = (part: Partial<RegisterFields>, data: Partial<RegisterRecord['data']> = {}) =>
    isAsRegistered({ ...form, ...part }, { ...firm, data: { ...firm.data, ...data } })
  expect(registered({})).toBe(true)
  expect(registered({ head_name: 'Другой Директор' }, { management_name: '' })).toBe(true)
  for (const name of Object.keys(form)) expect(registered({ [name]: '1' }), name).toBe(false)
  expect(registered({}, { state: 'liquidating' })).toBe(false)
})
