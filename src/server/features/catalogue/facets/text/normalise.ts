/** Text as search compares it: one form of each letter, and article numbers without their punctuation. */

/** Cyrillic letters that look like Latin ones, as people mix them up in article numbers. */
const lookAlikes = new Map(Object.entries({ а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x' }))
const surrogates = /[\ud800-\udfff]/g
const word = /[\p{L}\p{N}]+/gu
const digit = /\p{N}/u
/** Text that NFKC leaves as it is. */
const plain = /^[\x20-\x7eА-яЁё]*$/
const ascii = /^[\x20-\x7e]*$/
const asciiPunctuation = /[^0-9a-z]+/g

/** Lower case, ё = е, the multiplication sign = x, compatibility forms ('м²') spelled out. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replaceAll('ё', 'е')
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('×', 'x').replace(surrogates, ' ')
}

/** Look-alike letters as Latin ones. */
export function unifyLookAlikes(folded: string): string {
  let unified = ''
  for (const letter of folded) unified += lookAlikes.get(letter) ?? letter
  return unified
}

/** An article, code or barcode without case, punctuation and alphabet: 'DX-1234' and 'дх1234' … are what a person means by one. */
export function articleKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(asciiPunctuation, '')
  return unifyLookAlikes(fold(text).match(word)?.join('') ?? '')
}

/** Words of a text for the index and for a query; those with digits in look-alike form ('М8' = 'M8'). */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const found of fold(text).match(word) ?? []) words.push(digit.test(found) ? unifyLookAlikes(found) : found)
  return words
}

/** Pieces between spaces that hold punctuation and a digit, joined: 'DX-1234' is also found as 'dx1234'. */
export function joinedWordsOf(text: string): string[] {
  if (!digit.test(text)) return []
  const joined: string[] = []
  for (const piece of fold(text).split(/\s+/)) {
    if (!digit.test(piece) || !/[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(piece)) continue
    const key = articleKey(piece)
    if (key.length <= 40) joined.push(key)
  }
  return joined
}

export function hasDigit(text: string): boolean {
  return digit.test(text)
}
