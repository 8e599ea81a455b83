import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { failureReason, failureText } from './failure-reason.ts'

const withCode = (code: string) => Object.assign(new Error('token-4711'), { code })

test.each([
  [
    new DrizzleQueryError('insert into mails values ($1)', ['token-4711'], withCode('40P01')),
    'Ошибка базы данных 40P01',
  ],
  [withCode('ENOSPC'), 'На диске нет места'],
  [
    new Error('no way', { cause: withCode('ECONNREFUSED') }),
    'База данных не отвечает: проверьте, запущена ли она и верен ли DATABASE_URL',
  ],
  [new TypeError('token-4711 is not a function'), 'Внутренняя ошибка TypeError'],
  ['token-4711', 'Внутренняя ошибка без кода'],
])('%s is %s to staff, without the message', (error, reason) => {
  expect(failureReason(error)).toBe(reason)
})

test('a run without a reason ended with its process', () => {
  expect(failureText('')).toContain('перезапустился')
})
