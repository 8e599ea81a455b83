import { expect, test } from 'vitest'
import { freeCreditKopecks, hasCreditLimit } from './credit.ts'

const contract = { payment: 'deferred', creditLimitKopecks: 300_000, debtKopecks: 120_000, advanceKopecks: 10_000 }

test('a limit counts only on deferred payment and only if one is entered', () => {
  expect(hasCreditLimit(contract)).toBe(true)
  expect(hasCreditLimit({ ...contract, payment: 'prepaid' })).toBe(false)
  expect(hasCreditLimit({ ...contract, creditLimitKopecks: null })).toBe(false)
  expect(hasCreditLimit({ ...contract, creditLimitKopecks: 0 })).toBe(true)
})

test('the free credit is the limit less debt and unshipped orders, plus the advance, and may be negative', () => {
  expect(freeCreditKopecks(contract, 50_000)).toBe(140_000)
  expect(freeCreditKopecks(contract, 400_000)).toBe(-210_000)
})
