const latinKeys = ['`1234567890-=', ' qwertyuiop[]', " asdfghjkl;'", ' zxcvbnm,./']
const cyrillicKeys = ['ё1234567890-=', ' йцукенгшщзхъ', ' фывапролджэ', ' ячсмитьбю.']
const toCyrillic = keyMap(latinKeys, cyrillicKeys)
const toLatin = keyMap(cyrillicKeys, latinKeys)

/** Maps to the characters that the same keys type in the other layout. */
export const toCyrillicLayout = (text: string): string => replaced(text, toCyrillic)
export const toLatinLayout = (text: string): string => replaced(text, toLatin)

const latinLetters = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'c',
    ч: 'ch',
    ш: 'sh',
    щ: 'sch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  }),
)

/** Transliterates a Russian word in lower case. */
export const transliterate = (word: string): string => replaced(word, latinLetters)

function replaced(text: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('')
}

function keyMap(from: readonly string[], to: readonly string[]): Map<string, string> {
  return new Map(from.flatMap((row, y) => Array.from(row, (key, x): [string, string] => [key, to[y]?.[x] ?? key])))
}
