import { expect, test } from 'vitest'
import { stemOf } from './stem.ts'

test.each([
  ['перчатки', 'перчаток', 'перчатками'],
  ['молоток', 'молотка', 'молотки'],
  ['отвертка', 'отверток', 'отвертки'],
  ['дрель', 'дрели', 'дрелью'],
  ['кабель', 'кабеля', 'кабели'],
  ['удлинитель', 'удлинителя', 'удлинители'],
  ['уголок', 'уголка', 'уголки'],
  ['розетка', 'розеток', 'розетки'],
])('%s, %s and %s share a stem', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1)
})

test.each([
  ['молоток', 'молоко'],
  ['кран', 'крем'],
  ['труба', 'трубка'],
  ['болт', 'болторез'],
])('%s and %s have different stems', (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other))
})

test('a text that is not a Russian word is its own stem', () => {
  expect(['makita', '18в', 'шт', 'м6х20'].map(stemOf)).toEqual(['makita', '18в', 'шт', 'м6х20'])
})
