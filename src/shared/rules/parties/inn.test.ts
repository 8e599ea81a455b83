import { expect, test } from 'vitest'
import { isInn, isKpp } from './inn.ts'

test.each(['7707083893', '500100732259'])('%s is a valid ИНН', (inn) => expect(isInn(inn)).toBe(true))

test.each([
  '7707083894',
  '500100732258',
  '500100732269',
  '0000000000',
  '000000000000',
  '770708389',
  '77070838931',
  '77070838 3',
  '',
])('%s is not a valid ИНН', (inn) => expect(isInn(inn)).toBe(false))

test('a КПП may have Latin capitals in its reason code', () => {
  expect(['770701001', '7707AB001'].map(isKpp)).toEqual([true, true])
  expect(['77070100', '7707аб001', '770701001 '].map(isKpp)).toEqual([false, false, false])
})
