import { expect, test } from 'vitest'
import { inOtherLayout } from './keyboard.ts'

test.each([
  ['lhtkm', ['дрель']],
  ['rk.x', ['ключ']],
  ['LHTKM', ['дрель']],
  ['ьфлшеф', ['makita']],
  ['rf,tkm', ['кабель']],
  ['[fkfn', ['халат', 'алат']],
  ['"ktrnhjl', ['электрод', 'лектрод']],
  ['c`v', ['сём']],
  ['12d', ['12в']],
  ['125', []],
  ['дрelь', []],
  ['хвост', []],
])('%s typed in the other keyboard layout is %j', (typed, meant) => {
  expect(inOtherLayout(typed)).toEqual(meant)
})
