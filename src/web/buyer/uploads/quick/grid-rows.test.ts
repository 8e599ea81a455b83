import { expect, test } from 'vitest'
import {
  withChange,
  createGrid,
  toStoredRows,
  withPastedLines,
  withRestoredRow,
  countFreeRows,
  withQuantities,
  withoutRows,
} from './grid-rows.ts'

const line = (code: string, qnt = '1') => ({
  code,
  qnt,
  id: null,
  pasted: false,
  chosen: false,
  name: '',
  rememberAs: '',
})
const codes = (rows: ReturnType<typeof createGrid>) => rows.map(({ code }) => code).filter(Boolean)

test('a grid has at least twelve rows and ends with an empty one', () => {
  expect(createGrid([])).toHaveLength(12)
  const full = createGrid(Array.from({ length: 12 }, (_, index) => line(`A${index}`)))
  expect(full).toHaveLength(13)
  const typed = withChange(createGrid([]), 11, { code: 'DDF485Z' })
  expect(typed).toHaveLength(13)
  expect(new Set(typed.map(({ key }) => key)).size).toBe(13)
  expect(createGrid(Array.from({ length: 600 }, () => line('A')))).toHaveLength(500)
})

test('changing the code clears the chosen good, changing the quantity does not', () => {
  const chosen = withChange(createGrid([]), 0, { code: 'DDF999', id: 7, pasted: true, chosen: true })
  expect(withChange(chosen, 0, { qnt: '2' })[0]).toMatchObject({ id: 7, qnt: '2', chosen: true })
  expect(withChange(chosen, 0, { code: 'DDF99' })[0]).toMatchObject({ id: null, pasted: false, chosen: false })
})

test('a removed row is restored at its position', () => {
  const rows = createGrid([line('A'), line('B'), line('C')])
  const omitted = withoutRows(rows, new Set([1]))
  expect(codes(omitted)).toEqual(['A', 'C'])
  expect(rows[1] && codes(withRestoredRow(omitted, rows[1], 1))).toEqual(['A', 'B', 'C'])
})

test('a table is pasted at the cursor and overwrites nothing', () => {
  const rows = createGrid([line('A'), line('B')])
  const lines = [
    { code: 'X', qnt: '4', id: 7, name: 'Набор', rememberAs: 'X' },
    { code: 'Y', qnt: '6', id: null, name: '', rememberAs: '' },
  ]
  expect(codes(withPastedLines(rows, { key: 2, lines }).rows)).toEqual(['A', 'B', 'X', 'Y'])
  expect(codes(withPastedLines(rows, { key: 1, lines }).rows)).toEqual(['A', 'X', 'Y', 'B'])
  expect(toStoredRows(withPastedLines(rows, { key: 2, lines }).rows)[2]).toEqual({
    code: 'X',
    qnt: '4',
    id: 7,
    pasted: true,
    chosen: false,
    name: 'Набор',
    rememberAs: 'X',
  })
  expect(countFreeRows(rows)).toBe(498)
  const many = withPastedLines(rows, {
    key: 2,
    lines: Array.from({ length: 510 }, (_, index) => ({
      code: `N${index}`,
      qnt: '1',
      id: null,
      name: '',
      rememberAs: '',
    })),
  })
  expect([many.rows.length, many.omitted, toStoredRows(many.rows).length]).toEqual([500, 12, 500])
  expect(new Set(many.rows.map(({ key }) => key)).size).toBe(500)
})

test('a column pasted into the quantities fills the rows below', () => {
  const rows = createGrid([line('A', ''), line('B', ''), line('C', '9')])
  const filled = withQuantities(rows, { key: 0, column: ['4', '6'] })
  expect(toStoredRows(filled).map(({ code, qnt }) => [code, qnt])).toEqual([
    ['A', '4'],
    ['B', '6'],
    ['C', '9'],
  ])
})
