import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { walk } from '#tests/support/walk-syntax.ts'

/** Labels repeat; a text of at least this many words explains something and must be changed in one place. */
const sentenceWords = 5
const sources = globSync('src/**/*.{ts,tsx}').filter(
  (file) => !/\.(test|gen)\.tsx?$/.test(file) && !file.startsWith('src/server/doors/demo/'),
)

test('each Russian sentence is written in one file only', () => {
  const filesOf = new Map<string, Set<string>>()
  for (const file of sources)
    for (const sentence of sentencesIn(file, readFileSync(file, 'utf8')))
      filesOf.set(sentence, (filesOf.get(sentence) ?? new Set()).add(file))
  const repeated = [...filesOf].filter(([, files]) => files.size > 1)
  expect(repeated.map(([sentence, files]) => `${sentence}: ${[...files].join(', ')}`)).toEqual([])
})

test('the check finds sentences in strings, templates and markup, ignoring case, spaces and the full stop', () => {
  const source = `
    const a = 'Файл больше не ждёт решения.'
    const b = \`Пока вы правили, заказ \${number} изменили. Проверьте строки\`
    const c = <p>Обратитесь к
      вашему менеджеру по телефону</p>
    const d = 'Сохранить изменения'
    const e = 'one two three four five'`
  expect(sentencesIn('probe.tsx', source)).toEqual([
    'файл больше не ждёт решения',
    'пока вы правили, заказ … изменили. проверьте строки',
    'обратитесь к вашему менеджеру по телефону',
  ])
})

function sentencesIn(file: string, source: string): string[] {
  const texts: string[] = []
  walk(parseSync(file, source).program, (node) => {
    if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') texts.push(node.value)
    if (node.type === 'TemplateLiteral')
      texts.push((node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…'))
  })
  return texts.map(normalised).filter((text) => (text.match(/[а-яё]+/g)?.length ?? 0) >= sentenceWords)
}

function normalised(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:!?]$/, '')
    .toLowerCase()
}
