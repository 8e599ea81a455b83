import { expect, test } from 'vitest'
import { accountError, bikError, correspondentAccountError, innError, kppError, ogrnError } from './party-requisites.ts'

test('an ИНН must match the legal form and its check digits', () => {
  expect(innError('7707083893', 'ООО')).toBeUndefined()
  expect(innError('500100732259', 'ИП')).toBeUndefined()
  for (const inn of ['7707083893', '500100732259']) expect(innError(inn, 'Иное')).toBeUndefined()
  expect(innError('7707083894', 'ООО')).toBe('ИНН 7707083894 неверен: проверьте цифры')
  expect(innError('500100732259', 'ООО')).toBe('В ИНН организации 10 цифр')
  expect(innError('7707083893', 'ИП')).toBe('В ИНН предпринимателя 12 цифр')
  expect(innError('770708389a', 'ООО')).toBe('В ИНН только цифры')
  expect(innError('', 'ООО')).toBe('Укажите ИНН')
})

test('a КПП is required of organisations only', () => {
  expect(kppError('773601001', 'АО')).toBeUndefined()
  expect(kppError('', 'ИП')).toBeUndefined()
  expect(kppError('', 'Иное')).toBeUndefined()
  expect(kppError('', 'НКО')).toBe('Укажите КПП')
  expect(kppError('773601001', 'ИП')).toBe('У ИП нет КПП')
  expect(kppError('77360100', 'ПАО')).toBe('КПП 77360100 неверен')
})

test('an organisation has an ОГРН, a sole proprietor an ОГРНИП', () => {
  expect(ogrnError('1027700132195', 'ООО')).toBeUndefined()
  expect(ogrnError('304500116000157', 'ИП')).toBeUndefined()
  expect(ogrnError('304500116000157', 'ООО')).toBe('В ОГРН 13 цифр')
  expect(ogrnError('1027700132195', 'ИП')).toBe('В ОГРНИП 15 цифр')
  expect(ogrnError('1027700132194', 'ООО')).toBe('ОГРН неверен: проверьте цифры')
  expect(ogrnError('304500116000158', 'ИП')).toBe('ОГРНИП неверен: проверьте цифры')
})

test('bank details are optional; if given, the accounts must match the БИК', () => {
  const none = { bik: '', account: '', correspondentAccount: '' }
  const right = {
    bik: '044525225',
    account: '40702810938000012345',
    correspondentAccount: '30101810400000000225',
  }
  const errorsOf = (bank: typeof none) => [bikError(bank), accountError(bank), correspondentAccountError(bank)]
  for (const bank of [none, right, { ...none, bik: right.bik }])
    expect(errorsOf(bank)).toEqual([undefined, undefined, undefined])
  expect(errorsOf({ ...right, bik: '' })).toEqual(['Укажите БИК банка', undefined, undefined])
  expect(errorsOf({ ...right, bik: '04452522' })).toEqual(['В БИК 9 цифр', undefined, undefined])
  expect(errorsOf({ ...right, account: '40702810938000012346', correspondentAccount: '3010' })).toEqual([
    undefined,
    'Счёт не подходит к БИК',
    'В корр. счёте 20 цифр',
  ])
})
