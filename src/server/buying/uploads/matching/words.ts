import { editDistance } from '#server/catalogue/facets/text/edit-distance.ts'
import { articleKeysInLatin, fold } from '#server/catalogue/facets/text/normalise.ts'
import { pronunciationsOf } from '#server/catalogue/facets/text/sound.ts'
import { stemOf } from '#server/catalogue/facets/text/stem.ts'
import { tokensOf } from '#server/catalogue/facets/text/tokens.ts'

/**
 * A word, number or model of a name, by its stem. `isAbbreviated`: 'метал.'. `isNegated`: 'без АКБ'.
 * `isAfterPreposition`: describes what the thing is for, of or with, not what it is. `isJoined`: punctuation separates
 * it from the word before.
 */
export type Word = {
  text: string
  shown: string
  isNumber: boolean
  unit: string
  isAbbreviated: boolean
  isNegated: boolean
  isAfterPreposition: boolean
  isJoined: boolean
}

export const countingUnits = /^(?:шт|штук|уп|упак|пар|компл|кор)/
const sizes = new Set(['xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', '2xl', '3xl', '4xl', '5xl'])
const prepositions = new Set('для с со без под к из от на в во по до за'.split(' '))
const negations = new Set(['без', 'не'])
const conjunctions = new Set(['и', 'или'])
const meaningless = new Set([
  ...prepositions,
  ...negations,
  ...conjunctions,
  ...'а шт штук уп упак руб арт артикул код тип вид the of for and'.split(' '),
])

export function isLetterSize(word: string): boolean {
  return sizes.has(word)
}

export function wordsOf(text: string): Word[] {
  const folded = fold(text)
  let isNegated = false
  let isAfterPreposition = false
  return tokensOf(folded).flatMap((token): Word[] => {
    if (prepositions.has(token.text)) isAfterPreposition = true
    if (negations.has(token.text)) isNegated = true
    if (!token.isNumber && (meaningless.has(token.text) || (token.text.length < 2 && !sizes.has(token.text)))) return []
    const { isNumber, unit = '' } = token
    const word = {
      text: isNumber ? token.text : stemOf(token.text),
      shown: folded.slice(token.start, token.end),
      isNumber,
      unit,
      isAbbreviated: !isNumber && /^\.(?!\d)/.test(folded.slice(token.end, token.end + 2)),
      isNegated,
      isAfterPreposition,
      isJoined: /[^\p{L}\p{N}\s]\s*$/u.test(folded.slice(Math.max(0, token.start - 3), token.start)),
    }
    // 'без АКБ и ЗУ': both are missing.
    isNegated &&= /^\s*(?:и|или)(?![\p{L}\p{N}])/u.test(folded.slice(token.end))
    return [word]
  })
}

export function isSameWord(one: Word, other: Word): boolean {
  if (one.text === other.text) return true
  if (one.isNumber || other.isNumber) return false
  if (/\d/.test(one.text + other.text))
    return articleKeysInLatin(one.shown).includes(other.text) || articleKeysInLatin(other.shown).includes(one.text)
  const [shorter, longer] = one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text]
  // 'аккум.', 'шуруп.'
  if (shorter.length >= 3 && longer.length >= 5 && longer.startsWith(shorter)) return true
  const isMistyped =
    shorter.length >= 5 && editDistance(shorter, longer, shorter.length >= 8 ? 2 : 1) <= (shorter.length >= 8 ? 2 : 1)
  const spellings = [
    [one.shown, other.shown],
    [one.text, other.shown],
    [one.shown, other.text],
  ] as const
  return isMistyped || spellings.some(([spelling, otherSpelling]) => isSameSound(spelling, otherSpelling))
}

/** 'макита' and Makita; 'иэк' and IEK, which sound shorter than their spelling. */
function isSameSound(one: string, other: string): boolean {
  if (/[a-z]/.test(one) === /[a-z]/.test(other)) return false
  const sounds = pronunciationsOf(one)
  const isShort = one.length === other.length && one.length >= 3
  const isSamePronunciation = (sound: string) => (sound.length >= 3 || isShort) && sounds.includes(sound)
  // 'макиту': the case ending is removed by stemming.
  const isInflected = (sound: string) =>
    sounds.some((each) => each.length >= 5 && each.length + 1 === sound.length && sound.startsWith(each))
  return pronunciationsOf(other).some((sound) => isSamePronunciation(sound) || isInflected(sound))
}
