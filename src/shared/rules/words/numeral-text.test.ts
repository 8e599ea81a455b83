import { expect, test } from 'vitest'
import { numeralIn } from './numeral-text.ts'

test.each<[string, number | undefined]>([
  ['шесть', 6],
  ['Трёх', 3],
  ['двадцать пять', 25],
  ['сто двадцать пять штук', 125],
  ['сто пятнадцать', 115],
  ['две тысячи пятьсот', 2500],
  ['тысяча', 1000],
  ['десяток', 10],
  ['пара десятков', 20],
  ['полтора десятка', 15],
  ['две дюжины', 24],
  ['пару', 2],
  ['две пары', 2],
  ['пять-шесть', 5],
  ['пара-тройка', 2],
  ['двадцать тридцать', 20],
  ['шестигранник', undefined],
  ['парный', undefined],
  ['штук пять', undefined],
  ['10 (пять)', undefined],
  ['', undefined],
])('%j begins with the number %j', (text, value) => expect(numeralIn(text)).toBe(value))
