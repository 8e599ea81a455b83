import { commonRussianWords, commonWords } from './common-words.ts'

export const passwordLength = { min: 10, max: 200 } as const

/**
 * Why a password may not be set, as a sentence for whoever chose it; undefined where it may. Staff see everybody's prices and
 * orders: theirs are never digits alone. Source: product.md §2.
 */
export function passwordFault(password: string, { login, staff }: { login: string; staff: boolean }): string | undefined {
  const { length } = Array.from(password)
  if (length < passwordLength.min) return `Пароль короче ${passwordLength.min} знаков`
  if (length > passwordLength.max) return `Пароль длиннее ${passwordLength.max} знаков`
  if (staff && /^[\d\s.,+()/_-]*$/.test(password)) return 'Пароль из одних цифр легко подобрать: добавьте буквы'
  if (isGuessable(password, partsOf(login))) return 'Такой пароль подбирают в первую очередь: придумайте другой'
  return undefined
}

/** Pieces that the first programs to guess passwords try in every combination, at most so many of them. */
const maxGuessablePieces = 3

function isGuessable(password: string, own: readonly string[]): boolean {
  const text = password.toLowerCase().replaceAll('ё', 'е')
  // The same keys in the other layout: 'gfhjkm' is 'пароль', 'зфыыцщкв' is 'password'.
  const spellings = new Set([text, ...[toCyrillic, toLatin].map((layout) => Array.from(text).map((key) => layout.get(key) ?? key).join(''))])
  return [...spellings].some((spelling) => fewestPieces(spelling, own) <= maxGuessablePieces)
}

/** Of how few guessable pieces the text consists; Infinity where something else is in it. */
function fewestPieces(text: string, own: readonly string[]): number {
  const fewest = Array.from({ length: text.length + 1 }, () => Number.POSITIVE_INFINITY)
  fewest[0] = 0
  for (let from = 0; from < text.length; from += 1) {
    const before = fewest[from] ?? Number.POSITIVE_INFINITY
    if (before > maxGuessablePieces) continue
    for (const { length, cost } of piecesAt(text, from, own)) {
      fewest[from + length] = Math.min(fewest[from + length] ?? 0, before + cost)
    }
  }
  return fewest[text.length] ?? Number.POSITIVE_INFINITY
}

type Piece = { length: number; cost: number }

function piecesAt(text: string, from: number, own: readonly string[]): Piece[] {
  const rest = text.slice(from)
  const [first = ''] = rest
  const candidates = [first, ...(lookalikes[first]?.split('') ?? [])].flatMap((letter) => wordsByLetter.get(letter) ?? [])
  const words = [...own, ...candidates].filter((word) => spells(rest, word)).map(({ length }) => ({ length, cost: 1 }))
  const runs = [walkLength(rest), sequenceLength(rest), repeatLength(rest)].flatMap((longest) =>
    Array.from({ length: Math.max(0, longest - 2) }, (_, shorter) => ({ length: longest - shorter, cost: 1 })),
  )
  const digits = /^\d{1,4}/.exec(rest)?.[0].length ?? 0
  const date = /^(0[1-9]|[12]\d|3[01])[.\-/]?(0[1-9]|1[0-2])[.\-/]?((19|20)\d\d|\d\d)/.exec(rest)?.[0].length ?? 0
  const numbers = [...Array.from({ length: digits }, (_, n) => n + 1), ...(date > 0 ? [date] : [])].map((length) => ({ length, cost: 1 }))
  const marks = /^[^\p{L}\p{N}]{1,2}/u.exec(rest)?.[0].length ?? 0
  return [...words, ...runs, ...numbers, ...(marks > 0 ? [{ length: marks, cost: 0 }] : [])]
}

const lookalikes: Record<string, string> = { '0': 'oо', '1': 'il', '3': 'eз', '4': 'aч', '5': 's', '7': 't', '@': 'aа', $: 's', '!': 'i' }

function spells(text: string, word: string): boolean {
  if (text.length < word.length) return false
  for (let place = 0; place < word.length; place += 1) {
    const [given = '', letter = ''] = [text[place], word[place]]
    if (given !== letter && !lookalikes[given]?.includes(letter)) return false
  }
  return true
}

const keyboard = ['`1234567890-=', ' qwertyuiop[]', ' asdfghjkl;\'', ' zxcvbnm,./']
const cyrillicKeys = ['ё1234567890-=', ' йцукенгшщзхъ', ' фывапролджэ', ' ячсмитьбю.']
const toCyrillic = new Map(pairs(keyboard, cyrillicKeys))
const toLatin = new Map(pairs(cyrillicKeys, keyboard))
const places = new Map(keyboard.flatMap((row, y) => Array.from(row).map((key, x) => [key, { x, y }] as const)))

function pairs(from: readonly string[], to: readonly string[]): [string, string][] {
  return from.flatMap((row, y) => Array.from(row).map((key, x): [string, string] => [key, to[y]?.[x] ?? key]))
}

/** How many characters at the beginning lie each beside the one before: 'qwerty', '1q2w3e', 'zaqxsw'; 0 under four. */
function walkLength(text: string): number {
  const keys = Array.from(text).map((key) => places.get(toLatin.get(key) ?? key))
  const end = keys.findIndex((key, n) => {
    const before = keys[n - 1]
    return n > 0 && (key === undefined || before === undefined || Math.abs(key.x - before.x) > 1 || Math.abs(key.y - before.y) > 1)
  })
  const length = end === -1 ? keys.length : end
  return length >= 4 ? length : 0
}

/** 'abcd', '4321', 'абв'; 0 under three. */
function sequenceLength(text: string): number {
  const codes = Array.from(text).map((letter) => letter.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) !== 1) return 0
  const end = codes.findIndex((code, n) => n > 0 && code - (codes[n - 1] ?? 0) !== step)
  const length = end === -1 ? codes.length : end
  return length >= 3 ? length : 0
}

/** 'aaaa', '121212', 'abcabc': a beginning of up to four characters that comes again; 0 where none does. */
function repeatLength(text: string): number {
  return Math.max(0, ...[1, 2, 3, 4].map((period) => {
    let length = period
    while (length < text.length && text[length] === text[length - period]) length += 1
    return length >= Math.max(3, period * 2) ? length : 0
  }))
}

function partsOf(login: string): string[] {
  return login.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 3)
}

const latinOf: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's',
  т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
}
const transliterated = commonRussianWords.map((word) => Array.from(word).map((letter) => latinOf[letter] ?? letter).join(''))
const wordsByLetter = Map.groupBy(new Set([...commonWords, ...commonRussianWords, ...transliterated]), ([letter = '']) => letter)
