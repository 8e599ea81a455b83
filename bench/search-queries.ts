import { randomFor, type Random } from '#server/doors/demo/random.ts'
import { inOtherLayout, withTypo } from '#tests/search/spellings.ts'
import { adjectives, nouns, size } from './seed.ts'

/** Queries as buyers type them, in the same variants as the judged queries, for the bench's goods. */
export function typedQueries(seed: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const random = randomFor(2026, `${seed} ${n}`)
    return (ways[n % ways.length] ?? byType)(random)
  })
}

/** Hostile queries: long, full of signs, mixed. */
export function hostileQueries(seed: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const random = randomFor(2026, `hostile ${seed} ${n}`)
    return (attacks[n % attacks.length] ?? attacks[0])?.(random) ?? ''
  })
}

const type = (random: Random) => `${random.pick(nouns)} ${random.pick(adjectives)}`.toLowerCase()
const series = (random: Random) => `серия${random.integer(0, size.rareWords - 1)}`
const thread = (random: Random) => `М${random.integer(1, 39)}х${random.integer(1, 199)}`
const product = (random: Random) => random.integer(1, size.products)
const byType = (random: Random) => `${type(random)} ${series(random)}`

const ways: readonly ((random: Random) => string)[] = [
  byType,
  (random) => `${random.pick(nouns).toLowerCase()} марка ${random.integer(1, size.brands)}`,
  (random) => `${series(random)} ${thread(random)} ${random.pick(nouns).toLowerCase()}`,
  (random) => `${inFirstWord(type(random), (word) => withTypo(word, random))} ${series(random)}`,
  (random) => inOtherLayout(type(random)),
  (random) => `${inFirstWord(type(random), inOtherLayout)} ${series(random)}`,
  (random) => `${random.pick(nouns).toLowerCase()} ${thread(random)}`,
  (random) => `AB-${random.integer(0, 8999)}/${product(random)}`,
  (random) => String(product(random)).padStart(5, '0'),
  (random) => `46${String(product(random)).padStart(11, '0')}`,
  (random) => type(random).slice(0, random.integer(1, 9)),
  (random) => `${random.integer(1, 15) * 5} мм ${type(random)}`,
]

const attacks: readonly ((random: Random) => string)[] = [
  (random) => repeated(random, 10_000, () => random.pick(nouns).toLowerCase()),
  (random) => Array.from({ length: 200 }, () => withTypo(random.pick(adjectives), random)).join(' '),
  (random) =>
    Array.from({ length: 200 }, () => random.pick([...nouns, ...adjectives]).slice(0, random.integer(1, 4))).join(' '),
  (random) =>
    repeated(random, 10_000, () =>
      random.pick(['%', '_', '\\', "'", '"', '(.*)+', '[^a]', '$', '^', '{1,99}', '|', ';', '--']),
    ),
  (random) => random.pick(['а', 'e', '1', '.', '-', '0']).repeat(10_000),
  (random) =>
    Array.from({ length: 200 }, () => random.pick(['а', 'о', '1', '0', 'м', 'с', 'x'])).join(
      random.pick([' ', '.', '-', 'x', ',', '/']),
    ),
  (random) =>
    Array.from({ length: 16 }, () =>
      Array.from({ length: 20 }, () => withTypo(random.pick(adjectives), random).slice(0, 3)).join('.'),
    ).join(' '),
  (random) =>
    repeated(random, 10_000, () =>
      random.pick(['😀', '👩‍👩‍👧', 'ё́', 'ﷺ', '\u202e', '\ud83d', '𝕯', 'ß', '½', '²']),
    ).toWellFormed(),
  (random) =>
    Array.from({ length: 3000 }, () => String.fromCharCode(random.integer(1, 65_535)))
      .join('')
      .toWellFormed(),
  (random) =>
    Array.from({ length: 16 }, () => `${random.integer(1, 99)}а${random.integer(1, 99)}в${random.integer(1, 99)}`).join(
      ' ',
    ),
  (random) => Array.from({ length: 16 }, () => inOtherLayout(withTypo(random.pick(adjectives), random))).join(' '),
  (random) => Array.from({ length: 16 }, () => `00${random.integer(0, 99)}`).join(' '),
]

function inFirstWord(text: string, change: (word: string) => string): string {
  const [first = '', ...others] = text.split(' ')
  return [change(first), ...others].join(' ')
}

function repeated(random: Random, length: number, part: () => string): string {
  let text = ''
  while (text.length < length) text += part() + (random.chance(0.2) ? ' ' : '')
  return text
}
