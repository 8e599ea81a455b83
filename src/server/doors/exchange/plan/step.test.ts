import { expect, test } from 'vitest'
import { planStep } from './step.ts'

const stepOf = (input: Partial<Parameters<typeof planStep>[0]>) =>
  planStep({ multiplicity: '', packSize: '', unit: { okei: '796', name: 'шт' }, recounts: [], ...input })
const pack = (coefficient: string) => [{ okei: '778', coefficient }]

test('[E.4] the step is Кратность as a number; for Да it is the pack of Пересчет, then В упаковке, then 1', () => {
  expect(stepOf({ multiplicity: '2,5', packSize: '10', recounts: pack('20') })).toEqual({
    stepMilli: 2500,
    decimals: 0,
  })
  expect(stepOf({ multiplicity: '10 шт.' })).toEqual({ stepMilli: 10_000, decimals: 0 })
  expect(stepOf({ multiplicity: '10 на 20' })).toEqual({ stepMilli: 1000, decimals: 0 })
  expect(stepOf({ multiplicity: 'Да', packSize: '10', recounts: pack('20') })).toEqual({
    stepMilli: 20_000,
    decimals: 0,
  })
  expect(stepOf({ multiplicity: 'Да', packSize: '10', recounts: pack('') })).toEqual({ stepMilli: 10_000, decimals: 0 })
  expect(stepOf({ multiplicity: 'Да', packSize: 'коробка' })).toEqual({ stepMilli: 1000, decimals: 0 })
})

test.each(['10', '10 шт.', '10штук', '10 ШТУКИ', '10 пар', '10 пары', '10 м', '10 кг', '10 л.', '10 уп', '10 упак. '])(
  'Кратность %j is the step 10',
  (multiplicity) => expect(stepOf({ multiplicity })).toEqual({ stepMilli: 10_000, decimals: 0 }),
)

test.each(['2 тыс. шт', '500 г', 'шт', '10 шт/уп'])('Кратность %j is not a step', (multiplicity) =>
  expect(stepOf({ multiplicity })).toEqual({ stepMilli: 1000, decimals: 0 }),
)

test('[V.7] kg without a multiplicity allow two decimals, with one its step', () => {
  const unit = { okei: '166', name: 'кг' }
  expect(stepOf({ unit })).toEqual({ stepMilli: 1000, decimals: 2 })
  expect(stepOf({ unit, multiplicity: '0.25' })).toEqual({ stepMilli: 250, decimals: 0 })
})
