import { expect, test } from 'vitest'
import { deliveryPrice, fieldsOf, missingFields, orderInputOf, startingForm, withCompany, type CheckoutOptions } from './checkout-form.ts'

const options: CheckoutOptions = {
  status: 'success',
  delivery_methods: [
    { id: 3, header: 'Самовывоз', price: 0, selected: true },
    { id: 1, header: 'Наш транспорт', price: 1200, selected: false },
    { id: 2, header: 'Транспортная компания', price: 0, selected: false },
  ],
  delivery_companies: [
    { id: 7, header: 'ПЭК', types: [{ id: 71, header: 'До терминала', selected: true, to_terminal: true }, { id: 72, header: 'До двери', selected: false, to_terminal: false }], terminals: [{ id: 711, header: 'ул. Южная, 1', city: 'Казань', schedule: '' }] },
    { id: 8, header: 'СДЭК', types: [{ id: 81, header: 'До терминала', selected: true, to_terminal: true }], terminals: [{ id: 811, header: 'А', city: 'Уфа', schedule: '' }, { id: 812, header: 'Б', city: 'Уфа', schedule: '' }] },
  ],
  delivery_zones: [
    { id: 11, header: 'Центр', price: 900, free_from: 50_000, weekdays: [1, 2, 3, 4, 5], dates: ['24.11.2026', '25.11.2026'] },
    { id: 12, header: 'Область', price: 2500, free_from: null, weekdays: [2], dates: ['24.11.2026'] },
  ],
  dates: ['24.11.2026', '25.11.2026'],
  addresses: [{ id: 5, full_address: 'Москва, ул. Складочная, 1', postindex: '127018', zone: 11 }, { id: 6, full_address: 'Клин, ул. Мира, 1', postindex: '', zone: null }],
  consignees: [],
}

test('[N.5] the checkout starts with pickup, which asks for nothing and costs nothing', () => {
  const form = startingForm(options)
  expect(form.method).toBe(3)
  expect(missingFields(form, options)).toEqual({})
  expect(deliveryPrice(form.method, options, 100, null)).toBe(0)
  expect(orderInputOf(form, options, 9)).toEqual({
    contract: 9, delivery_method: 3, delivery_company: null, delivery_type: null, terminal: null, address: null, consignee: null, date: null, client_number: null, comment: null,
  })
})

test('[E.12] a carrier goes to a terminal by default, to an address by choice; another one brings its own', () => {
  const form = { ...startingForm(options), method: 2 }
  expect(fieldsOf(form, options)).toEqual({ address: false, carrier: true, terminal: true })
  expect(orderInputOf(form, options, 9)).toMatchObject({ delivery_company: 7, delivery_type: 71, terminal: 711, address: null })
  expect(orderInputOf({ ...form, type: 72 }, options, 9)).toMatchObject({ delivery_type: 72, terminal: null, address: 5 })
  expect(missingFields(withCompany(form, options, 8), options)).toEqual({ terminal: 'Выберите терминал' })
})

test('[N.5] delivery is free from the sum of the contract on', () => {
  expect(deliveryPrice(1, options, 199_999.99, 200_000)).toBe(1200)
  expect(deliveryPrice(1, options, 200_000, 200_000)).toBe(0)
})
