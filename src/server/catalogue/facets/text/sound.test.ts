import { expect, test } from 'vitest'
import { packStrings } from '../string-pool.ts'
import { fold } from './normalise.ts'
import { skeletonOf, pronunciationsOf } from './sound.ts'
import { wordsSoundingLike } from './sounding.ts'

test.each([
  ['hitachi', 'хитачи'],
  ['bosch', 'бош'],
  ['makita', 'макита'],
  ['karcher', 'керхер'],
  ['grohe', 'грое'],
  ['wilo', 'вило'],
  ['cersanit', 'церсанит'],
  ['zubr', 'зубр'],
  ['vihr', 'вихрь'],
  ['interskol', 'интерскол'],
  ['phillips', 'филипс'],
  ['xerox', 'ксерокс'],
  ['jet', 'джет'],
])('%s and %s sound alike', (latin, russian) => {
  const skeletons = (word: string) => pronunciationsOf(word).map(skeletonOf)
  expect(skeletons(latin).some((skeleton) => skeletons(russian).includes(skeleton))).toBe(true)
})

/** Brands of the trade that the demo catalogue does not sell. */
test.each([
  ['stihl', 'штиль'],
  ['milwaukee', 'милуоки'],
  ['milwaukee', 'милуокии'],
  ['ryobi', 'рёби'],
  ['ryobi', 'райоби'],
  ['ryobi', 'риоби'],
  ['daewoo', 'дэу'],
  ['daewoo', 'деу'],
  ['stabila', 'штабила'],
  ['stabila', 'стабила'],
  ['spax', 'шпакс'],
  ['bahco', 'бако'],
  ['dyson', 'дайсон'],
  ['hyundai', 'хендай'],
  ['husqvarna', 'хускварна'],
  ['wacker', 'вакер'],
])('a brand outside the tuning set sounds alike in both alphabets: %s and %s', (latin, russian) => {
  const text = indexOf(latin)
  expect(wordsSoundingLike(text, fold(russian))).toEqual([0])
  expect(wordsSoundingLike(indexOf(fold(russian)), latin)).toEqual([0])
})

test.each([
  ['stihl', 'сталь'],
  ['ryobi', 'рыба'],
  ['wago', 'вега'],
  ['daewoo', 'дева'],
  ['dyson', 'диск'],
])('%s and %s do not sound alike', (latin, russian) => {
  expect(wordsSoundingLike(indexOf(latin), russian)).toEqual([])
})

test('a text that is not a word of one alphabet has no pronunciation', () => {
  expect(['м8', '12', 'дрelь', '', 'a'].map(pronunciationsOf)).toEqual([[], [], [], [], []])
})

/** What a catalogue of this one word is looked up by. */
function indexOf(word: string) {
  const skeletons = [...new Set(pronunciationsOf(word).map(skeletonOf))].toSorted()
  return {
    words: packStrings([word]),
    sounds: packStrings(skeletons),
    wordsOfSound: {
      starts: Uint32Array.from({ length: skeletons.length + 1 }, (_, index) => index),
      values: new Uint32Array(skeletons.length),
    },
  }
}
