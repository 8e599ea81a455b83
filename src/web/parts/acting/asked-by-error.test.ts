import { expect, test } from 'vitest'
import { askedByError } from './asked-by-error.ts'

test('spaces are counted as the server counts them', () => {
  expect(askedByError('  П   а  ')).toBeDefined()
  expect(askedByError('Павел')).toBeUndefined()
})
