import { expect, test } from 'vitest'
import type { StaffZone } from '#shared/api/staff/delivery.ts'
import { parseCorners, formatCorners, zoneDraftOf, zoneInputOf } from './zone-draft.ts'

const zone: StaffZone = {
  id: 4,
  header: 'Центр',
  polygon: [
    [37.6, 55.7],
    [37.62, 55.7],
    [37.62, 55.71],
  ],
  weekdays: [1, 3],
  price: 1200.5,
  free_from: 50_000,
  active: true,
  position: 2,
  version: 'v',
}

test('an unchanged zone is sent as opened', () => {
  const { id: _id, version: _version, ...rest } = zone
  expect(zoneInputOf(zoneDraftOf(zone, [zone]))).toEqual({ input: rest })
})

test('missing values of a new zone are reported at their field', () => {
  const draft = zoneDraftOf(undefined, [zone])
  expect(draft).toMatchObject({ position: '3', weekdays: [1, 2, 3, 4, 5] })
  expect(zoneInputOf({ ...draft, weekdays: [6], freeFrom: 'сто' })).toEqual({
    fields: {
      header: expect.any(String),
      polygon: expect.stringContaining('трёх'),
      weekdays: expect.any(String),
      price: expect.stringContaining('цену'),
      free_from: expect.stringContaining('цифрами'),
    },
  })
  expect(zoneInputOf({ ...draft, header: 'А', corners: zone.polygon, price: '0', freeFrom: '0' })).toEqual({
    fields: { free_from: expect.stringContaining('больше нуля') },
  })
})

test('corners can be pasted in the format of other maps, latitude first', () => {
  expect(formatCorners(zone.polygon)).toBe('55.7, 37.6\n55.7, 37.62\n55.71, 37.62')
  expect(parseCorners(formatCorners(zone.polygon))).toEqual(zone.polygon)
  expect(parseCorners(' [55.7, 37.6],\n55.70 37.62;\n')).toBeUndefined()
  expect(parseCorners('[55.7, 37.6],\n\n55.70\t37.62\n-1;2')).toEqual([
    [37.6, 55.7],
    [37.62, 55.7],
    [2, -1],
  ])
  expect(parseCorners('55.7')).toBeUndefined()
  expect(parseCorners('')).toEqual([])
})
