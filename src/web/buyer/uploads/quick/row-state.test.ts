import { expect, test } from 'vitest'
import type { UploadRow } from '#shared/api/uploads.ts'
import { distributeReadyRows, resultingMilli } from './additions.ts'
import { createGrid } from './grid-rows.ts'
import { toCartInput, changeText, estimateAnswer, stateOf, totalsOf } from './row-state.ts'

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
const row = (change: Partial<UploadRow>): UploadRow => ({
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

test('a row shows what the user still has to check', () => {
  expect(stateOf(row({}))).toBe('ready')
  expect(stateOf(row({ status: 'notFound', id: null, goods: null }))).toBe('unknown')
  expect(stateOf(row({ status: 'ambiguous', id: null, goods: null }))).toBe('choose')
  expect(stateOf(row({ status: 'badQty', requested: null, accepted: 0 }))).toBe('quantity')
  expect(stateOf(row({ status: 'out', accepted: 0 }))).toBe('out')
})

test('a changed quantity is explained', () => {
  expect(changeText(row({ status: 'rounded', requested: 15 }))).toBe('было 15, кратность 10')
  expect(changeText(row({ status: 'capped', requested: 900, accepted: 340 }))).toBe('было 900, есть 340')
  expect(
    changeText(row({ status: 'capped', requested: 900, accepted: 340, goods: { ...goods, stock_label: 'мало' } })),
  ).toBe('было 900, столько нет')
  expect(changeText(row({}))).toBe('')
})

test('[V.6] until the server answers, a quantity is computed by the rule of the good', () => {
  expect(estimateAnswer(row({}), '15')).toMatchObject({
    requested: 15,
    accepted: 20,
    added: 20,
    sum: 8240,
    status: 'rounded',
  })
  expect(estimateAnswer(row({ in_basket: 330 }), '15')).toMatchObject({ accepted: 20, added: 10 })
  expect(estimateAnswer(row({}), '1000')).toMatchObject({ accepted: 340, sum: 140_080, status: 'capped' })
  for (const typed of ['', '0', 'две'])
    expect(estimateAnswer(row({}), typed), typed).toMatchObject({ accepted: 0, sum: null, status: 'badQty' })
  expect(estimateAnswer(row({ status: 'notFound', id: null, goods: null, sum: null }), '4')).toMatchObject({
    status: 'notFound',
    accepted: 0,
  })
})

test('equal goods are summed, and only choices for pasted codes are remembered', () => {
  const rows = createGrid([
    { code: 'B-44862', qnt: '20', id: null, pasted: false, chosen: false, name: '', rememberAs: '' },
    { code: 'свой-1', qnt: '10', id: 7, pasted: true, chosen: true, name: '', rememberAs: '' },
    { code: 'DDF999', qnt: '10', id: 8, pasted: true, chosen: false, name: '', rememberAs: '' },
    { code: 'нет', qnt: '1', id: null, pasted: true, chosen: false, name: '', rememberAs: '' },
  ])
  const answers = [
    row({}),
    row({ accepted: 10, added: 10, sum: 4120 }),
    row({ id: 8, accepted: 0.35, added: 0.35, sum: 1 }),
    row({ status: 'notFound', id: null, goods: null, accepted: 0, sum: null }),
  ]
  const answerOf = ({ key }: { key: number }) => ({ answer: answers[key], isWaiting: false })
  const additions = distributeReadyRows(rows, answerOf, 'add')
  expect(toCartInput(rows, answerOf, additions)).toEqual({
    cartList: { 7: 30, 8: 0.35 },
    order: [7, 8],
    codes: { 'свой-1': 7 },
    names: {},
  })
  expect(totalsOf(rows, answerOf, additions)).toEqual({
    ready: 3,
    sum: 12_504.2,
    alreadyInBasket: 0,
    unknown: 1,
    choose: 0,
    withoutQuantity: 0,
    out: 0,
    belowStep: 0,
    waiting: 0,
  })
})

test('a row shows only what fits beside the basket, or in place of its line', () => {
  const line = (code: string) => ({ code, qnt: '20', id: null, pasted: false, chosen: false, name: '', rememberAs: '' })
  const rows = createGrid([line('B-44862'), line('B-44862'), line('DX-1234')])
  const bits = row({ in_basket: 310, added: 20, goods: { ...goods, in_basket: 310 } })
  const drill = row({
    id: 8,
    in_basket: 7,
    requested: 2,
    accepted: 2,
    added: 0,
    price: 2000.5,
    sum: 4001,
    goods: { ...goods, id: 8, step: 1, available: 7, in_basket: 7 },
  })
  const answers = [bits, bits, drill]
  const answerOf = ({ key }: { key: number }) => ({ answer: answers[key], isWaiting: false })
  const added = distributeReadyRows(rows, answerOf, 'add')
  expect([...added.byRow.values()], 'of 30 more the second row takes what the first leaves').toEqual([
    20_000, 10_000, 0,
  ])
  expect(totalsOf(rows, answerOf, added)).toMatchObject({ ready: 2, alreadyInBasket: 1, sum: 30 * 412 })
  expect(toCartInput(rows, answerOf, added).cartList).toEqual({ 7: 30 })
  expect([bits, drill].map((answer) => resultingMilli({ answer, isWaiting: false }, added, 'add'))).toEqual([
    340_000, 7000,
  ])
  const set = distributeReadyRows(rows, answerOf, 'set')
  expect(toCartInput(rows, answerOf, set).cartList).toEqual({ 7: 40, 8: 2 })
  expect(resultingMilli({ answer: drill, isWaiting: false }, set, 'set')).toBe(2000)
})

test('with hidden stock nothing is capped before the server’s answer', () => {
  expect(
    estimateAnswer(row({ goods: { ...goods, step: 1, available: 10, stock_label: 'более 10' } }), '100'),
  ).toMatchObject({
    accepted: 100,
    added: 100,
    status: 'ok',
  })
})
