import { expect, test } from 'vitest'
import { offStepText, stepText } from './step-text.ts'

const byTen = { stepMilli: 10_000, decimals: 0 } as const
const loose = { stepMilli: 1000, decimals: 2 } as const

test('goods with a multiplicity name it, with their unit where it is given', () => {
  expect([stepText(byTen), stepText(byTen, 'шт')]).toEqual(['кратность 10', 'кратность 10 шт'])
  expect([offStepText(byTen), offStepText(byTen, 'шт')]).toEqual(['кратно 10', 'кратно 10 шт'])
})

test('goods by kg are rounded to hundredths, whatever step their stepper has', () => {
  expect(stepText(loose, 'кг')).toBe('кратность 0,01 кг')
  expect(offStepText(loose)).toBe('округляется до сотых')
})
