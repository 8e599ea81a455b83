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
/** These keys have no letter in the Latin layout. */
const madeOfSigns = /[хъжэбюё]/
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * What the same keys type in the other layout, best guess first: a word typed in Latin as Russian (``[ ] ; ' , . ` ``
 * and their shifted forms are letters there; those at its edges may be punctuation after all), one typed in Cyrillic as
 * Latin. Nothing for a word that mixes both, has no letters, or would be no word.
 */
export function inOtherLayout(word: string): string[] {
  const lower = word.toLowerCase()
  const hasRussian = /[а-яё]/.test(lower)
  const hasLatin = /[a-z]/.test(lower)
  if (hasRussian === hasLatin) return []
  if (hasRussian) return madeOfSigns.test(lower) ? [] : [switched(lower, toLatin)]
  const bare = lower.replace(edges, '')
  return bare === lower ? [switched(lower, toRussian)] : [switched(lower, toRussian), switched(bare, toRussian)]
}

function switched(lower: string, keys: ReadonlyMap<string, string>): string {
  let text = ''
  for (const key of lower) text += keys.get(key) ?? key
  return text
}
