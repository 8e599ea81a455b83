import { expect, test } from 'vitest'
import { missingFields } from '#web/parts/delivery/delivery-form.ts'
import { unavailableFields, offerFor, priceOf, currentForm, sumWith, type CurrentDelivery } from './current-delivery.ts'

const current: CurrentDelivery = {
  status: 'success',
  delivery_methods: [
    { id: 3, header: 'Самовывоз', price: 0, selected: true },
    { id: 1, header: 'Наш транспорт', price: 1200, selected: false },
    { id: 2, header: 'Транспортная компания', price: 300.5, selected: false },
  ],
  delivery_companies: [
    {
      id: 7,
      header: 'ПЭК',
      types: [{ id: 71, header: 'До терминала', selected: true, to_terminal: true }],
      terminals: [
        { id: 711, header: 'ул. Южная, 1', city: 'Казань', schedule: '' },
        { id: 712, header: 'ул. Южная, 2', city: 'Казань', schedule: '' },
      ],
    },
  ],
  delivery_zones: [
    { id: 11, header: 'Центр', price: 900.07, free_from: null, weekdays: [1, 2], dates: ['24.11.2026'] },
    { id: 12, header: 'Область', price: 2500, free_from: 5000, weekdays: [1], dates: ['23.11.2026'] },
  ],
  dates: ['23.11.2026', '24.11.2026'],
  addresses: [
    { id: 5, full_address: 'Москва', postindex: '', zone: 11 },
    { id: 6, full_address: 'Клин', postindex: '', zone: null },
  ],
  consignees: [{ id: 3, header: 'Петров', valid_to: null }],
  chosen: {
    delivery_method: 1,
    delivery_company: null,
    delivery_type: null,
    terminal: null,
    delivery_zone: 11,
    address: 6,
    consignee: null,
    date: '30.12.2026',
    client_number: 'З-1',
  },
  goods: 1000.1,
  delivery_price: 700,
  contract_free: null,
  version: 4,
}
const having = (chosen: Partial<CurrentDelivery['chosen']>): CurrentDelivery => ({
  ...current,
  chosen: { ...current.chosen, ...chosen },
})

test('the dialog opens with the order’s values, without a default consignee and with the agreed day', () => {
  const form = currentForm(current)
  expect(form).toMatchObject({
    method: 1,
    address: 6,
    zone: 11,
    consignee: 0,
    date: '30.12.2026',
    clientNumber: 'З-1',
    company: 7,
  })
  expect(unavailableFields(current)).toEqual({})
  expect(offerFor(form, current).delivery_zones[0]?.dates).toEqual(['30.12.2026', '24.11.2026'])
  expect(offerFor({ ...form, zone: 12 }, current)).toBe(current)
  const picked = having({ delivery_method: 3, delivery_zone: null, address: null })
  expect(offerFor(currentForm(picked), picked).dates).toEqual(['30.12.2026', '23.11.2026', '24.11.2026'])
})

test('an unchanged method keeps the agreed price, another method has the current price', () => {
  const form = currentForm(current)
  expect([priceOf(form, current), sumWith(form, current)]).toEqual([700, 1700.1])
  expect([priceOf({ ...form, zone: 12 }, current), sumWith({ ...form, zone: 12 }, current)]).toEqual([2500, 3500.1])
  expect(sumWith({ ...form, method: 2 }, current)).toBe(1300.6)
  expect(sumWith({ ...form, method: 3 }, { ...current, goods: 0.1 + 0.2 })).toBe(0.3)
})

test('choices that are no longer offered are reported at their field', () => {
  const driven = having({ delivery_zone: 19, address: 55, consignee: 33 })
  expect(Object.keys(unavailableFields(driven))).toEqual(['address', 'delivery_zone', 'consignee'])
  expect(Object.keys(missingFields(currentForm(driven), driven))).toEqual(['address', 'delivery_zone'])
  const carried = { delivery_method: 2, delivery_zone: null, address: null, delivery_type: 71, date: null }
  expect(unavailableFields(having({ ...carried, delivery_company: 9, terminal: 911 }))).toEqual({
    delivery_company: 'Этой компанией мы больше не отправляем',
  })
  const closed = having({ ...carried, delivery_company: 7, terminal: 719 })
  expect(unavailableFields(closed)).toEqual({ terminal: 'Этот терминал больше не работает' })
  expect(missingFields(currentForm(closed), closed)).toEqual({ terminal: 'Выберите терминал' })
  expect(unavailableFields(having({ ...carried, delivery_company: 7, terminal: 712 }))).toEqual({})
})
