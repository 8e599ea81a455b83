import { expect, test } from 'vitest'
import type { DraftLine } from '#shared/api/drafts.ts'
import { acceptedLineOf, countsOf, changeTexts, replacementOf, sumNow } from './line-changes.ts'

const now = { price: 100, step: 1, qnt: 6, available: 50, stock_label: null }
const line = (own: Partial<DraftLine>): DraftLine => ({
  id: 1,
  parent: null,
  header: 'Дрель',
  articul: 'D-1',
  unit: 'шт',
  decimals: 0 as const,
  picture: 0,
  picturetype: '',
  qnt: 6,
  price: 100,
  step: 1,
  sum: 600,
  comment: '',
  now,
  changes: [],
  replacement: null,
  ...own,
})

test('each change is shown with the old and the new value', () => {
  expect(changeTexts(line({}))).toEqual([])
  expect(changeTexts(line({ changes: ['price', 'stock'], now: { ...now, price: 110.5, qnt: 4 } }))).toEqual([
    { text: 'цена 100 → 110,50 ₽', tone: 'warn' },
    { text: 'есть 4 из 6', tone: 'bad' },
  ])
  expect(changeTexts(line({ changes: ['price'], now: { ...now, price: 90 } }))).toEqual([
    { text: 'цена 100 → 90 ₽', tone: 'ok' },
  ])
  expect(changeTexts(line({ changes: ['step'], now: { ...now, step: 4, qnt: 8 } }))).toEqual([
    { text: 'кратность 4: 6 → 8', tone: 'warn' },
  ])
  expect(changeTexts(line({ changes: ['stock'], now: { ...now, qnt: 0 } }))).toEqual([
    { text: 'остаток меньше кратности', tone: 'bad' },
  ])
  expect(changeTexts(line({ changes: ['stock'], now: { ...now, qnt: 0, available: 0 } }))).toEqual([
    { text: 'нет в наличии', tone: 'bad' },
  ])
  expect(changeTexts(line({ changes: ['gone'], now: null }))).toEqual([{ text: 'больше не продаётся', tone: 'bad' }])
})

test('accepting sends the shown values, and only for available lines', () => {
  expect(acceptedLineOf(line({}))).toBeUndefined()
  expect(acceptedLineOf(line({ changes: ['price'], now: { ...now, price: 110.5 } }))).toEqual({
    id: 1,
    qnt: 6,
    price: 110.5,
  })
  expect(acceptedLineOf(line({ changes: ['stock'], now: { ...now, qnt: 0 } }))).toBeUndefined()
  expect(acceptedLineOf(line({ changes: ['gone'], now: null }))).toBeUndefined()
  const replacement = {
    ...now,
    id: 7,
    parent: null,
    header: 'Новая',
    articul: 'D-1',
    unit: 'шт',
    same: true,
    price: 120,
  }
  expect(replacementOf(line({ replacement }))).toEqual({ id: 1, qnt: 6, price: 120, replacement: 7 })
  expect(replacementOf(line({}))).toBeUndefined()
})

test('the header counts changed lines by kind and shows today’s sum if it differs', () => {
  const lines = [
    line({ changes: ['price'], now: { ...now, price: 110.5 } }),
    line({ id: 2, changes: ['gone'], now: null }),
    line({ id: 3 }),
  ]
  expect(countsOf(lines)).toBe('цена – 1, не продаётся – 1')
  const draft = {
    id: 1,
    header: '',
    contract: { id: 1, number: '', contragent: '' },
    lines: 3,
    created_at: '',
    changed_at: '',
    schedule: null,
    products: lines,
    sum: 1800,
  }
  expect(sumNow(draft)).toBe(1263)
  expect(sumNow({ ...draft, products: [line({})], sum: 600 })).toBeUndefined()
  expect(sumNow({ ...draft, sum: null })).toBeUndefined()
})
