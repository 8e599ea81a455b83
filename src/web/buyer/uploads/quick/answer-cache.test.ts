import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadRow } from '#shared/api/uploads.ts'
import { answerOf, createAnswerCache, type Question } from './answer-cache.ts'

const goods = {
  id: 7,
  parent: null,
  header: 'Бита',
  articul: 'A',
  unit: 'шт',
  step: 10,
  decimals: 0 as const,
  available: 340,
  below_step: false,
  stock_label: null,
  price: 4,
  picture: 0,
  picturetype: '',
  in_basket: 0,
  brand: '',
  lacks: [],
  has: [],
  doubt: null,
}
const found = ({ code, qnt }: Question, index: number): UploadRow => ({
  line: index + 1,
  row: index + 1,
  rows: [index + 1],
  raw: { code, name: '', qnt },
  matchedBy: 'articul',
  id: 7,
  goods: { ...goods, articul: code },
  candidates: [],
  analogue: null,
  requested: Number(qnt),
  accepted: Number(qnt),
  price: 4,
  sum: 4 * Number(qnt),
  parts: [],
  proposed: null,
  added: Number(qnt),
  in_basket: 0,
  doubt: null,
  status: 'ok',
  note: '',
  rememberAs: code,
})
const row = (code: string, qnt = '10', id: number | null = null) => ({ code, qnt, id, pasted: false })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('changed rows are requested together after a pause in typing', async () => {
  const resolveRows = vi.fn((questions: Question[]) => Promise.resolve(questions.map(found)))
  const answers = createAnswerCache(resolveRows, 200)
  answers.setRows([row('D'), row('')])
  await vi.advanceTimersByTimeAsync(100)
  answers.setRows([row('DD'), row('B'), row('B'), row(' ')])
  await vi.advanceTimersByTimeAsync(200)
  answers.setRows([row('DD'), row('B', '20')])
  await vi.advanceTimersByTimeAsync(200)
  expect(resolveRows.mock.calls.map(([questions]) => questions.map(({ code, qnt }) => `${code} ${qnt}`))).toEqual([
    ['DD 10', 'B 10'],
    ['B 20'],
  ])
  expect(answerOf(answers.get(), row('B', ' 20 ')).answer).toMatchObject({ accepted: 20 })
})

test('a late answer is never shown beside a newer text', async () => {
  const waiting: ((answers: UploadRow[]) => void)[] = []
  const answers = createAnswerCache(
    (questions) => new Promise((resolve) => waiting.push(() => resolve(questions.map(found)))),
    200,
  )
  answers.setRows([row('DDF48')])
  await vi.advanceTimersByTimeAsync(200)
  answers.setRows([row('DDF485Z')])
  await vi.advanceTimersByTimeAsync(200)
  waiting[1]?.([])
  await vi.advanceTimersByTimeAsync(0)
  waiting[0]?.([])
  await vi.advanceTimersByTimeAsync(0)
  expect(answerOf(answers.get(), row('DDF485Z'))).toMatchObject({
    answer: { raw: { code: 'DDF485Z' } },
    isWaiting: false,
  })
  expect(answerOf(answers.get(), row('DDF48')).answer?.raw.code).not.toBe('DDF485Z')
})

test('while a new quantity is requested, it is computed from the known good, not for another good', async () => {
  const answers = createAnswerCache((questions) => Promise.resolve(questions.map(found)), 200)
  await answers.fetchAll([row('A'), row('A', '10', 9)])
  expect(answerOf(answers.get(), row('A', '15'))).toMatchObject({ answer: { accepted: 20, sum: 80 }, isWaiting: true })
  expect(answerOf(answers.get(), row('A', '10', 8)).answer).toBeUndefined()
})

test('fetchAll waits for all rows, also those already being requested', async () => {
  const waiting: (() => void)[] = []
  const resolveRows = vi.fn(
    (questions: Question[]) =>
      new Promise<UploadRow[]>((resolve) => void waiting.push(() => resolve(questions.map(found)))),
  )
  const answers = createAnswerCache(resolveRows, 200)
  answers.setRows([row('A')])
  await vi.advanceTimersByTimeAsync(200)
  const settled = answers.fetchAll([row('A'), row('B')])
  for (const answer of waiting) answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(await settled).toBe(true)
  expect(resolveRows.mock.calls.map(([questions]) => questions.length)).toEqual([1, 1])
})

test('a failure is reported and retried', async () => {
  let fails = true
  const answers = createAnswerCache(
    (questions) => (fails ? Promise.reject(new Error('Сервер не отвечает')) : Promise.resolve(questions.map(found))),
    200,
  )
  expect(await answers.fetchAll([row('A')])).toBe(false)
  expect(answers.get().error?.message).toBe('Сервер не отвечает')
  expect(answerOf(answers.get(), row('A')).isWaiting).toBe(false)
  fails = false
  answers.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(answers.get().error).toBeUndefined()
  expect(answerOf(answers.get(), row('A')).answer).toBeDefined()
})
