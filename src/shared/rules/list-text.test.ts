import { expect, test } from 'vitest'
import { firstFew, listNames, listNumbers, listPhrases } from './list-text.ts'

const lineForms = ['строка', 'строки', 'строк'] as const

test('a list is cut after the first few items, followed by the number of the others', () => {
  expect(firstFew(['а', 'б', 'в', 'г'], 2)).toEqual(['а', 'б', 'и ещё 2'])
  expect(firstFew(['а', 'б', 'в', 'г'], 2, lineForms)).toEqual(['а', 'б', 'и ещё 2 строки'])
  expect(firstFew(['а', 'б'], 2)).toEqual(['а', 'б'])
  expect(firstFew([], 2)).toEqual([])
})

test('a single remaining item is named', () => {
  expect(firstFew(['а', 'б', 'в'], 2)).toEqual(['а', 'б', 'в'])
  expect(listNumbers([1, 2, 3], 2)).toBe('1, 2 и 3')
})

test('names are joined by commas, without one before "и"', () => {
  expect(listNames(['Дрели', 'Пилы'], 5)).toBe('Дрели, Пилы')
  expect(listNames(['Дрели', 'Пилы', 'Фены', 'Лампы'], 2)).toBe('Дрели, Пилы и ещё 2')
})

test('the last number of a complete list is joined by "и"', () => {
  expect(listNumbers([8], 5)).toBe('8')
  expect(listNumbers([8, 31], 5)).toBe('8 и 31')
  expect(listNumbers([1, 2, 3, 4], 2)).toBe('1, 2 и ещё 2')
})

test('phrases are joined by semicolons, also before "и"', () => {
  const phrases = [
    'Дрель: 5 → 3',
    'Пила: 2 → 1',
    'Фен: 9 → 8',
    'Лампа: 7 → 6',
    'Клей: 3 → 2',
    'Лак: 2 → 0',
    'Бур: 4 → 1',
  ]
  expect(listPhrases(phrases, 2, lineForms)).toBe('Дрель: 5 → 3; Пила: 2 → 1; и ещё 5 строк')
})
