import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRepeats, type Repeated } from './repeats.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Reports a failure at these seconds; returns what was logged and what was counted. */
function report(seconds: readonly number[]) {
  const repeats = createRepeats()
  const logged: number[] = []
  const counted: Repeated[] = []
  for (let second = 0; second <= (seconds.at(-1) ?? 0) + 200; second += 1) {
    if (seconds.includes(second) && repeats.isFirst('failure', (repeated) => counted.push(repeated)))
      logged.push(second)
    vi.advanceTimersByTime(1000)
  }
  return { logged, counted: counted.reduce((sum, { repeated }) => sum + repeated, 0), lines: counted.length }
}

test('a failure every 20 seconds for ten minutes is logged once and counted each minute', () => {
  const seconds = Array.from({ length: 31 }, (_, n) => n * 20)
  const { logged, counted, lines } = report(seconds)
  expect([logged, counted]).toEqual([[0], 30])
  expect(lines).toBeLessThan(12)
})

test('a failure after a quiet minute is logged again', () => {
  expect(report([0, 5, 200])).toEqual({ logged: [0, 200], counted: 1, lines: 1 })
})
