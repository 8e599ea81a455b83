import { expect, test } from 'vitest'
import { ageText, durationText } from './duration.ts'

test.each([
  [20, '1 мин'],
  [660, '11 мин'],
  [7500, '2 ч 05 мин'],
  [86_399, '1 дн.'],
  [172_800, '2 дн.'],
])('%i seconds read as %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('an age is the time since then', () => {
  expect(ageText('2026-11-20T09:00:00Z', new Date('2026-11-20T11:05:00Z'))).toBe('2 ч 05 мин')
})
