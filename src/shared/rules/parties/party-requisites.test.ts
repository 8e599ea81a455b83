import { expect, test } from 'vitest'
import { accountFault, bikFault, correspondentAccountFault, innFault, kppFault, ogrnFault } from './party-requisites.ts'

test('an ИНН must match the legal form and its check digits', () => {
  expect(innFault('7707083893', 'ООО')).toBeUndefined()
  expect(innFault('500100732259', 'ИП')).toBeUndefined()
  for (const inn of ['7707083893', '500100732259']) expect(innFault(inn, 'Иное')).toBeUndefined()
  expect(innFault('7707083894', 'ООО')).toBe('ИНН 7707083894 неверен: проверьте цифры')
  expect(innFault('500100732259', 'ООО')).toBe('В ИНН организации 10 цифр')
  expect(innFault('7707083893', 'ИП')).toBe('В ИНН предпринимателя 12 цифр')
  expect(innFault('770708389a', 'ООО')).toBe('В ИНН только цифры')
  expect(innFault('', 'ООО')).toBe('Укажите ИНН')
})

test('a КПП is required of organisations only', () => {
  expect(kppFault('773601001', 'АО')).toBeUndefined()
  expect(kppFault('', 'ИП')).toBeUndefined()
  expect(kppFault('', 'Иное')).toBeUndefined()
  expect(kppFault('', 'НКО')).toBe('Укажите КПП')
  expect(kppFault('773601001', 'ИП')).toBe('У ИП нет КПП')
  expect(kppFault('77360100', 'ПАО')).toBe('КПП 77360100 неверен')
})

test('an organisation has an ОГРН, a sole proprietor an ОГРНИП', () => {
  expect(ogrnFault('1027700132195', 'ООО')).toBeUndefined()
  expect(ogrnFault('304500116000157', 'ИП')).toBeUndefined()
  expect(ogrnFault('304500116000157', 'ООО')).toBe('В ОГРН 13 цифр')
  expect(ogrnFault('1027700132195', 'ИП')).toBe('В ОГРНИП 15 цифр')
  expect(ogrnFault('1027700132194', 'ООО')).toBe('ОГРН неверен: проверьте цифры')
  expect(ogrnFault('304500116000158', 'ИП')).toBe('ОГРНИП неверен: проверьте цифры')
})

test('bank details are optional; if given, the accounts must match the БИК', () => {
  const none = { bik: '', account: '', correspondentAccount: '' }
  const right = {
    bik: '044525225',
    account: '40702810938000012345',
    correspondentAccount: '30101810400000000225',
  }
  const faultsOf = (bank: typeof none) => [bikFault(bank), accountFault(bank), correspondentAccountFault(bank)]
  for (const bank of [none, right, { ...none, bik: right.bik }])
    expect(faultsOf(bank)).toEqual([undefined, undefined, undefined])
  expect(faultsOf({ ...right, bik: '' })).toEqual(['Укажите БИК банка', undefined, undefined])
  expect(faultsOf({ ...right, bik: '04452522' })).toEqual(['В БИК 9 цифр', undefined, undefined])
  expect(faultsOf({ ...right, account: '40702810938000012346', correspondentAccount: '3010' })).toEqual([
    undefined,
    'Счёт не подходит к БИК',
    'В корр. счёте 20 цифр',
  ])
})
