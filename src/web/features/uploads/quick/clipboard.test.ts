import { expect, test } from 'vitest'
import { cellsOf, isTable, pastedLines } from './clipboard.ts'

test('two columns of a spreadsheet are codes and quantities', () => {
  expect(pastedLines('DDF485Z\t4\r\nbl1850b\t1 200\r\n\r\n125-1.0-a54\t2,5 кг\r\n')).toEqual([
    { code: 'DDF485Z', qnt: '4' }, { code: 'bl1850b', qnt: '1 200' }, { code: '125-1.0-a54', qnt: '2,5 кг' },
  ])
  expect(pastedLines('DDF485Z;4\nBL1850B;6')).toEqual([{ code: 'DDF485Z', qnt: '4' }, { code: 'BL1850B', qnt: '6' }])
})

test('headings say which columns are meant', () => {
  const table = '№\tНаименование\tАртикул\tЦена\tКол-во\n1\tДрель\tDDF485Z\t9840\t4\n2\tПила\tHS7601\t8760\tдве'
  expect(pastedLines(table)).toEqual([{ code: 'DDF485Z', qnt: '4' }, { code: 'HS7601', qnt: 'две' }])
  expect(pastedLines('Артикул\nDDF485Z\nHS7601')).toEqual([{ code: 'DDF485Z', qnt: '' }, { code: 'HS7601', qnt: '' }])
  expect(pastedLines('Код товара\tЗаказ, шт\n0012\t4')).toEqual([{ code: '0012', qnt: '4' }])
})

test('without headings the quantity is the first column of numbers after the codes', () => {
  expect(pastedLines('DDF485Z\tДрель\t4\t9840,50\nHS7601\tПила\t2\t8760')).toEqual([{ code: 'DDF485Z', qnt: '4' }, { code: 'HS7601', qnt: '2' }])
  expect(pastedLines('1\tDDF485Z\t4\n2\tHS7601\t2')).toEqual([{ code: 'DDF485Z', qnt: '4' }, { code: 'HS7601', qnt: '2' }])
  expect(pastedLines('4607083560142\t120\n4607083560159\tдве')).toEqual([{ code: '4607083560142', qnt: '120' }, { code: '4607083560159', qnt: 'две' }])
  expect(pastedLines('12.5\t3')).toEqual([{ code: '12.5', qnt: '3' }])
})

test('one cell is text for the field, more of them are a table', () => {
  expect(isTable('DDF485Z\r\n')).toBe(false)
  expect(isTable('DDF485Z\t4')).toBe(true)
  expect(isTable('DDF485Z\nHS7601\n')).toBe(true)
})

test('cells in quotes keep their line breaks as spaces and their quotes', () => {
  expect(cellsOf('"Бита\n""Эксперт"""\t4\nКруг 125" мм\t2')).toEqual([['Бита "Эксперт"', '4'], ['Круг 125" мм', '2']])
})
