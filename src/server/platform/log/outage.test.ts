import { afterEach, expect, test, vi } from 'vitest'
import { createOutageLog } from './outage.ts'

afterEach(() => vi.useRealTimers())

test('a failure gone by the next attempt is not a warning, a lasting one is, and a later one starts over', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const outage = createOutageLog(
    { warn: () => void lines.push('warn'), debug: () => void lines.push('debug') },
    'waits',
  )
  // Two concurrent loops.
  outage.failed(new Error('away'))
  outage.failed(new Error('away'))
  vi.advanceTimersByTime(2000)
  outage.worked()
  outage.failed(new Error('away'))
  vi.advanceTimersByTime(2000)
  outage.failed(new Error('away'))
  outage.worked()
  outage.failed(new Error('away'))
  expect(lines).toEqual(['debug', 'debug', 'debug', 'warn', 'debug'])
})
