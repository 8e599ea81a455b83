import { expect, test } from 'vitest'
import { createSearchLimit } from './search-limit.ts'

test('each account may send a burst, then a fixed number of requests a second', () => {
  const limit = createSearchLimit({ searchesPerSecond: 10, searchBurst: 30 })
  const spent = (accountId: number, nowMs: number) => {
    let count = 0
    for (; count < 1000; count += 1) {
      try {
        limit.take(accountId, nowMs)
      } catch (error) {
        expect(error).toMatchObject({ code: 'tooManyRequests', details: { retryAfterSeconds: 1 } })
        break
      }
    }
    return count
  }
  expect([spent(1, 0), spent(1, 0), spent(1, 500), spent(2, 500), spent(1, 60_000)]).toEqual([30, 0, 5, 30, 30])
})

test('0 a second disables the limit', () => {
  const limit = createSearchLimit({ searchesPerSecond: 0, searchBurst: 0 })
  for (let n = 0; n < 1000; n += 1) limit.take(1, 0)
})
