import { expect, test } from 'vitest'
import { textOf } from './synonyms.ts'
import { tokensOfText } from './tokens.ts'

test.each([
  ['Дрель ударная ДУ-10/580ЭР 580 Вт', ['дрель', 'ударная', 'ду', '10', '580эp', '580вт']],
  ['12 в', ['12в']],
  ['12V', ['12в']],
  ['12 вольт', ['12в']],
  ['2л', ['2л']],
  ['1,5', ['1.5']],
  ['1.50', ['1.5']],
  ['0,05мм', ['0.05мм']],
  ['2,5 мм²', ['2.5мм2']],
  ['4,0 А·ч', ['4ач']],
  ['Болт M8 × 30 DIN 933', ['болт', 'm8', '30', 'din', '933']],
  ['болт м8х30', ['болт', 'm8', '30']],
  ['Кран 1/2"', ['кран', '1/2дюйм']],
  ['Кран 1 1/2"', ['кран', '1 1/2дюйм']],
  ['Муфта 20 1/2"', ['муфта', '20', '1/2дюйм']],
  ['007', ['007']],
  ['ВВГнг(А)-LS', ['ввгнг', 'а', 'ls']],
  ['м', ['м']],
  ['—…!', []],
])('%s is split into %j', (text, tokens) => {
  expect(tokensOfText(text).map(textOf)).toEqual(tokens)
})

test('numbers of a product such as 3×2,5 share one normalised dimension, whatever the notation', () => {
  for (const text of ['3 × 2,5', '3х2.5', '3*2,50', '3x2.5'])
    expect(tokensOfText(text).map(({ whole }) => whole)).toEqual(['3x2.5', '3x2.5'])
})
