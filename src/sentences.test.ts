import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { walk } from '#tests/support/source/walk-syntax.ts'

/** Labels repeat; a text of at least this many words explains something and must be changed in one place. */
const sentenceWords = 4
const sources = globSync('src/**/*.{ts,tsx}').filter(
  (file) =>
    !/\.(test|gen)\.tsx?$/.test(file) &&
    !file.startsWith('src/server/doors/demo/') &&
    !file.endsWith('/common-words.ts'),
)

/** Titles of documents, and phrases that are a label in one file and a part of a sentence in another. */
const phrases = [
  'инн больше не принимаем',
  'код из приложения или запасной код',
  'не войдёт в корзину',
  'не продаётся по этому договору',
  'по категориям и брендам',
  'политика обработки персональных данных',
  'согласие на обработку персональных данных',
  'товары не из заказа',
  'уже есть у нас',
  'фамилия, имя и отчество',
]

test('each Russian sentence is written in one file only, alone or inside a longer text', () => {
  const found = findRepeated(sources.map((file) => ({ file, texts: textsIn(file, readFileSync(file, 'utf8')) })))
  expect(found.filter(({ text }) => !phrases.includes(text)).map(describe)).toEqual([])
  expect([...new Set(found.map(({ text }) => text))].filter((text) => phrases.includes(text)).toSorted(byName)).toEqual(
    phrases,
  )
})

test('the check finds texts in strings, templates and markup, ignoring case, spaces and the full stop', () => {
  const source = `
    const a = 'Файл больше не ждёт решения.'
    const b = \`Пока вы правили, заказ \${number} изменили. Проверьте строки\`
    const c = <p>Обратитесь к
      вашему менеджеру по телефону</p>
    const d = 'one two three four five'`
  expect(textsIn('probe.tsx', source)).toEqual([
    'файл больше не ждёт решения',
    'пока вы правили, заказ … изменили. проверьте строки',
    'обратитесь к вашему менеджеру по телефону',
  ])
})

test('the check finds an equal sentence, a sentence of two texts and a text inside another, not parts of words', () => {
  const found = findRepeated([
    { file: 'a.ts', texts: ['портал занят. повторите обмен через минуту', 'товар не найден', 'нет его в этом доме'] },
    {
      file: 'b.ts',
      texts: ['сжатые данные повреждены: повторите обмен через минуту', 'договор не действует по сроку'],
    },
    { file: 'c.ts', texts: ['этот договор не действует по сроку, выберите другой', 'нет его в этом домен'] },
  ])
  expect(found.map(describe)).toEqual([
    'повторите обмен через минуту: a.ts, b.ts',
    'договор не действует по сроку: b.ts, c.ts',
  ])
})

type Repeated = { text: string; files: string[] }
type TextsOfFile = { file: string; texts: string[] }

function findRepeated(files: TextsOfFile[]): Repeated[] {
  const filesOf = new Map<string, Set<string>>()
  const add = (text: string, file: string) => {
    if (isSentence(text)) filesOf.set(text, (filesOf.get(text) ?? new Set()).add(file))
  }
  for (const { file, texts } of files) for (const text of texts) for (const each of sentencesOf(text)) add(each, file)
  const long = files.flatMap(({ file, texts }) => texts.filter(isSentence).map((text) => ({ file, text })))
  for (const { file, text } of long)
    for (const other of long)
      if (other.file !== file && other.text.length > text.length && holds(other.text, text)) {
        add(text, file)
        add(text, other.file)
      }
  return [...filesOf].flatMap(([text, at]) => (at.size > 1 ? [{ text, files: [...at].toSorted(byName) }] : []))
}

/** The text as a whole and its sentences. */
function sentencesOf(text: string): string[] {
  return [...new Set([text, ...text.split(/[.:;!?] /)])].map((each) => each.trim())
}

/** Whether a text contains another between words. */
function holds(text: string, part: string): boolean {
  const at = text.indexOf(part)
  const isLetter = (index: number) => /[а-яё]/.test(text[index] ?? '')
  return at >= 0 && !isLetter(at - 1) && !isLetter(at + part.length)
}

function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  walk(parseSync(file, source).program, (node) => {
    if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') texts.push(node.value)
    if (node.type === 'TemplateLiteral')
      texts.push((node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…'))
  })
  return texts.map(normalised).filter((text) => /[а-яё]/.test(text))
}

function isSentence(text: string): boolean {
  return (text.match(/[а-яё]+/g)?.length ?? 0) >= sentenceWords
}

function normalised(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:!?]$/, '')
    .toLowerCase()
}

function describe({ text, files }: Repeated): string {
  return `${text}: ${files.join(', ')}`
}

function byName(one: string, other: string): number {
  return one.localeCompare(other)
}
