import { expect, test } from 'vitest'
import { codesOf, columnOf, isTable } from './clipboard.ts'

test('one cell is pasted as text, several as a table', () => {
  expect(isTable('DDF485Z\r\n')).toBe(false)
  expect(isTable('DDF485Z\t4')).toBe(true)
  expect(isTable('DDF485Z\nHS7601\n')).toBe(true)
})

test('a list of codes has only codes, one per line', () => {
  expect(codesOf('DDF485Z\r\nHS7601\r\n\r\n125-1.0-a54\r\n')).toEqual(['DDF485Z', 'HS7601', '125-1.0-a54'])
  expect(codesOf('Артикул\nDDF485Z\nHS7601')).toEqual(['DDF485Z', 'HS7601'])
  for (const text of [
    'DDF485Z\t4\nHS7601\t2',
    'DDF485Z;4\nHS7601;2',
    'DDF485Z 4 шт\nHS7601 2 шт',
    'DDF485Z,4\nHS7601,2',
  ])
    expect(codesOf(text), text).toBeUndefined()
})

test('a column of quantities keeps its empty cells', () => {
  expect(columnOf('4\r\n\r\n"2,5 кг"\r\n')).toEqual(['4', '', '2,5 кг'])
  expect(columnOf('4\t5')).toBeUndefined()
})
