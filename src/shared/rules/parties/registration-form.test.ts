import { expect, test } from 'vitest'
import { passwordLengthError } from './password-length.ts'
import { applicantErrors, registrationErrors, normaliseApplicant } from './registration-form.ts'

const organisation = {
  formState: 'ООО' as const,
  company: 'ООО «Вектор»',
  full_name: 'Общество с ограниченной ответственностью «Вектор»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: '115114, Москва, ул. Летниковская, д. 10',
  actual_address: '115114, Москва, ул. Летниковская, д. 10',
  head_name: 'Соколова Ирина Викторовна',
  head_post: 'Генеральный директор',
  bik: '',
  bank: '',
  account: '',
  correspondent_account: '',
  contact_name: 'Ирина Соколова',
  phone: '+7 (495) 730-15-20',
  email: 'owner@vektor.example',
  password: 'девять синих тракторов',
}

test('[E.16] a form is valid without bank details', () => {
  expect(registrationErrors(organisation)).toEqual({})
})

test('[E.16] an empty form has an error for every required field', () => {
  const empty = Object.fromEntries(Object.keys(organisation).map((name) => [name, ''])) as typeof organisation
  expect(Object.keys(registrationErrors({ ...empty, formState: 'ООО' }))).toEqual([
    'inn',
    'kpp',
    'ogrn',
    'company',
    'full_name',
    'legal_address',
    'actual_address',
    'head_name',
    'head_post',
    'contact_name',
    'phone',
    'email',
    'password',
  ])
})

test('[E.16] a sole proprietor needs no head and must have no КПП', () => {
  const person = {
    ...organisation,
    formState: 'ИП' as const,
    inn: '500100732259',
    kpp: '',
    ogrn: '304500116000157',
    head_name: '',
    head_post: '',
  }
  expect(applicantErrors(person)).toEqual({})
  expect(applicantErrors({ ...person, kpp: '773601001' })).toEqual({ kpp: 'У ИП нет КПП' })
})

test('spaces are removed from numbers and kept in passwords', () => {
  const normalised = normaliseApplicant({
    ...organisation,
    inn: ' 7707 083 893',
    phone: '84957301520',
    password: ' a b ',
  })
  expect(normalised).toEqual({ ...organisation, password: ' a b ' })
})

test('the length of a password is counted in characters, not code units', () => {
  expect(passwordLengthError('🐝'.repeat(9))).toBe('Пароль короче 10 знаков')
  expect(passwordLengthError('🐝'.repeat(10))).toBeUndefined()
})
