import { expect, test } from 'vitest'
import { orderSteps } from './order-steps.ts'

const event = (state: number, status: string, at = `2026-11-0${state}T07:00:00.000Z`) => ({
  at,
  state,
  status,
  author: 'Анна Ковалёва',
  comment: '',
})
const titles = (order: Parameters<typeof orderSteps>[0]) =>
  orderSteps(order).map(({ title, stage }) => `${title} ${stage}`)

test('past steps have time and author, expected next ones do not', () => {
  const steps = orderSteps({ state: 5, delivery_method: 1, history: [event(1, 'Новый'), event(5, 'Принят')] })
  expect(steps.slice(0, 2)).toMatchObject([
    { title: 'Новый', stage: 'done', author: 'Анна Ковалёва' },
    { title: 'Принят', stage: 'now' },
  ])
  expect(steps.slice(2).map(({ title, stage }) => `${title} ${stage}`)).toEqual([
    'В сборке ahead',
    'Отгружен ahead',
    'Выполнен ahead',
  ])
})

test('an order for pickup becomes ready instead of being shipped', () => {
  expect(
    titles({ state: 10, delivery_method: 3, history: [event(1, 'Новый'), event(10, 'В сборке', 'later')] }),
  ).toEqual(['Новый done', 'В сборке now', 'Готов к выдаче ahead', 'Выполнен ahead'])
})

test('a cancelled order has no next steps, and a comment without a change of state makes no step', () => {
  const history = [event(1, 'Новый'), event(1, 'Новый', 'comment'), event(4, 'Отменён')]
  expect(titles({ state: 4, delivery_method: 1, history })).toEqual(['Новый done', 'Отменён now'])
})
