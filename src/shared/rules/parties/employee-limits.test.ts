import { expect, test } from 'vitest'
import { firstDayOfPeriod, limitExcess } from './employee-limits.ts'

test('periods start on the day itself, its Monday or the first of its month', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22'].map((day) => firstDayOfPeriod('week', day))).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-16',
  ])
  expect(firstDayOfPeriod('week', '2026-12-01')).toBe('2026-11-30')
  expect([firstDayOfPeriod('day', '2026-11-21'), firstDayOfPeriod('month', '2026-11-21')]).toEqual([
    '2026-11-21',
    '2026-11-01',
  ])
})

test('an order may reach each limit exactly, and a kopeck more exceeds it', () => {
  const limits = { orderLimitKopecks: 500_000, periodLimitKopecks: 800_000, period: 'week' as const }
  expect(limitExcess(limits, { sumKopecks: 500_000, spentKopecks: 300_000 })).toBeNull()
  expect(limitExcess(limits, { sumKopecks: 500_001, spentKopecks: 0 })).toEqual({ over: 'order', byKopecks: 1 })
  expect(limitExcess(limits, { sumKopecks: 300_001, spentKopecks: 500_000 })).toEqual({ over: 'period', byKopecks: 1 })
  const withoutLimits = { orderLimitKopecks: null, periodLimitKopecks: null, period: 'day' as const }
  expect(limitExcess(withoutLimits, { sumKopecks: 1e12, spentKopecks: 1e12 })).toBeNull()
})
