import { expect, test } from 'vitest'
import { draftName } from './draft-name.ts'

test('[E.6] a draft is named by the date and time in Moscow', () => {
  expect(draftName(new Date('2026-03-01T21:05:59Z'))).toBe('Корзина от 02.03.2026 00:05')
  expect(draftName(new Date('2026-12-31T06:00:00Z'))).toBe('Корзина от 31.12.2026 09:00')
})
