/** Normal forms of text for search: one form per letter, article numbers without punctuation. */

/** Cyrillic letters that look like Latin ones and are confused in article numbers. */
const lookAlikes = new Map(
  Object.entries({ а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x' }),
)
/** Cyrillic letters and the Latin ones they stand for by sound. */
const soundAlikes = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'j',
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
    э: 'e',
  }),
)
const surrogates = /[\ud800-\udfff]/g
const word = /[\p{L}\p{N}]+/gu
const digit = /\p{N}/u
const sign = /[^\p{L}\p{N}\s]/u
const decimal = /^[^\p{L}\p{N}]*\d+[.,]\d+[^\p{L}\p{N}]*$/u
const punctuated = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u
/** Text that NFKC does not change. */
const plain = /^[\x20-\x7eА-яЁё]*$/
const ascii = /^[\x20-\x7e]*$/
const asciiPunctuation = /[^0-9a-z]+/g

/** Whether each character folds independently of its position. */
export function isPlain(text: string): boolean {
  return plain.test(text)
}

/** Lower case, ё = е, multiplication sign = x, compatibility forms ('м²') decomposed. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replaceAll('ё', 'е')
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('×', 'x').replace(surrogates, ' ')
}

/** Maps look-alike letters to Latin. */
export function unifyLookAlikes(folded: string): string {
  let unified = ''
  for (const letter of folded) unified += lookAlikes.get(letter) ?? letter
  return unified
}

/** A letter and its look-alikes. */
export function lookAlikesOf(letter: string): string[] {
  return [letter, ...[...lookAlikes].filter(([, latin]) => latin === letter).map(([cyrillic]) => cyrillic)]
}

/** Key of an article, code or barcode, without case, punctuation and alphabet: 'DX-1234' and 'дх1234' are equal. */
export function articleKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(asciiPunctuation, '')
  return unifyLookAlikes(fold(text).match(word)?.join('') ?? '')
}

/**
 * Keys of an article whose Latin letters were typed in Cyrillic, 'ГА5030' for GA5030: by sound, and by look for letters
 * with a look-alike.
 */
export function articleKeysInLatin(text: string): string[] {
  const letters = fold(text).match(word)?.join('') ?? ''
  if (!/[а-я]/.test(letters)) return []
  const soundAlike = (letter: string) => soundAlikes.get(letter) ?? letter
  return [
    Array.from(letters, (letter) => lookAlikes.get(letter) ?? soundAlike(letter)).join(''),
    Array.from(letters, soundAlike).join(''),
  ]
}

/** Punctuated pieces of folded text, joined: 'DX-1234' is also found as 'dx1234', 'кабель-канал' as 'кабельканал'. */
export function joinedWordsOf(folded: string): string[] {
  if (!sign.test(folded)) return []
  const joined: string[] = []
  for (const piece of folded.split(/\s+/)) {
    if (!punctuated.test(piece) || decimal.test(piece)) continue
    const key = digit.test(piece) ? articleKey(piece) : (piece.match(word)?.join('') ?? '')
    if (key.length <= 40) joined.push(key)
  }
  return joined
}

export function hasDigit(text: string): boolean {
  return digit.test(text)
}
