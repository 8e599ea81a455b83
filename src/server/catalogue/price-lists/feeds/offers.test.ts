import { expect, test } from 'vitest'
import { paramWithUnit } from './offers.ts'

test('a unit is split from a value only where it is unambiguous', () => {
  const cases: [name: string, value: string, param: ReturnType<typeof paramWithUnit>][] = [
    ['Мощность', '10 Вт', { name: 'Мощность', unit: 'Вт', value: '10' }],
    ['Мощность, Вт', '10', { name: 'Мощность', unit: 'Вт', value: '10' }],
    ['Длина, мм', '12,5', { name: 'Длина', unit: 'мм', value: '12.5' }],
    ['Температура', '-40 °C', { name: 'Температура', unit: '°C', value: '-40' }],
    ['Цвет, фактура', 'синий', { name: 'Цвет, фактура', value: 'синий' }],
    ['Размер', '10 Вт, 9 Вт', { name: 'Размер', value: '10 Вт, 9 Вт' }],
    ['Резьба', 'M8', { name: 'Резьба', value: 'M8' }],
    ['Артикул', '007', { name: 'Артикул', value: '007' }],
    ['Размер', '10 x 20', { name: 'Размер', value: '10 x 20' }],
  ]
  for (const [name, value, param] of cases) expect(paramWithUnit(name, value)).toEqual(param)
})
