import { expect, test } from 'vitest'
import type { UploadReview } from '#shared/api/uploads.ts'
import { carriedOver, cartOf, enters, groupCounts, isFound, passes, restoredRows, reviewRows, sorted, totalsOf, withGoods, withQuantity, type ReviewRow } from './review-rows.ts'
import { reportRows } from './report.ts'
import { columnLetter, doneWords, fittingWords, stateWords } from './row-words.ts'

const goods = { id: 7, parent: null, header: 'Набор бит', articul: 'B-44862', unit: 'шт', step: 10, decimals: 0, available: 340, stock_label: null, price: 412, picture: 0, picturetype: '', in_basket: 0, brand: '', lacks: [], has: [] }
let last = 0
const row = (change: Partial<ReviewRow>): ReviewRow => {
  last += 1
  return {
    line: last, row: last, rows: [last], raw: { code: `C-${last}`, name: 'Биты', qnt: '20' }, matchedBy: 'articul', id: 7, goods, candidates: [], analogue: null,
    requested: 20, accepted: 20, price: 412, sum: 8240, proposed: null, added: 20, in_basket: 0, doubt: null, status: 'ok', note: '', left: false, settled: false, mended: false, ...change,
  }
}
const unknown = (change: Partial<ReviewRow> = {}) => row({ status: 'notFound', note: 'Нет такого товара по вашему договору', id: null, goods: null, accepted: 0, sum: null, price: null, ...change })

test('what needs a person comes first, then the order of the file', () => {
  const rows = [row({}), row({ status: 'rounded' }), row({ status: 'out', accepted: 0 }), row({ status: 'ambiguous', id: null }), unknown(), row({ status: 'badQty' }), row({})]
  expect(sorted(rows).map(({ status }) => status)).toEqual(['notFound', 'badQty', 'ambiguous', 'out', 'rounded', 'ok', 'ok'])
  expect(rows.filter((each) => passes(each, 'attention'))).toHaveLength(5)
  expect(rows.filter((each) => passes(each, 'found'))).toHaveLength(2)
  expect(groupCounts(rows)).toEqual({ notFound: 1, check: 2, out: 1, changed: 1, ok: 2, left: 0 })
})

test('a row is found by what stands in the file and by what it was taken for', () => {
  const [one, other] = [row({ raw: { code: 'DDF-999', name: 'Шуруповёрт 18В', qnt: '1' } }), unknown()]
  expect([one, other].filter((each) => isFound(each, 'шуруповерт ddf'))).toEqual([one])
  expect([one, other].filter((each) => isFound(each, 'b-44862'))).toEqual([one])
  expect([one, other].filter((each) => isFound(each, ''))).toEqual([one, other])
})

test('only what can be had goes in, equal goods summed; codes settled by hand go along', () => {
  const rows = [row({ accepted: 0.35 }), row({ accepted: 0.1, settled: true, raw: { code: '', name: 'Биты наб.', qnt: '1' } }), row({ left: true, settled: true }), unknown(), row({ status: 'out', accepted: 0, settled: true })]
  expect(cartOf(rows)).toEqual({ cartList: { 7: 0.45 }, order: [7], codes: { 'Биты наб.': 7 } })
  expect(totalsOf(rows)).toEqual({ entering: 2, sum: 16_480, staying: 3 })
  expect(totalsOf([row({ goods: { ...goods, price: null }, sum: null })]).sum).toBeNull()
})

test('a typed quantity mends a row, a chosen good keeps what stands in the file', () => {
  const typed = withQuantity(row({ status: 'badQty', requested: null, accepted: 0, sum: null }), 30_000)
  expect(typed).toMatchObject({ accepted: 30, sum: 12_360, status: 'ok', mended: true })
  expect(stateWords(typed)).toEqual({ tone: 'ok', label: 'Исправлен' })
  const before = unknown({ rows: [3, 9], raw: { code: 'DDF-999', name: 'Дрель', qnt: '5 + 5' } })
  const chosen = withGoods(before, row({ line: last, row: 1, rows: [1], raw: { code: 'x', name: '', qnt: '' }, requested: 10 }))
  expect(chosen).toMatchObject({ row: before.row, rows: [3, 9], raw: before.raw, settled: true, id: 7 })
  expect(enters(chosen)).toBe(true)
})

test('read in another way, the same rows keep what was done to them', () => {
  const answer = { rows: [row({ row: 2, raw: { code: 'A', name: '', qnt: '1' } }), row({ row: 3, raw: { code: 'B', name: '', qnt: '1' } })] } as unknown as UploadReview
  const before = reviewRows(answer).map((each) => (each.row === 3 ? { ...each, left: true } : each))
  expect(carriedOver(reviewRows(answer), before).map(({ left }) => left)).toEqual([false, true])
  const mended = before.map((each) => withQuantity(each, 3000))
  const dearer = { rows: answer.rows.map((each) => ({ ...each, price: 500, goods: { ...goods, price: 500 } })) } as unknown as UploadReview
  expect(carriedOver(reviewRows(dearer), mended)).toMatchObject([{ accepted: 3, price: 500, sum: 1500 }, { accepted: 3, price: 500, sum: 1500, left: true }])
  const other = { rows: answer.rows.map((each) => ({ ...each, raw: { ...each.raw, qnt: '9' } })) } as unknown as UploadReview
  expect(carriedOver(reviewRows(other), before).map(({ left }) => left)).toEqual([false, false])
})

test('a row says what was done to it', () => {
  expect(doneWords(row({ status: 'rounded', requested: 15 }))).toBe('15 → 20, кратность 10')
  expect(doneWords(row({ status: 'capped', requested: 900, accepted: 340 }))).toBe('900 → 340\u00a0шт, больше нет')
  expect(doneWords(row({ status: 'duplicate', rows: [8, 31] }))).toBe('строки 8 и 31')
  expect(doneWords(row({ status: 'duplicate', rows: [1, 2, 3, 4, 5, 6, 7, 8] }))).toBe('строки 1, 2, 3, 4, 5 и ещё 3')
  expect(doneWords(unknown({ candidates: [goods, { ...goods, articul: 'DDF485Z' }] }))).toBe('Похоже: B-44862, DDF485Z')
  expect(fittingWords(unknown({ status: 'ambiguous', matchedBy: 'name', candidates: [goods, goods, goods] }))).toBe('3\u00a0товара с таким названием')
  expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

test('the report holds every row, what needs a person first, in the words of the screen', () => {
  const rows = reportRows([row({ line: last, row: 1, rows: [1, 4], raw: { code: 'C-1', name: 'Биты', qnt: '10 + 10' }, sum: 8240.5 }), unknown({ row: 2, rows: [2], raw: { code: 'x'.repeat(600), name: 'Дрель', qnt: '2' } })])
  expect(rows).toEqual([
    { row: '2', state: 'Не найден', code: `${'x'.repeat(499)}…`, name: 'Дрель', qnt: '2', articul: '', header: '', done: 'Нет такого товара по вашему договору', order: 0, price: null, sum: null },
    { row: '1, 4', state: 'Найден', code: 'C-1', name: 'Биты', qnt: '10 + 10', articul: 'B-44862', header: 'Набор бит', done: 'строки 1 и 4', order: 20, price: 412, sum: 8240.5 },
  ])
})

test('a kept table comes back with what was done to its rows', () => {
  const answer = { rows: [row({ row: 2 }), row({ row: 3 })] } as unknown as UploadReview
  const [first] = reviewRows(answer)
  const edited = first ? [{ ...first, left: true }] : []
  expect(restoredRows(answer, edited).map(({ row: place, left }) => [place, left])).toEqual([[2, true], [3, false]])
})
