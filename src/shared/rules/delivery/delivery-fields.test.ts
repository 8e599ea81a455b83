import { expect, test } from 'vitest'
import { carrierMethodId, ownTransportMethodId, pickupMethodId } from '../../constants.ts'
import { missingFields } from './delivery-fields.ts'

const nothing = {
  hasAddress: false,
  hasCompany: false,
  hasTerminal: false,
  hasZone: false,
  zonesDrawn: true,
  toTerminal: undefined,
}
const missing = (methodId: number, given: Partial<Parameters<typeof missingFields>[0]> = {}) =>
  Object.keys(missingFields({ ...nothing, methodId, ...given }))

test('pickup needs no fields', () => {
  expect(missing(pickupMethodId)).toEqual([])
})

test('own transport needs an address, and a zone if any exist', () => {
  expect(missing(ownTransportMethodId)).toEqual(['address', 'delivery_zone'])
  expect(missing(ownTransportMethodId, { zonesDrawn: false, hasAddress: true })).toEqual([])
  expect(missing(ownTransportMethodId, { hasAddress: true, hasZone: true })).toEqual([])
})

test('a carrier needs its company first, then a terminal or an address', () => {
  expect(missing(carrierMethodId)).toEqual(['delivery_company'])
  expect(missing(carrierMethodId, { hasCompany: true })).toEqual(['terminal'])
  expect(missing(carrierMethodId, { hasCompany: true, hasTerminal: true })).toEqual([])
  expect(missing(carrierMethodId, { hasCompany: true, toTerminal: false })).toEqual(['address'])
  expect(missing(carrierMethodId, { hasCompany: true, toTerminal: false, hasAddress: true })).toEqual([])
  expect(missingFields({ ...nothing, methodId: carrierMethodId })).toEqual({
    delivery_company: 'Выберите транспортную компанию',
  })
})
