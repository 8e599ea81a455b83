import { expect, test } from 'vitest'
import { textOfDescription } from './description-text.ts'

test.each([
  ['Для работы', 'Для работы'],
  ['  Первый абзац.\r\n\r\n\r\n\r\nВторой: 5 < 6 & 7  ', 'Первый абзац.\n\nВторой: 5 < 6 & 7'],
  [
    '<p>Дрели <b>ударные</b></p><p>Сверлят &laquo;бетон&raquo;&nbsp;&mdash; быстро</p>',
    'Дрели ударные\n\nСверлят «бетон»\u00a0— быстро',
  ],
  ['Строка<br>ещё строка<br/>', 'Строка\nещё строка'],
  ['<h2>Выбор</h2><ul><li>патрон</li><li>мощность</li></ul>', 'Выбор\n\n• патрон\n• мощность'],
  ['<a href="https://evil.example">Ссылка</a><img src=x onerror=alert(1)>', 'Ссылка'],
  ['<script>alert(1)</script><style>p{}</style>Текст', 'Текст'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['<p>Не закрыто <b>жирно', 'Не закрыто жирно'],
  ['<div></div><p>&nbsp;</p>', ''],
])('%j becomes %j', (description, text) => expect(textOfDescription(description)).toBe(text))

test('a text is cut at maxLength if given, and deeply nested markup is handled', () => {
  expect(textOfDescription('я'.repeat(200_000), { maxLength: 10_000 })).toHaveLength(10_001)
  expect(textOfDescription(`<p>${'я'.repeat(200_000)}</p>`)).toHaveLength(200_000)
  expect(textOfDescription(`<div>${'<div>'.repeat(5000)}текст`).length).toBeLessThanOrEqual(10)
})
