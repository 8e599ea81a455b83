import { expect, test } from 'vitest'
import {
  compareAddresses,
  compareWithRegister,
  isSameName,
  isSamePerson,
  townOf,
  type RegisterParty,
} from './compare-register.ts'

const party: RegisterParty = {
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  type: 'legal',
  branch: false,
  legal_form: 'ООО',
  name: 'ООО "МОНТАЖ-КОМПЛЕКТ"',
  full_name: 'ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "МОНТАЖ-КОМПЛЕКТ"',
  address:
    '195220, г Санкт-Петербург, вн.тер.г. муниципальный округ Академическое, пр-кт Непокорённых, д 49, ' +
    'литера А, помещ 12-Н',
  postal_code: '195220',
  management_name: 'Седов Игорь Павлович',
  management_post: 'ГЕНЕРАЛЬНЫЙ ДИРЕКТОР',
  state: 'active',
  registered: '14.03.2019',
}
const given = {
  company: 'ООО «Монтаж-Комплект»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legalAddress: 'Санкт-Петербург, пр. Непокоренных, д. 49',
  headName: 'Седов И. П.',
  bik: '044525225',
  account: '40702810938000012345',
}

test('only differences from the register are shown: here the end of the address', () => {
  const rows = compareWithRegister(given, party)
  expect(rows.filter(({ same }) => same === false)).toEqual([
    {
      field: 'legal_address',
      given: given.legalAddress,
      register: party.address,
      same: false,
      aside: '',
      more: ['литера А', 'помещ 12-Н'],
    },
  ])
  expect(rows.map(({ field, same }) => [field, same])).toEqual([
    ['company', true],
    ['inn', true],
    ['ogrn', true],
    ['legal_address', false],
    ['head_name', true],
    ['state', true],
    ['bank', true],
  ])
})

test('another firm, a closed one and a wrong account are seen; what the register does not tell is not judged', () => {
  const differing = (change: Partial<RegisterParty>, own = {}) =>
    compareWithRegister({ ...given, ...own }, { ...party, ...change })
      .filter(({ same }) => same === false)
      .map(({ field }) => field)
  expect(differing({ name: 'ООО "МОНТАЖ"', kpp: '695043001', address: '' })).toEqual(['company', 'inn'])
  expect(differing({ state: 'liquidating', address: '' })).toEqual(['state'])
  expect(differing({ address: '' }, { account: '40702810938000012346' })).toEqual(['bank'])
  expect(differing({ address: '', management_name: '', name: '', ogrn: '', state: 'unknown' })).toEqual([])
})

test.each([
  ['ООО «Вектор»', 'Общество с ограниченной ответственностью "ВЕКТОР"', true],
  ['ИП Рябова Н. С.', 'ИП Рябова Н.С.', true],
  ['Вектор ООО', 'ООО "Вектор"', true],
  ['ООО «Вектор-М»', 'ООО "Вектор"', false],
])('names: %s and %s', (one, other, same) => expect(isSameName(one, other)).toBe(same))

test.each([
  ['Седов Игорь Павлович', 'СЕДОВ ИГОРЬ ПАВЛОВИЧ', true],
  ['Соловьёва А.', 'Соловьева Анна Петровна', true],
  ['Седов П. И.', 'Седов Игорь Павлович', false],
  ['Иванов Игорь', 'Седов Игорь', false],
])('people: %s and %s', (one, other, same) => expect(isSamePerson(one, other)).toBe(same))

test('postcode, words of kind and districts make no difference between addresses; numbers do', () => {
  const same = (one: string, other: string) => compareAddresses(one, other).same
  expect(same('115114, Москва, ул. Летниковская, д. 10, стр. 4', 'г Москва, ул Летниковская, дом 10, стр 4')).toBe(true)
  expect(same('Москва, Летниковская, 10', '115114, г Москва, ул Летниковская, д 10, стр 4')).toBe(false)
  expect(same('Москва, Летниковская, 10', 'г Москва, ул Летниковская, д 12')).toBe(false)
  expect(same('Москва, Летниковская, 10, офис 7', 'г Москва, ул Летниковская, д 10')).toBe(false)
})

test.each([
  ['115114, Москва, ул. Летниковская, д. 10', 'Москва'],
  ['г. Коломна, ул. Советская, 1', 'Коломна'],
  ['140400, Московская обл, г Коломна, ул Советская', 'Коломна'],
  ['Респ Татарстан, г Казань, пр-кт Ямашева', 'Казань'],
  ['', ''],
])('the town of %s', (address, town) => expect(townOf(address)).toBe(town))
