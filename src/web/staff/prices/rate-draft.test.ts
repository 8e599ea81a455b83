import { expect, test } from 'vitest'
import { parseRate, rateErrors, rateInputOf, unplacedErrors } from './rate-draft.ts'

test.each([
  ['82,4410', 82.441],
  ['1 234.5 ₽', 1234.5],
  ['0,0001', 0.0001],
  ['0', undefined],
  ['1,23456', undefined],
  ['дорого', undefined],
  ['', undefined],
])('a rate typed as %j', (typed, rate) => {
  expect(parseRate(typed)).toBe(rate)
})

test('an empty form names each missing field, a full one becomes the input of the call', () => {
  expect(Object.keys(rateErrors({ currency: '', date: undefined, rate: '', nominal: '1' }))).toEqual([
    'currency',
    'date',
    'rate',
  ])
  const draft = { currency: 'JPY', date: '20.11.2026', rate: '52,34', nominal: '100' }
  expect(rateErrors(draft)).toEqual({})
  expect(rateInputOf(draft)).toEqual({ currency: 'JPY', date: '20.11.2026', rate: 52.34, nominal: 100 })
})

test('a refusal at a field that the form does not have is told above it', () => {
  const errors = { currency: 'Выберите валюту', rate: 'Нужен курс больше нуля' }
  expect(unplacedErrors(errors, { choosesCurrency: false })).toBe('Выберите валюту')
  expect(unplacedErrors(errors, { choosesCurrency: true })).toBeUndefined()
  expect(unplacedErrors({ rate: '…', nominal: '…', date: '…' }, { choosesCurrency: false })).toBeUndefined()
})
