/** The form of a buyer's contragent: how it is normalised and what is wrong with it, for screen and server alike. */
import { emailError } from './email.ts'
import type { LegalForm } from './legal-forms.ts'
import {
  accountError,
  bikError,
  correspondentAccountError,
  innError,
  isSoleProprietor,
  kppError,
  ogrnError,
} from './party-requisites.ts'
import { formatPhone, phoneError } from './phone.ts'

export type ContragentForm = { legal_form: LegalForm } & Record<
  | 'company'
  | 'full_name'
  | 'inn'
  | 'kpp'
  | 'ogrn'
  | 'legal_address'
  | 'actual_address'
  | 'head_name'
  | 'head_post'
  | 'bank'
  | 'bik'
  | 'account'
  | 'correspondent_account'
  | 'phone'
  | 'email',
  string
>

/** Fields that identify a legal entity. */
export const identityFields = ['legal_form', 'inn', 'kpp', 'ogrn'] as const

export const identityFixedText = 'Меняет поставщик: по контрагенту есть договор'

const digitFields = ['inn', 'kpp', 'ogrn', 'bik', 'account', 'correspondent_account'] as const

/** Removes spaces from numbers and formats the phone. */
export function normaliseContragent<Form extends ContragentForm>(form: Form): Form {
  const digits = Object.fromEntries(digitFields.map((name) => [name, form[name].replace(/\s/g, '')]))
  return { ...form, ...digits, kpp: (digits.kpp ?? '').toUpperCase(), phone: formatPhone(form.phone) }
}

/**
 * Errors in Russian by field; expects a normalised form. Identity fields that the buyer cannot change are not checked:
 * contragents from 1C may lack an ОГРН.
 */
export function contragentErrors(
  form: ContragentForm,
  { identityFixed = false }: { identityFixed?: boolean } = {},
): Partial<Record<keyof ContragentForm, string>> {
  const { legal_form: legalForm, bik, account, correspondent_account: correspondentAccount } = form
  const bank = { bik, account, correspondentAccount }
  const identity = {
    inn: innError(form.inn, legalForm),
    kpp: kppError(form.kpp, legalForm),
    ogrn: ogrnError(form.ogrn, legalForm),
  }
  const errors = {
    ...(identityFixed ? {} : identity),
    company: form.company === '' ? 'Укажите краткое название' : undefined,
    legal_address:
      form.legal_address === ''
        ? isSoleProprietor(legalForm)
          ? 'Укажите адрес'
          : 'Укажите юридический адрес'
        : undefined,
    bik: bikError(bank),
    account: accountError(bank),
    correspondent_account: correspondentAccountError(bank),
    phone: form.phone === '' ? undefined : phoneError(form.phone),
    email: form.email === '' ? undefined : emailError(form.email),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
