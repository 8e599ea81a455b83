import { orderTexts, type Texts } from './text-order.ts'

const collator = new Intl.Collator('ru')
const baseCollator = new Intl.Collator('ru', { sensitivity: 'base' })
/** Longer texts with a common prefix are compared by the collator. */
const longestKey = 60
const numericCollator = new Intl.Collator('ru', { numeric: true })
/** Text that NFC does not change. */
const composed = /^[\0-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2116]*$/

/**
 * Indexes of strings in Russian order. The collator needs about a second for 100,000 strings; so each character is
 * weighed once, strings are sorted by weights, and the collator only breaks ties.
 */
export function russianOrder(strings: readonly string[]): Uint32Array {
  return orderTexts(weigh(strings), (a, b) =>
    strings[a] === strings[b] ? 0 : collator.compare(strings[a] ?? '', strings[b] ?? ''),
  )
}

/** Rank of each string in Russian order; equal strings share a rank. */
export function russianRanks(strings: readonly string[]): Uint32Array {
  const order = russianOrder(strings)
  const ranks = new Uint32Array(strings.length)
  let rank = 0
  for (let position = 1; position < order.length; position += 1) {
    const index = order[position] ?? 0
    if (strings[index] !== strings[order[position - 1] ?? 0]) rank += 1
    ranks[index] = rank
  }
  return ranks
}

/** Compares numbers inside texts by value: '2 мм' before '10 мм'. */
export function compareNaturally(a: string, b: string): number {
  return numericCollator.compare(a, b)
}

/** Primary collation weights of each string's characters. */
function weigh(strings: readonly string[]): Texts {
  const weights = weightsOf(strings)
  const starts = new Uint32Array(strings.length + 1)
  let units = new Uint16Array(new ArrayBuffer(strings.length * 32 + longestKey * 2))
  let end = 0
  for (let string = 0; string < strings.length; string += 1) {
    const normal = composedForm(strings[string] ?? '')
    const length = Math.min(normal.length, longestKey)
    if (end + length > units.length) units = new Uint16Array(units.buffer.transfer(units.byteLength * 2))
    for (let index = 0; index < length; index += 1) {
      const weight = weights[normal.charCodeAt(index)]!
      if (weight === 0) continue
      units[end] = weight
      end += 1
    }
    starts[string + 1] = end
  }
  return { units, starts }
}

/** Weight per code unit; 0 if the collator ignores it (soft hyphen, combining accent). */
function weightsOf(strings: readonly string[]): Uint16Array {
  const occurs = new Uint8Array(65_536)
  for (const text of strings) {
    const normal = composedForm(text)
    for (let index = 0; index < normal.length; index += 1) occurs[normal.charCodeAt(index)] = 1
  }
  const characters: string[] = []
  for (const [unit, occurring] of occurs.entries()) if (occurring === 1) characters.push(String.fromCharCode(unit))
  const sorted = characters.filter((character) => baseCollator.compare(character, '') !== 0).sort(baseCollator.compare)
  const weights = new Uint16Array(65_536)
  let weight = 0
  for (const [index, character] of sorted.entries()) {
    if (index === 0 || baseCollator.compare(sorted[index - 1] ?? '', character) !== 0) weight += 1
    weights[character.charCodeAt(0)] = weight
  }
  return weights
}

function composedForm(text: string): string {
  return composed.test(text) ? text : text.normalize('NFC')
}
