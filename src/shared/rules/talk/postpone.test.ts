import { expect, test } from 'vitest'
import { postponedUntil } from './postpone.ts'

test('a chat comes back after hours, or at nine in Moscow on a working day', () => {
  const wednesday = new Date('2026-11-25T19:20:00Z')
  expect(postponedUntil('hour', wednesday).toISOString()).toBe('2026-11-25T20:20:00.000Z')
  expect(postponedUntil('threeHours', wednesday).toISOString()).toBe('2026-11-25T22:20:00.000Z')
  expect(postponedUntil('tomorrow', wednesday).toISOString()).toBe('2026-11-26T06:00:00.000Z')
  expect(postponedUntil('monday', wednesday).toISOString()).toBe('2026-11-30T06:00:00.000Z')
  // On a Friday tomorrow is Monday, and before the holidays it is after them.
  expect(postponedUntil('tomorrow', new Date('2026-11-27T10:00:00Z')).toISOString()).toBe('2026-11-30T06:00:00.000Z')
  expect(postponedUntil('tomorrow', new Date('2026-12-31T10:00:00Z')).toISOString()).toBe('2027-01-11T06:00:00.000Z')
})
