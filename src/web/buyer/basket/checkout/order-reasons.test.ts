import { expect, test } from 'vitest'
import type { ExpectedApproval, Refusal } from '#shared/api/order-preview.ts'
import { CallError } from '#web/api/client.ts'
import { paymentAdvice } from '#web/parts/order-reason/order-reason.ts'
import { approvalText, isSettled, reasonsOf } from './order-reasons.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const credit: Refusal = {
  code: 'creditLimit',
  title: 'Превышен кредитный лимит',
  message: '',
  missing: null,
  least: null,
  exceeds: 540,
  available: 360,
  credit: null,
  to_pay: null,
}
const debt = {
  id: 7,
  entry: null,
  number: '0000-000007',
  date: '01.11.2026',
  due: null,
  overdue_days: 0,
  left: 600,
  invoice: true,
}

test('the refusal of an order is listed once among the reasons, other failures are not', () => {
  const refused = new CallError(422, { ...credit, status: 'error' })
  expect(reasonsOf([], refused)).toMatchObject([{ code: 'creditLimit', exceeds: 540 }])
  expect(reasonsOf([credit], refused)).toEqual([credit])
  expect(reasonsOf([credit], new CallError(409, { code: 'orderChanged' }))).toEqual([credit])
  expect(reasonsOf([], null)).toEqual([])
})

test('a refusal is kept until a newer preview, other failures until the next attempt', () => {
  const refused = new CallError(422, { ...credit, status: 'error' })
  expect(isSettled(refused, { refusedAt: 100, checkedAt: 90 })).toBe(false)
  expect(isSettled(refused, { refusedAt: 100, checkedAt: 101 })).toBe(true)
  expect(isSettled(new CallError(422, { code: 'deliveryDate' }), { refusedAt: 100, checkedAt: 101 })).toBe(false)
  expect(isSettled(null, { refusedAt: 0, checkedAt: 1 })).toBe(false)
})

test('the text names the minimum sum to pay and the rest that payment does not cover', () => {
  const words = (to_pay: Refusal['to_pay']) => plain(paymentAdvice({ ...credit, to_pay }))
  expect(words({ sum: 540, rest: 0, documents: [debt] })).toBe('Чтобы заказ прошёл, оплатите не меньше 540 ₽:')
  expect(words({ sum: 900, rest: 300, documents: [debt] })).toMatch(/^Если оплатить все документы, не хватит ещё 300 ₽/)
  expect(words({ sum: 540, rest: 540, documents: [] })).toMatch(
    /^Неоплаченных документов по договору нет. Уменьшите заказ на 540 ₽/,
  )
  expect(
    plain(paymentAdvice({ ...credit, code: 'ordersSuspended', to_pay: { sum: 600, rest: 0, documents: [debt] } })),
  ).toBe('Просрочены документы на 600 ₽:')
})

test('the approval text names the excess, the rest of the period and the approvers', () => {
  const expected: ExpectedApproval = {
    over: 'order',
    by: 50,
    order_limit: 150,
    period: 'month',
    period_limit: 1000,
    left: 800,
    approvers: ['Ирина Соколова'],
  }
  expect(plain(approvalText(expected))).toBe(
    'Сумма на 50 ₽ больше вашего лимита на заказ (150 ₽). Остаток лимита на месяц: 800 ₽ из 1 000 ₽. ' +
      'Согласует Ирина Соколова. Товар будет в резерве, пока заказ ждёт.',
  )
  expect(plain(approvalText({ ...expected, over: 'period', order_limit: null, left: 0, approvers: [] }))).toBe(
    'Сумма на 50 ₽ больше остатка вашего лимита на месяц. Остаток лимита на месяц: 0 ₽ из 1 000 ₽. ' +
      'Товар будет в резерве, пока заказ ждёт.',
  )
})
