import { expect, test } from 'vitest'
import { addressFaults, tidyAddress } from './address-form.ts'
import { attorneyState, consigneeFaults, tidyConsignee, type ConsigneeForm } from './consignee-form.ts'
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

test('an address is a place in words; its index has six digits or is left out', () => {
  const typed = { full_address: ' г. Москва,  ул. Складочная,\u00a0д. 1 ', postindex: '127 018', comment: ' пропуск ' }
  const tidy = tidyAddress(typed)
  expect(tidy).toEqual({ full_address: 'г. Москва, ул. Складочная, д. 1', postindex: '127018', comment: 'пропуск' })
  expect(addressFaults(tidy)).toEqual({})
  expect(addressFaults({ ...tidy, postindex: '' })).toEqual({})
  expect(addressFaults({ full_address: 'дом', postindex: '12701', comment: '' })).toEqual({
    full_address: 'Укажите адрес: город, улицу и дом',
    postindex: 'В индексе шесть цифр',
  })
})

test('a consignee needs a name; the term of a power of attorney ends not before it begins', () => {
  expect(tidyConsignee({ ...petrov, surname: ' Петров ', phone: '8 916 204 71 33' })).toMatchObject({
    surname: 'Петров',
    phone: '+7 (916) 204-71-33',
  })
  expect(consigneeFaults(petrov)).toEqual({})
  expect(consigneeFaults({ ...petrov, name: '', phone: '12' })).toEqual({
    name: 'Укажите имя',
    phone: 'Не хватает восьми цифр',
  })
  const term = { attorney_date: '31.12.2026', attorney_valid_to: '01.01.2027' }
  expect(consigneeFaults({ ...petrov, ...term })).toEqual({})
  expect(consigneeFaults({ ...petrov, ...term, attorney_valid_to: '30.12.2026' })).toEqual({
    attorney_valid_to: 'Срок кончается раньше, чем начинается',
  })
})

test('a power of attorney is ending from the fourteenth day before its last one', () => {
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
