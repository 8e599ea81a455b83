import { expect, test } from 'vitest'
import { suggestedPeriods, periodTitle } from './periods.ts'

test('offers the last month, the last quarter, this year and the whole contract', () => {
  expect(suggestedPeriods('2026-11-25', '2026-01-12')).toEqual([
    { label: 'Октябрь', period: { start: '01.10.2026', end: '31.10.2026' } },
    { label: 'III квартал', period: { start: '01.07.2026', end: '30.09.2026' } },
    { label: 'Год', period: { start: '01.01.2026', end: '25.11.2026' } },
    { label: 'Весь договор', period: { start: '12.01.2026', end: '25.11.2026' } },
  ])
})

test('in January the last month and quarter belong to the previous year; an empty period is not offered', () => {
  expect(
    suggestedPeriods('2027-01-01', '2027-01-01').map(({ label, period }) => [label, period.start, period.end]),
  ).toEqual([
    ['Декабрь', '01.12.2026', '31.12.2026'],
    ['IV квартал', '01.10.2026', '31.12.2026'],
  ])
})

test.each([
  ['01.10.2026', '31.10.2026', 'октябрь 2026'],
  ['01.02.2028', '29.02.2028', 'февраль 2028'],
  ['01.07.2026', '30.09.2026', 'III квартал 2026'],
  ['01.02.2026', '30.04.2026', '01.02 – 30.04.2026'],
  ['01.01.2026', '31.12.2026', '2026 год'],
  ['01.12.2025', '31.12.2026', '01.12.2025 – 31.12.2026'],
  ['02.10.2026', '31.10.2026', '02.10 – 31.10.2026'],
])('%s – %s is titled %s', (start, end, title) => {
  expect(periodTitle({ start, end })).toBe(title)
})
