import { expect, test } from 'vitest'
import { deliveryMethodId } from './delivery-methods.ts'
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
  expect(missing(deliveryMethodId('pickup'))).toEqual([])
})

test('own transport needs an address, and a zone if any exist', () => {
  expect(missing(deliveryMethodId('ownTransport'))).toEqual(['address', 'delivery_zone'])
  expect(missing(deliveryMethodId('ownTransport'), { zonesDrawn: false, hasAddress: true })).toEqual([])
  expect(missing(deliveryMethodId('ownTransport'), { hasAddress: true, hasZone: true })).toEqual([])
})

test('a carrier needs its company first, then a terminal or an address', () => {
  expect(missing(deliveryMethodId('carrier'))).toEqual(['delivery_company'])
  expect(missing(deliveryMethodId('carrier'), { hasCompany: true })).toEqual(['terminal'])
  expect(missing(deliveryMethodId('carrier'), { hasCompany: true, hasTerminal: true })).toEqual([])
  expect(missing(deliveryMethodId('carrier'), { hasCompany: true, toTerminal: false })).toEqual(['address'])
  expect(missing(deliveryMethodId('carrier'), { hasCompany: true, toTerminal: false, hasAddress: true })).toEqual([])
  expect(missingFields({ ...nothing, methodId: deliveryMethodId('carrier') })).toEqual({
    delivery_company: 'Выберите транспортную компанию',
  })
})
