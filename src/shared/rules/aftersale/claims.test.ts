import { expect, test } from 'vitest'
import { claimTypeOf, claimTypes, fileBy, typeNames } from './claims.ts'

test('[N.6] types are 1 брак, 2 пересортица, 3 возврат, 4 излишек, 5 недостача, by number or label', () => {
  const named = { 1: 'брак', 2: 'пересортица', 3: 'возврат', 4: 'излишек', 5: 'недостача' }
  for (const [type, label] of Object.entries(named)) {
    expect([type, Number(type), label, ` ${label.toUpperCase()} `].map(claimTypeOf)).toEqual(
      Array.from({ length: 4 }, () => Number(type)),
    )
    expect(claimTypes[Number(type) as 1].name.toLowerCase()).toBe(label)
  }
  expect(['0', 6, 'пожар', ''].map(claimTypeOf)).toEqual([undefined, undefined, undefined, undefined])
  expect(typeNames([5, 1, 5])).toBe('Недостача, брак')
})

test('quantity and assortment are counted in working days from the shipment, defects and returns in days', () => {
  const terms = { countedDays: 3, defectDays: 14 }
  const friday = '2026-11-20'
  const days = ([1, 2, 3, 4, 5] as const).map((type) => fileBy(type, friday, new Map(), terms))
  expect(days).toEqual(['2026-12-04', '2026-11-25', '2026-12-04', '2026-11-25', '2026-11-25'])
  expect(fileBy(5, friday, new Map([['2026-11-23', false]]), terms)).toBe('2026-11-26')
})
