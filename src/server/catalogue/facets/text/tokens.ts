import { fold, hasDigit, unifyLookAlikes } from './normalise.ts'
import { unitAt } from './units.ts'

/**
 * A unit of meaning in a text. `text` is a word, a number ('1.5') or a mix ('m8', 'df333', look-alike letters as
 * Latin). A number may have a unit; multiplied numbers ('3 × 2,5') refer to the whole.
 */
export type Token = { text: string; isNumber: boolean; unit?: string; whole?: string; start: number; end: number }

const numberHere = /\d+(?:[.,]\d+)?(?![\p{L}\p{N}]|[.,]\d)/uy
/** '1/2', '40/50', and '1 1/2' as one number of inches. */
const fractionHere = /(?:[1-9] \d\/(?:2|4|8|16)|\d{1,2}\/\d{1,2})(?![\p{L}\p{N}])/uy
const measuredHere = /\d+(?:[.,]\d+)?(?=\p{L})/uy
const timesHere = /\s*[xх*]\s*(?=\d)/uy
const threadHere = /\p{L}{1,2}(?=\d+(?:[.,]\d+)?\s*[xх*]\s*\d)/uy
const wordHere = /[\p{L}\p{N}]+/uy

/** Tokens of a text in order; `start` and `end` are offsets in the folded text. */
export function tokensOf(folded: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < folded.length) {
    const taken = (mayBeMeasure(folded, at) ? takeMeasures(folded, at) : undefined) ?? takeWord(folded, at)
    if (taken.length > 0) tokens.push(...taken)
    at = taken.at(-1)?.end ?? at + 1
  }
  return tokens
}

/** Tokens of unfolded text. */
export function tokensOfText(text: string): Token[] {
  return tokensOf(fold(text))
}

/** Further search forms of a token: a number with its unit, with its neighbour, the parts of a fraction. */
export function otherFormsOf({ text, unit, whole, isNumber }: Token): string[] {
  const forms: string[] = []
  if (unit !== undefined) forms.push(text + unit)
  if (whole !== undefined) forms.push(whole)
  if (isNumber && /^\d+\//.test(text)) forms.push(...text.split('/'))
  return forms
}

/** A digit here or after one or two letters; cheap check that skips most words. */
function mayBeMeasure(folded: string, at: number): boolean {
  return isDigit(folded.charCodeAt(at)) || isDigit(folded.charCodeAt(at + 1)) || isDigit(folded.charCodeAt(at + 2))
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** One number with its unit, or several multiplied ones; undefined if none begins here. */
function takeMeasures(folded: string, from: number): Token[] | undefined {
  const tokens: Token[] = []
  let prefix = match(threadHere, folded, from)
  let at = from + prefix.length
  for (;;) {
    const token = takeNumber(folded, at, prefix)
    if (!token) break
    tokens.push(token)
    const times = match(timesHere, folded, token.end)
    if (times === '') break
    at = token.end + times.length
    prefix = ''
  }
  if (tokens.length === 0) return undefined
  for (const [index, token] of tokens.entries()) {
    const other = tokens[index === tokens.length - 1 ? index - 1 : index + 1]
    if (other) token.whole = index === tokens.length - 1 ? `${other.text}x${token.text}` : `${token.text}x${other.text}`
  }
  return tokens
}

function takeNumber(folded: string, at: number, prefix: string): Token | undefined {
  const fraction = prefix === '' ? match(fractionHere, folded, at) : ''
  if (fraction !== '')
    return {
      text: fraction,
      isNumber: true,
      start: at,
      end: at + fraction.length,
      ...unitAt(folded, at + fraction.length),
    }
  const written = match(numberHere, folded, at) || measured(folded, at)
  if (written === '') return undefined
  const text = unifyLookAlikes(prefix) + plainNumber(written)
  return {
    text,
    isNumber: true,
    start: at - prefix.length,
    end: at + written.length,
    ...(prefix === '' ? unitAt(folded, at + written.length) : {}),
  }
}

/** A number directly before its unit ('12v') or a multiplication sign ('3x2.5'). */
function measured(folded: string, at: number): string {
  const written = match(measuredHere, folded, at)
  if (written === '') return ''
  return unitAt(folded, at + written.length) || match(timesHere, folded, at + written.length) !== '' ? written : ''
}

function takeWord(folded: string, at: number): Token[] {
  const word = match(wordHere, folded, at)
  return word === ''
    ? []
    : [
        {
          text: hasDigit(word) ? unifyLookAlikes(word) : oneScript(word),
          isNumber: false,
          start: at,
          end: at + word.length,
        },
      ]
}

/** '1,50' and '1.5' are one number; '007' is kept. */
function plainNumber(written: string): string {
  const point = written.replace(',', '.')
  return point.includes('.') ? point.replace(/\.?0+$/, '') : point
}

const latinTwins: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

/** A word that mixes alphabets because of look-alike keys, in Cyrillic. */
function oneScript(word: string): string {
  if (!/[a-z]/.test(word) || !/[а-я]/.test(word)) return word
  return Array.from(word, (letter) => latinTwins[letter] ?? letter).join('')
}

function match(here: RegExp, text: string, at: number): string {
  here.lastIndex = at
  return here.exec(text)?.[0] ?? ''
}
