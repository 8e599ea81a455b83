import { expect, test } from 'vitest'
import { parameterKey, planParameters, type Property, type Vocabulary } from './parameters.ts'

const properties: Property[] = [
  { parameterId: 1, code: 'size', name: 'Размер (Одежда)', type: 'Строка' },
  { parameterId: 2, code: 'colour', name: 'Цвет', type: 'Строка' },
]
const words: Vocabulary = {
  property: (code) => properties.find((each) => each.code === code),
  parameterNamed: (name) => properties.find((each) => parameterKey(each.name) === parameterKey(name)),
  dictionaryValue: () => undefined,
  unitName: () => undefined,
}
const plan = (size: string, ...characteristics: [name: string, value: string][]) =>
  planParameters(
    {
      properties: [{ propertyCode: 'size', values: [size] }],
      characteristics: characteristics.map(([name, value]) => ({ name, value })),
    },
    words,
  ).map(({ name, value }) => `${name}=${value}`)

test('a characteristic that repeats a property without the set’s name makes no second parameter', () => {
  expect(plan('XL', ['Размер', 'xl'])).toEqual(['Размер (Одежда)=XL'])
  expect(plan('XL', ['Размер', '42'])).toEqual(['Размер (Одежда)=XL', 'Размер=42'])
  expect(plan('XL', ['Рост', 'XL'])).toEqual(['Размер (Одежда)=XL', 'Рост=XL'])
})

test('a colon after the name of a characteristic is not part of the name', () => {
  const [, colour] = planParameters(
    { properties: [{ propertyCode: 'size', values: ['L'] }], characteristics: [{ name: 'Цвет:', value: 'Синий' }] },
    words,
  )
  expect(colour?.code).toBe('colour')
})
