import { expect, test } from 'vitest'
import type { UploadReview, UploadRow } from '#shared/api/uploads.ts'
import { skippedRowsText, pastedLines } from './pasted-table.ts'

const goods = {
  id: 7,
  parent: null,
  header: 'Набор бит',
  articul: 'B-44862',
  unit: 'шт',
  step: 10,
  decimals: 0 as const,
  available: 340,
  below_step: false,
  stock_label: null,
  price: 412,
  picture: 0,
  picturetype: '',
  in_basket: 0,
  brand: '',
  lacks: [],
  has: [],
  doubt: null,
}
const row = (change: Partial<UploadRow> = {}): UploadRow => ({
  line: 1,
  row: 1,
  rows: [1],
  raw: { code: 'B-44862', name: '', qnt: '20' },
  matchedBy: 'articul',
  id: 7,
  goods,
  candidates: [],
  analogue: null,
  requested: 20,
  accepted: 20,
  price: 412,
  sum: 8240,
  parts: [],
  proposed: null,
  added: 20,
  in_basket: 0,
  doubt: null,
  status: 'ok',
  note: '',
  rememberAs: 'B-44862',
  ...change,
})
const check = row({ status: 'check', doubt: 'columns' })
const notFound = row({
  status: 'notFound',
  id: null,
  goods: null,
  raw: { code: 'НЕТ-1', name: '', qnt: '3' },
  requested: 3,
  rememberAs: 'НЕТ-1',
})
const column = (index: number, guessed = false) => ({ index, heading: '', guessed })
const choices = (count: number) => Array.from({ length: count }, (_, index) => ({ index, heading: '', samples: [] }))
const tally = {
  sheet: 0,
  rows: 1,
  answered: 1,
  blank: 0,
  headings: 0,
  totals: 0,
  withoutQuantity: 0,
  hidden: 0,
  truncated: 0,
  other: 0,
  columnsBeyond: 0,
}
const columns = { articul: column(0), code: null, barcode: null, name: null, size: null, qnt: column(1) }
const answer = (change: Partial<UploadReview>): UploadReview => ({
  status: 'success',
  file: '',
  sheets: [],
  sheet: 0,
  headerRow: 1,
  columns,
  asks: [],
  quantities: [],
  summed: [],
  noOrder: false,
  choices: choices(2),
  remembered: false,
  contragent: '',
  own: false,
  rows: [row()],
  counts: { notFound: 0, badQty: 0, check: 0, ambiguous: 0, out: 0, capped: 0, rounded: 0, duplicate: 0, ok: 0 },
  sum: 0,
  tally: [tally],
  leftOut: [],
  skipped: 0,
  truncated: false,
  ...change,
})
const plain = {
  headerRow: null,
  asks: ['columns' as const],
  columns: { ...columns, articul: column(0, true), qnt: column(1, true) },
}

test('clear rows of a table with headings enter the grid with their recognised goods', () => {
  const rows = [
    row(),
    row({
      status: 'duplicate',
      requested: 7,
      raw: { code: '', name: 'Набор бит', qnt: '4 + 3' },
      rememberAs: 'Набор бит',
    }),
    row({ status: 'badQty', requested: null, raw: { code: 'B-44862', name: '', qnt: '10 уп' } }),
  ]
  expect(pastedLines(answer({ rows, choices: choices(5) }), 500)).toEqual([
    { code: 'B-44862', qnt: '20', id: 7, name: '', rememberAs: 'B-44862' },
    { code: 'B-44862', qnt: '7', id: 7, name: 'Набор бит', rememberAs: 'Набор бит' },
    { code: 'B-44862', qnt: '10 уп', id: 7, name: '', rememberAs: 'B-44862' },
  ])
})

test('two columns of codes and quantities without headings need no question', () => {
  expect(pastedLines(answer({ ...plain, rows: [check, notFound] }), 500)).toEqual([
    { code: 'B-44862', qnt: '20', id: 7, name: '', rememberAs: 'B-44862' },
    { code: 'НЕТ-1', qnt: '3', id: null, name: '', rememberAs: 'НЕТ-1' },
  ])
})

test('a table with open questions opens the review', () => {
  const numbered = ['1', '2', '3'].map((code) =>
    row({ status: 'check', doubt: 'columns', raw: { code, name: '', qnt: '5' } }),
  )
  const asking: Record<string, Partial<UploadReview>> = {
    'three guessed columns': { ...plain, choices: choices(3), rows: [check] },
    'no column of quantities': { ...plain, columns: { ...plain.columns, qnt: null }, rows: [] },
    'quantities before the codes': {
      ...plain,
      columns: { ...plain.columns, articul: column(1, true), qnt: column(0, true) },
      rows: [check],
    },
    'running numbers': { ...plain, rows: numbered },
    names: {
      ...plain,
      columns: { ...columns, articul: null, name: column(0, true), qnt: column(1, true) },
      rows: [check],
    },
    'a message': { headerRow: null, columns: { ...columns, articul: null, name: column(0) } },
    'several columns of quantities': { asks: ['quantities'], rows: [] },
    'another good by its name': { rows: [row({ status: 'check', doubt: 'name' })] },
    'a headed code that is not known': { rows: [row(), notFound] },
    'more rows than the grid holds': { rows: [row(), row()] },
    'rows beyond those that are read': { truncated: true },
    nothing: { rows: [] },
  }
  for (const [name, change] of Object.entries(asking)) expect(pastedLines(answer(change), 1), name).toBeUndefined()
})

test('rows left out of the grid are counted', () => {
  expect(skippedRowsText(answer({}))).toBe('')
  expect(
    skippedRowsText(answer({ tally: [{ ...tally, rows: 6, headings: 1, withoutQuantity: 2, totals: 1, other: 1 }] })),
  ).toBe('2\u00a0строки без количества, 1 итоговая, 1 другая')
})
