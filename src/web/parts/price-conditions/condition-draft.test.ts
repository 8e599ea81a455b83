import { expect, test } from 'vitest'
import { conditionErrors, draftOf, parsePercent, previewInputOf } from './condition-draft.ts'

test('a discount is read as people type it', () => {
  expect(['7', '7,5', '7.25 %', '99,99'].map(parsePercent)).toEqual([7, 7.5, 7.25, 99.99])
  expect(['', '0', '100', '-7', '7,555', 'семь'].map(parsePercent)).toEqual(Array(6).fill(undefined))
})

test('a new discount needs a category and a percentage', () => {
  const draft = draftOf(undefined)
  expect(Object.keys(conditionErrors(draft))).toEqual(['percent', 'target_id'])
  expect(previewInputOf(draft)).toBeUndefined()
  expect(previewInputOf({ ...draft, percent: '7', target: 'all' })).toEqual({
    kind: 'discount',
    target: 'all',
    percent: 7,
  })
})

test('a fixed price is of a good', () => {
  const draft = { ...draftOf(undefined), kind: 'fixed', price: '1 250,50', picked: { id: 4, header: 'Дрель' } } as const
  expect(conditionErrors(draft)).toEqual({})
  expect(previewInputOf(draft)).toEqual({ kind: 'fixed', target: 'good', target_id: 4, price: 1250.5 })
})
