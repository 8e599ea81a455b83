import { expect, test } from 'vitest'
import type { RepeatedLine } from '#shared/api/repeat.ts'
import { describeRepeat } from './describe-repeat.ts'

const line = (own: Partial<RepeatedLine>): RepeatedLine => ({
  id: 1,
  header: 'Дрель',
  articul: 'D-1',
  wanted: 5,
  qnt: 5,
  what: 'added',
  note: '',
  price: 120,
  old_price: null,
  ...own,
})

test('only differences from the order are reported, missing goods first', () => {
  const lines = [
    line({}),
    line({ what: 'priceChanged', old_price: 100 }),
    line({ what: 'rounded', qnt: 10, header: 'Бита' }),
    line({ what: 'reduced', qnt: 2 }),
    line({ what: 'missing', qnt: 0, note: 'Товар не продаётся по этому договору', price: null }),
  ]
  expect(describeRepeat(lines)).toEqual([
    'Дрель – Товар не продаётся по этому договору',
    'Дрель – добавлено 2 из 5',
    'Бита – добавлено 10 вместо 5',
    'Дрель – цена 100 → 120 ₽',
  ])
  expect(describeRepeat([line({})])).toEqual([])
})

test('many differences are counted instead of all named', () => {
  const messages = describeRepeat(
    Array.from({ length: 9 }, () => line({ what: 'missing', qnt: 0, note: 'Выберите вариант' })),
  )
  expect(messages).toHaveLength(5)
  expect(messages.at(-1)).toBe('и ещё 5')
})
