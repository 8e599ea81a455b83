import { expect, test } from 'vitest'
import { fieldsOfBank } from './fields-of-bank.ts'

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
