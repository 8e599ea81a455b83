import { expect, test } from 'vitest'
import { callDueAt, callTimeLabel, callTimesAt } from './call-times.ts'

const at = (moscow: string) => new Date(`${moscow}:00+03:00`)

test('[C.28] calls are offered for the hours in which staff answer', () => {
  expect(callTimesAt(at('2026-11-25T11:00'))).toEqual(['now', 'hour', 'afternoon', 'tomorrow'])
  expect(callTimesAt(at('2026-11-25T17:30'))).toEqual(['now', 'tomorrow'])
  expect(callTimesAt(at('2026-11-25T08:00'))).toEqual(['afternoon', 'tomorrow'])
  expect(callTimesAt(at('2026-11-25T22:00'))).toEqual(['tomorrow'])
  expect(callTimesAt(at('2026-11-28T12:00'))).toEqual(['tomorrow'])
})

test('a call is due when it was asked for, out of hours from the next opening on', () => {
  const due = (...asked: Parameters<typeof callDueAt>) => callDueAt(...asked).toISOString()
  const noon = at('2026-11-25T12:00')
  expect(due('now', noon)).toBe(noon.toISOString())
  expect(due('hour', noon)).toBe(at('2026-11-25T13:00').toISOString())
  expect(due('afternoon', noon)).toBe(at('2026-11-25T14:00').toISOString())
  expect(due('afternoon', at('2026-11-25T15:00'))).toBe(at('2026-11-25T15:00').toISOString())
  expect(due('tomorrow', noon)).toBe(at('2026-11-26T09:00').toISOString())
  expect(due('now', at('2026-11-25T07:00'))).toBe(at('2026-11-25T09:00').toISOString())
  expect(due('now', at('2026-11-27T20:00'))).toBe(at('2026-11-30T09:00').toISOString())
  expect(callTimeLabel('tomorrow', noon)).toBe('Завтра утром')
  expect(callTimeLabel('tomorrow', at('2026-11-27T12:00'))).toBe('В понедельник утром')
})
