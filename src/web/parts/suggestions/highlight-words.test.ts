import { expect, test } from 'vitest'
import { highlightWords } from './highlight-words.ts'

const marked = (text: string, query: string) =>
  highlightWords(text, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test('the beginnings of words that were typed are marked, in any case and order, ё as е', () => {
  expect(marked('г. Москва, ул. Летниковская, д. 10, стр. 1', 'летник 10')).toBe(
    'г. Москва, ул. [Летник]овская, д. [10], стр. 1',
  )
  expect(marked('Королёв Артём', 'артем КОРОЛ')).toBe('[Корол]ёв [Артём]')
  expect(marked('ООО «Вектор»', 'ектор')).toBe('ООО «Вектор»')
  expect(marked('ООО «Вектор»', ' ')).toBe('ООО «Вектор»')
})
