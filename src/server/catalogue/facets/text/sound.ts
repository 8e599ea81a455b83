/**
 * Phonetic keys, equal for both alphabets, so that 'макита' finds Makita and 'zubr' finds Зубр. Letters that are
 * confused when writing by ear (г/х, с/з/ц, sibilants, а/о, е/и/э/ы/й) map to one letter; soft and hard signs and
 * doubled letters are dropped.
 */
const latinRules: readonly [RegExp, string][] = [
  [/sh|dzh|dj|zh|j/g, 'ш'],
  [/ck/g, 'к'],
  [/kh/g, 'х'],
  [/ph/g, 'ф'],
  [/th/g, 'т'],
  [/qu/g, 'кв'],
  [/ts|tz/g, 'с'],
  [/x/g, 'кс'],
  [/oo/g, 'у'],
  [/c(?=[eiy])/g, 'с'],
]
const latinLetters: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  e: 'и',
  f: 'ф',
  g: 'х',
  h: 'х',
  i: 'и',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'а',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  y: 'и',
  z: 'с',
}
const russianLetters: Readonly<Record<string, string>> = {
  о: 'а',
  я: 'а',
  е: 'и',
  ё: 'и',
  э: 'и',
  й: 'и',
  ы: 'и',
  ю: 'у',
  ж: 'ш',
  ч: 'ш',
  щ: 'ш',
  з: 'с',
  ц: 'с',
  г: 'х',
  ь: '',
  ъ: '',
}
const latinWord = /^[a-z]{2,30}$/
const russianWord = /^[а-я]{2,30}$/
const vowelsButFirst = /(?<!^)[аиу]/g

export function isLatinWord(word: string): boolean {
  return latinWord.test(word)
}

/** Possible pronunciations; empty for text that is not a word of one alphabet. */
export function pronunciationsOf(folded: string): string[] {
  const word = folded.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
  if (russianWord.test(folded))
    return [
      once(
        Array.from(
          folded.replaceAll('дж', 'ж').replaceAll('тс', 'с'),
          (letter) => russianLetters[letter] ?? letter,
        ).join(''),
      ),
    ]
  if (!latinWord.test(word)) return []
  const readings = [...asSpelled(word), ...soundInEnglish(word), ...soundInGerman(word)]
  return [...new Set(readings.map(latinSound))]
}

function asSpelled(word: string): string[] {
  // 'ch' as in Hitachi or as in Kärcher; 'h' between vowels is often silent (Grohe).
  const hissing = word.replaceAll(/t?sch/g, 'ш')
  return [
    hissing.replaceAll('ch', 'ш'),
    hissing.replaceAll('ch', 'х'),
    hissing.replaceAll('ch', 'ш').replaceAll(/(?<=[aeiouy])h(?=[aeiouy])/g, ''),
  ]
}

/**
 * 'w' as у, 'au' as о, 'ae' as э (Milwaukee, Daewoo); 'y' after a consonant as ай, before a vowel also as ё (Dyson,
 * Ryobi).
 */
function soundInEnglish(word: string): string[] {
  if (!/w|au|ae|(?<=[^aeiouy])y(?!$)/.test(word)) return []
  const respelled = word.replaceAll('ae', 'e').replaceAll('au', 'o').replaceAll('w', 'u')
  return [
    respelled,
    respelled.replaceAll(/(?<=[^aeiouy])y(?!$)/g, 'ai'),
    respelled.replaceAll(/(?<=[^aeiouy])y[aeou]/g, 'e'),
  ]
}

/** Initial 'st' and 'sp' as шт and шп; 'h' that lengthens a vowel is silent (Stihl, Stabila, Bahco). */
function soundInGerman(word: string): string[] {
  if (!/^s[tp]|[aeiou]h(?![aeiouy])/.test(word)) return []
  return [word.replaceAll(/(?<=[aeiou])h(?![aeiouy])/g, '').replace(/^s(?=[tp])/, 'sh')]
}

/** The consonants of a pronunciation and an initial vowel: the lookup key. */
export function skeletonOf(sound: string): string {
  return once(sound.replaceAll(vowelsButFirst, ''))
}

function latinSound(word: string): string {
  let sound = word
  for (const [letters, respelled] of latinRules) sound = sound.replaceAll(letters, respelled)
  return once(Array.from(sound, (letter) => latinLetters[letter] ?? letter).join(''))
}

function once(sound: string): string {
  return sound.replaceAll(/(.)\1+/g, '$1')
}
