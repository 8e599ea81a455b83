import { expect, test } from 'vitest'
import { addressErrors, normaliseAddress } from './address-form.ts'
import { attorneyState, consigneeErrors, normaliseConsignee, type ConsigneeForm } from './consignee-form.ts'
import { joinPersonName, splitPersonName } from './person-name.ts'

const petrov: ConsigneeForm = {
  surname: 'Петров',
  name: 'Степан',
  patronymic: '',
  phone: '',
  company: '',
  comment: '',
  attorney_number: '',
  attorney_date: '',
  attorney_valid_to: '',
}

test('an address is required; its postcode has six digits or is empty', () => {
  const typed = { full_address: ' г. Москва,  ул. Складочная,\u00a0д. 1 ', postindex: '127 018', comment: ' пропуск ' }
  const normalised = normaliseAddress(typed)
  expect(normalised).toEqual({
    full_address: 'г. Москва, ул. Складочная, д. 1',
    postindex: '127018',
    comment: 'пропуск',
  })
  expect(addressErrors(normalised)).toEqual({})
  expect(addressErrors({ ...normalised, postindex: '' })).toEqual({})
  expect(addressErrors({ full_address: 'дом', postindex: '12701', comment: '' })).toEqual({
    full_address: 'Укажите адрес: город, улицу и дом',
    postindex: 'В индексе шесть цифр',
  })
})

test('a consignee needs a name; a power of attorney must not end before it starts', () => {
  expect(normaliseConsignee({ ...petrov, surname: ' Петров ', phone: '8 916 204 71 33' })).toMatchObject({
    surname: 'Петров',
    phone: '+7 (916) 204-71-33',
  })
  expect(consigneeErrors(petrov)).toEqual({})
  expect(consigneeErrors({ ...petrov, name: '', phone: '12' })).toEqual({
    name: 'Укажите имя',
    phone: 'Не хватает восьми цифр',
  })
  const term = { attorney_date: '31.12.2026', attorney_valid_to: '01.01.2027' }
  expect(consigneeErrors({ ...petrov, ...term })).toEqual({})
  expect(consigneeErrors({ ...petrov, ...term, attorney_valid_to: '30.12.2026' })).toEqual({
    attorney_valid_to: 'Срок кончается раньше, чем начинается',
  })
})

test('a power of attorney is ending from fourteen days before its last day', () => {
  expect([null, 16, 15, 1, 0].map(attorneyState)).toEqual(['endless', 'valid', 'ending', 'ending', 'ended'])
})

test('a full name is split into its parts and joined again', () => {
  expect(splitPersonName(' Петров  Степан Андреевич ')).toEqual({
    surname: 'Петров',
    name: 'Степан',
    patronymic: 'Андреевич',
  })
  for (const name of ['Мамедов Али Гасан оглы', 'Ким Ирина', 'Ли', '']) {
    expect(joinPersonName(splitPersonName(name))).toBe(name)
  }
})
