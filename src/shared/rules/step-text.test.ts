import { expect, test } from 'vitest'
import { offStepText, stepText } from './step-text.ts'

const byTen = { stepMilli: 10_000, decimals: 0 } as const
const loose = { stepMilli: 1000, decimals: 2 } as const

test('a multiplicity is shown with the unit, if known', () => {
  expect([stepText(byTen), stepText(byTen, 'шт')]).toEqual(['кратность 10', 'кратность 10 шт'])
  expect([offStepText(byTen), offStepText(byTen, 'шт')]).toEqual(['кратно 10', 'кратно 10 шт'])
})

test('goods by kg without a multiplicity are described as rounded to hundredths', () => {
  expect(stepText(loose, 'кг')).toBe('кратность 0,01 кг')
  expect(offStepText(loose)).toBe('округляется до сотых')
})
