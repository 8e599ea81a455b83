import { expect, test } from 'vitest'
import {
  datesOf,
  deliveryPriceOf,
  fieldsOf,
  missingFields,
  dropUnavailable,
  remainingErrors,
  withAddress,
  withCompany,
  withOfferedDate,
} from '#web/parts/delivery/delivery-form.ts'
import { findTerminals } from '#web/parts/delivery/terminals-in.ts'
import { orderInputOf, initialForm, type CheckoutOptions } from './checkout-form.ts'

const options: CheckoutOptions = {
  status: 'success',
  delivery_methods: [
    { id: 3, header: 'Самовывоз', price: 0, selected: true },
    { id: 1, header: 'Наш транспорт', price: 1200, selected: false },
    { id: 2, header: 'Транспортная компания', price: 0, selected: false },
  ],
  delivery_companies: [
    {
      id: 7,
      header: 'ПЭК',
      types: [
        { id: 71, header: 'До терминала', selected: true, to_terminal: true },
        { id: 72, header: 'До двери', selected: false, to_terminal: false },
      ],
      terminals: [{ id: 711, header: 'ул. Южная, 1', city: 'Казань', schedule: '' }],
    },
    {
      id: 8,
      header: 'СДЭК',
      types: [{ id: 81, header: 'До терминала', selected: true, to_terminal: true }],
      terminals: [
        { id: 811, header: 'А', city: 'Уфа', schedule: '' },
        { id: 812, header: 'Б', city: 'Уфа', schedule: '' },
      ],
    },
  ],
  delivery_zones: [
    {
      id: 11,
      header: 'Центр',
      price: 900,
      free_from: 50_000,
      weekdays: [1, 2, 3, 4, 5],
      dates: ['24.11.2026', '25.11.2026'],
    },
    { id: 12, header: 'Область', price: 2500, free_from: null, weekdays: [2], dates: ['24.11.2026'] },
  ],
  dates: ['24.11.2026', '25.11.2026'],
  addresses: [
    { id: 5, full_address: 'Москва, ул. Складочная, 1', postindex: '127018', zone: 11 },
    { id: 6, full_address: 'Клин, ул. Мира, 1', postindex: '', zone: null },
  ],
  consignees: [],
}

test('[N.5] the checkout starts with pickup, which is free and needs no fields', () => {
  const form = initialForm(options)
  expect(form.method).toBe(3)
  expect(missingFields(form, options)).toEqual({})
  expect(deliveryPriceOf(form, options, 100, null)).toEqual({ price: 0, freeFrom: null })
  expect(orderInputOf(form, options, 9)).toEqual({
    contract: 9,
    delivery_method: 3,
    delivery_company: null,
    delivery_type: null,
    terminal: null,
    address: null,
    delivery_zone: null,
    consignee: null,
    date: null,
    client_number: null,
    comment: null,
  })
})

test('[E.12] a carrier delivers to a terminal by default or to an address; each has its own terminals', () => {
  const form = { ...initialForm(options), method: 2 }
  expect(fieldsOf(form, options)).toEqual({ address: false, carrier: true, terminal: true, zone: false })
  expect(orderInputOf(form, options, 9)).toMatchObject({
    delivery_company: 7,
    delivery_type: 71,
    terminal: 711,
    address: null,
  })
  expect(orderInputOf({ ...form, type: 72 }, options, 9)).toMatchObject({
    delivery_type: 72,
    terminal: null,
    address: 5,
  })
  expect(missingFields(withCompany(form, options, 8), options)).toEqual({ terminal: 'Выберите терминал' })
})

test('[N.5] delivery is free from the contract’s sum, or else from the zone’s', () => {
  const form = { ...initialForm(options), method: 1 }
  expect(deliveryPriceOf(form, options, 199_999.99, 200_000)).toEqual({ price: 900, freeFrom: 200_000 })
  expect(deliveryPriceOf(form, options, 200_000, 200_000)).toEqual({ price: 0, freeFrom: 200_000 })
  expect(deliveryPriceOf(form, options, 49_999.99, null)).toEqual({ price: 900, freeFrom: 50_000 })
  expect(deliveryPriceOf(form, options, 50_000, null).price).toBe(0)
  expect(deliveryPriceOf({ ...form, zone: 12 }, options, 1_000_000, null)).toEqual({ price: 2500, freeFrom: null })
  expect(deliveryPriceOf({ ...form, zone: 0 }, options, 100, null), 'not chosen yet').toEqual({
    price: 0,
    freeFrom: null,
  })
  expect(deliveryPriceOf(form, { ...options, delivery_zones: [] }, 100, null), 'none is drawn').toEqual({
    price: 1200,
    freeFrom: null,
  })
})

test('[V.12] own transport offers the days of its zone, and an address sets its zone', () => {
  const form = { ...initialForm(options), method: 1 }
  expect(form.zone).toBe(11)
  expect(orderInputOf(form, options, 9)).toMatchObject({ delivery_zone: 11, address: 5 })
  const elsewhere = withAddress(form, options, 6)
  expect(missingFields(elsewhere, options)).toEqual({ delivery_zone: 'Выберите зону доставки' })
  const region = { ...elsewhere, zone: 12, date: '25.11.2026' }
  expect(datesOf(region, options)).toEqual(['24.11.2026'])
  expect(withOfferedDate(region, options).date).toBe('')
  expect(withOfferedDate({ ...region, method: 3 }, options).date).toBe('25.11.2026')
})

test('choices that are no longer offered are cleared and not sent', () => {
  const gone = {
    ...initialForm(options),
    company: 9,
    type: 91,
    terminal: 911,
    address: 66,
    zone: 14,
    consignee: 3,
    date: '23.11.2026',
    comment: 'Звонить',
  }
  const form = dropUnavailable(gone, options)
  expect(form).toMatchObject({
    company: 0,
    type: 0,
    terminal: 0,
    address: 0,
    zone: 0,
    consignee: 0,
    date: '',
    comment: 'Звонить',
  })
  expect(missingFields({ ...form, method: 2 }, options)).toMatchObject({
    delivery_company: 'Выберите транспортную компанию',
  })
  expect(dropUnavailable({ ...initialForm(options), type: 79 }, options)).toEqual({ ...initialForm(options), type: 71 })
  expect(dropUnavailable(initialForm(options), options)).toEqual(initialForm(options))
})

test('a power of attorney that expires before the delivery is an error at its field', () => {
  const consignees = [
    { id: 3, header: 'Петров', valid_to: '24.11.2026' },
    { id: 4, header: 'Жукова', valid_to: null },
  ]
  const wrong = (form: Partial<ReturnType<typeof initialForm>>) =>
    missingFields({ ...initialForm(options), ...form }, { ...options, consignees }).consignee
  expect(wrong({ consignee: 3 })).toBeUndefined()
  expect(wrong({ consignee: 3, date: '24.11.2026' })).toBeUndefined()
  expect(wrong({ consignee: 3, date: '25.11.2026' })).toMatch(/^Доверенность получателя действует по 24\.11\.2026/)
  expect(wrong({ consignee: 4, date: '25.11.2026' })).toBeUndefined()
})

test('a refused field shows its error until it is changed', () => {
  const form = { ...initialForm(options), method: 1 }
  const wrong = { delivery_zone: 'В эту зону мы больше не возим', date: 'На эту дату доставки нет' }
  const [before, now] = [form, { ...form, zone: 12 }].map((each) => orderInputOf(each, options, 9))
  if (before && now) expect(remainingErrors(wrong, before, now)).toEqual({ date: 'На эту дату доставки нет' })
})

test('a terminal is found by its town, or else by its address', () => {
  const terminals = [
    { city: 'Орёл', header: 'ул. Мира, 1' },
    { city: 'Оренбург', header: 'Московская, 2' },
    { city: 'Москва', header: 'ул. Орловская, 3' },
  ]
  const found = (text: string) => findTerminals(terminals, text).map(({ city }) => city)
  expect(found('оре')).toEqual(['Орёл', 'Оренбург'])
  expect(found(' орел')).toEqual(['Орёл'])
  expect(found('орлов')).toEqual(['Москва'])
  expect(found('')).toHaveLength(3)
  expect(found('Уфа')).toEqual([])
})
