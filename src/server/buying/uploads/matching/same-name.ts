import { fold } from '#server/catalogue/facets/text/normalise.ts'
import { tokensOf } from '#server/catalogue/facets/text/tokens.ts'
import type { Comparable } from './compare-names.ts'

/** Words that introduce a size: 'р-р L', 'рост 170-176'. */
const sizeWords = new Set(['р', 'рр', 'разм', 'размер', 'рост'])
const sizeWordBefore =
  /(^|[\s(,;])(?:р-р|разм(?:ер)?|рост|р)(?![\p{L}\p{N}-])\.?\s*(?=\d|\d?x{0,4}[smlхм](?![\p{L}\p{N}]))/giu

/**
 * Whether a text is a notation of the good's name: the same words in any order and the same numbers ('болт м8*40
 * оцинк.' does not match 'Болт М8 × 40 оцинкованный', 'болт м8*40 оцинкованный' does). The brand is optional.
 */
export function isSameName(
  text: string,
  { header, names, brand }: Pick<Comparable, 'header' | 'names' | 'brand'>,
): boolean {
  const textDigits = digitsOf(text)
  // Cheap, and leaves few names to compare word by word.
  const namesWithDigits = [header, ...names].filter((name) => digitsOf(name) === textDigits)
  if (namesWithDigits.length === 0) return false
  const brandWords = new Set(tokensOf(fold(brand)).map((token) => token.text))
  const key = keyOf(text, brandWords)
  return key !== '' && namesWithDigits.some((name) => keyOf(name, brandWords) === key)
}

/** 'Халат (р. 64-66 рост 182-188)' → 'Халат (64-66 182-188)'. */
export function withoutSizeWords(name: string): string {
  return name.replace(sizeWordBefore, '$1')
}

/** The part of a name before a size: 'Перчатки хлопковые, р-р L' → 'Перчатки хлопковые'. */
export function nameBeforeSize(name: string): string {
  const position = name.search(sizeWordBefore)
  return position > 0 ? name.slice(0, position) : name
}

function keyOf(text: string, brandWords: ReadonlySet<string>): string {
  const tokens = tokensOf(fold(text)).filter((token) => !brandWords.has(token.text) && !sizeWords.has(token.text))
  const words = tokens.filter(({ isNumber }) => !isNumber).map((token) => token.text)
  const numbers = tokens.filter(({ isNumber }) => isNumber).map((token) => token.text)
  return words.length === 0 ? '' : [...words.toSorted(), '|', ...numbers].join(' ')
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '')
}
