import { expect, test } from 'vitest'
import { polygonError, zoneAt } from '#shared/rules/delivery/polygon.ts'
import { demoZones } from './delivery.ts'

test('the demo zones are valid, and known places lie in the expected zone', () => {
  for (const { name, polygon } of demoZones) expect(polygonError(polygon), name).toBeUndefined()
  const nameAt = (longitude: number, latitude: number) => zoneAt(demoZones, [longitude, latitude])?.name
  expect(nameAt(37.62, 55.755)).toBe('Центр')
  expect(nameAt(37.59, 55.84)).toBe('Север и запад города')
  expect(nameAt(37.33, 55.82)).toBe('Область: запад')
  expect(nameAt(38.1, 55.7)).toBe('Область: восток')
  expect(nameAt(30.3, 59.9)).toBeUndefined()
})
