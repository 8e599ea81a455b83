import { expect, test } from 'vitest'
import { skeletonOf, soundsOf } from './sound.ts'

test.each([
  ['hitachi', 'хитачи'], ['bosch', 'бош'], ['makita', 'макита'], ['karcher', 'керхер'], ['grohe', 'грое'], ['wilo', 'вило'], ['cersanit', 'церсанит'],
  ['zubr', 'зубр'], ['vihr', 'вихрь'], ['interskol', 'интерскол'], ['phillips', 'филипс'], ['xerox', 'ксерокс'], ['jet', 'джет'],
])('%s and %s sound alike', (latin, russian) => {
  const skeletons = (word: string) => soundsOf(word).map(skeletonOf)
  expect(skeletons(latin).some((skeleton) => skeletons(russian).includes(skeleton))).toBe(true)
})

test('what is no word of one alphabet has no sound', () => {
  expect(['м8', '12', 'дрelь', '', 'a'].map(soundsOf)).toEqual([[], [], [], [], []])
})
