import { expect, test } from 'vitest'
import { isAccount, isBik, isCorrespondentAccount, isOgrn } from './requisites.ts'

test('ОГРН and ОГРНИП are checked by their check digit', () => {
  expect(['1027700132195', '304500116000157'].every(isOgrn)).toBe(true)
  for (const wrong of ['1027700132194', '304500116000158', '102770013219', '', '10277001321955', 'abcdefghijklm'])
    expect(isOgrn(wrong), wrong).toBe(false)
})

test('accounts must match the БИК of their bank', () => {
  const bik = '044525225'
  expect(isBik(bik)).toBe(true)
  expect(isAccount('40702810938000012345', bik)).toBe(true)
  expect(isCorrespondentAccount('30101810400000000225', bik)).toBe(true)
  expect(isAccount('30101810400000000225', bik)).toBe(false)
  for (const wrong of ['40702810938000012346', '4070281093800001234', '', '4070281093800001234x'])
    expect(isAccount(wrong, bik), wrong).toBe(false)
  for (const wrong of ['04452522', '000000000', '04452522a']) expect(isBik(wrong), wrong).toBe(false)
  expect(isAccount('40702810938000012345', '')).toBe(false)
})

test('any single wrong digit of an account is detected', () => {
  const account = '40702810938000012345'
  for (let index = 0; index < 20; index += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const other = account.slice(0, index) + String(digit) + account.slice(index + 1)
      if (other !== account) expect(isAccount(other, '044525225'), other).toBe(false)
    }
  }
})
