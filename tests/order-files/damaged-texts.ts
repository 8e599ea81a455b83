import { shuffled, type Random } from './random.ts'

/** Different spellings of the same article. */
export function respelledCode(random: Random, code: string): { text: string; note: string } {
  const ways = [
    { note: 'spaces', text: () => ` ${code} ` },
    { note: 'lower case', text: () => code.toLowerCase() },
    { note: 'no punctuation', text: () => code.replaceAll(/[-–./\s]/g, '') },
    { note: 'other punctuation', text: () => code.replaceAll(/[-.]/g, random.pick([' ', '/', '_', '–'])) },
    {
      note: 'look-alike letters',
      text: () => code.replaceAll(/[ABCEHKMOPTXАВСЕНКМОРТХ]/g, (letter) => otherAlphabet[letter] ?? letter),
    },
    { note: 'a word in front', text: () => `арт. ${code}` },
  ]
  const { note, text } = random.pick(ways)
  return { note: `article with ${note}`, text: text() }
}

const latin = 'ABCEHKMOPTX'
const cyrillic = 'АВСЕНКМОРТХ'
const otherAlphabet: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    latin,
    (letter, at) =>
      [
        [letter, cyrillic[at] ?? ''],
        [cyrillic[at] ?? '', letter],
      ] as const,
  ).flat(),
)

/** Different spellings of the same name: case, spaces, punctuation. */
export function respelledName(random: Random, name: string): string {
  return random.pick([
    () => name.toUpperCase(),
    () => name.replaceAll('×', 'x').replaceAll(' x ', 'х'),
    () => ` ${name.replaceAll(' ', '  ')}`,
    () => name.replaceAll('ё', 'е').replaceAll(/[«»]/g, '"'),
    () => name.replaceAll(', ', ','),
    () => name.replaceAll(/\s+/g, ' ').replace(/ (мм|Вт|кг)(?!\p{L})/u, '$1'),
  ])()
}

/** A name with typos; digits stay, because another number is another good. */
export function damagedName(random: Random, name: string): { text: string; note: string } {
  const words = name.split(/\s+/)
  const ways = [
    { note: 'typos', text: () => words.map((word) => (random.chance(0.3) ? withTypo(random, word) : word)).join(' ') },
    { note: 'words reordered', text: () => shuffled(random, words).join(' ') },
    {
      note: 'words shortened',
      text: () =>
        words.map((word) => (/^\p{L}{7,}$/u.test(word) ? `${word.slice(0, random.integer(4, 5))}.` : word)).join(' '),
    },
    { note: 'words left out', text: () => words.filter((_, at) => at === 0 || random.chance(0.6)).join(' ') },
    { note: 'cut off', text: () => name.slice(0, Math.max(6, Math.round(name.length * (0.4 + random.next() / 2)))) },
  ]
  const { note, text } = random.pick(ways)
  return { note: `name with ${note}`, text: text() }
}

function withTypo(random: Random, word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const at = random.integer(1, word.length - 2)
  const letter = word[at] ?? ''
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
    word.slice(0, at) + random.pick(['а', 'о', 'е', 'и', 'с', 'т']) + word.slice(at + 1),
  ])
}

const foreignFirst = [
  'Печенье',
  'Крем для рук',
  'Корм для кошек',
  'Тетрадь',
  'Чай чёрный',
  'Шампунь',
  'Тушь для ресниц',
  'Кофе молотый',
  'Носки детские',
  'Картофель',
] as const
const foreignSecond = [
  '«Сказка»',
  'Nivea',
  'овсяное',
  '48 листов',
  'с ромашкой',
  'Аромат',
  'ягодный',
  'Premium',
  '«Фермер»',
  'в клетку',
] as const

/** A good that neither of the shops sells. */
export function foreignName(random: Random): string {
  const amount = `${random.integer(2, 900)} ${random.pick(['г', 'мл', 'шт', 'кг'])}`
  return `${random.pick(foreignFirst)} ${random.pick(foreignSecond)} ${amount}`
}

export function foreignCode(random: Random): string {
  return random.pick([
    () => `ZX-${random.integer(10_000, 99_999)}Q`,
    () => `УЮ${random.integer(100_000, 999_999)}`,
    () => `9${random.integer(10_000_000, 99_999_999)}`,
  ])()
}
