const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю.ё'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
const shiftedKeys: Readonly<Record<string, string>> = {
  '{': 'х',
  '}': 'ъ',
  ':': 'ж',
  '"': 'э',
  '<': 'б',
  '>': 'ю',
  '~': 'ё',
}

const toRussian = new Map([
  ...Array.from(latinKeys, (key, index) => [key, russianKeys[index] ?? key] as const),
  ...Object.entries(shiftedKeys),
])
const toLatin = new Map(Array.from(russianKeys, (letter, index) => [letter, latinKeys[index] ?? letter] as const))
/** Keys without a letter in the Latin layout. */
const punctuationKeys = /[хъжэбюё]/
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * The same keys in the other keyboard layout, best guess first. In Latin input ``[ ] ; ' , . ` `` and their shifted
 * forms are Russian letters; at the edges of a word they may also be punctuation. Empty for mixed words and words
 * without letters.
 */
export function inOtherLayout(word: string): string[] {
  const lower = word.toLowerCase()
  const hasRussian = /[а-яё]/.test(lower)
  const hasLatin = /[a-z]/.test(lower)
  if (hasRussian === hasLatin) return []
  if (hasRussian) return punctuationKeys.test(lower) ? [] : [switched(lower, toLatin)]
  const bare = lower.replace(edges, '')
  return bare === lower ? [switched(lower, toRussian)] : [switched(lower, toRussian), switched(bare, toRussian)]
}

function switched(lower: string, keys: ReadonlyMap<string, string>): string {
  let text = ''
  for (const key of lower) text += keys.get(key) ?? key
  return text
}
