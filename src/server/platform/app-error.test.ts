import { expect, test } from 'vitest'
import { throwIfInvalid } from './app-error.ts'

test('a form is refused for the fields that have errors, and not for those without', () => {
  expect(() => throwIfInvalid({})).not.toThrow()
  expect(() => throwIfInvalid({ inn: undefined })).not.toThrow()
  expect(() => throwIfInvalid({ inn: 'Не ИНН', kpp: undefined })).toThrow(
    expect.objectContaining({ status: 400, details: { fields: { inn: 'Не ИНН' } } }) as Error,
  )
})
