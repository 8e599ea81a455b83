import { expect, test } from 'vitest'
import { describeLostContracts } from './lost-contracts.ts'

const titleOf = (...numbers: string[]) => describeLostContracts(numbers.map((number) => ({ number }))).title

test('contracts that are gone at once are told in one note, by their numbers', () => {
  expect(titleOf('17-А')).toBe('Договор № 17-А вам больше не доступен')
  expect(titleOf('17-А', '18')).toBe('Вам больше не доступны договоры № 17-А, № 18')
  expect(titleOf('1', '2', '3', '4', '5', '6', '7')).toBe(
    'Вам больше не доступны договоры № 1, № 2, № 3, № 4, № 5 и ещё 2',
  )
})
