import { expect, test } from 'vitest'
import type { ActDetails, ActRow, ActRun } from '#shared/api/money/acts.ts'
import { orderItems, shortDocument, totalsOf } from './lines.ts'

const row = (match: number) => ({ match }) as ActRow
const run = (before: number | null, from: number) => ({ before, from }) as ActRun

test('collapsed ranges come before the next difference, the last one at the end', () => {
  const items = orderItems({
    items: [row(5), row(6), row(9)],
    runs: [run(5, 1), run(9, 7), run(null, 10)],
    pagination: { page: 1, pages: 1 },
  })
  expect(items.map((item) => (item.kind === 'row' ? item.row.match : `run ${item.run.from}`))).toEqual([
    'run 1',
    5,
    6,
    'run 7',
    9,
    'run 10',
  ])
})

const act = {
  opening: 160_650.5,
  debit: 670_205.6,
  credit: 497_346.1,
  closing: 333_510,
  difference: 68_644,
  book: { opening: null, debit: 655_371.6, credit: 551_156.1 },
} as ActDetails

test('debit and credit of the buyer’s side are swapped, and its balance differs by the difference', () => {
  expect(totalsOf(act).theirs).toEqual({
    opening: { debit: 0, credit: 160_650.5 },
    turnover: { debit: 551_156.1, credit: 655_371.6 },
    closing: { debit: 0, credit: 264_866 },
  })
  expect(totalsOf(act).ours.closing).toEqual({ debit: 333_510, credit: 0 })
})

test('without a file there is no second side', () => {
  expect(totalsOf({ ...act, book: null, difference: null }).theirs).toBeNull()
})

test('long kinds of documents are shortened beside their number', () => {
  expect(shortDocument('Поступление (акт, накладная, УПД) 3923')).toBe('Поступление 3923')
  expect(shortDocument('Платежное поручение исходящее № 3071')).toBe('П/п № 3071')
  expect(shortDocument('Платёжное поручение 3071')).toBe('П/п 3071')
  expect(shortDocument('Списание с расчетного счета 0000-000123 от 28.10.2026')).toBe(
    'Списание со счёта 0000-000123 от 28.10.2026',
  )
  expect(shortDocument('Поступление на расчётный счёт 3923')).toBe('Поступление на счёт 3923')
  expect(shortDocument('Поступление на расчетный счет 3923')).toBe('Поступление на счёт 3923')
  expect(shortDocument('УПД 4146')).toBe('УПД 4146')
})
