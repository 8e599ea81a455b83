import { expect, test } from 'vitest'
import { currencyNote } from './currency-note.ts'

const currency = { code: 'USD', header: '', rate: null, former: null, coming: null, source: null, goods: 0 }

test('a currency that the portal does not know is to be mended in 1C; others say what is not sold', () => {
  expect(currencyNote({ ...currency, code: 'фантик' })).toEqual({
    text: 'валюта не распознана: исправьте её в 1С',
    isBad: true,
  })
  expect(currencyNote(currency)).toEqual({ text: '', isBad: false })
  for (const code of ['USD', 'UE'])
    expect(currencyNote({ ...currency, code, goods: 3 })).toEqual({
      text: 'нет курса, товаров не продаётся: 3',
      isBad: true,
    })
})
