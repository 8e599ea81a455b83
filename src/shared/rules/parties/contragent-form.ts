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

type IdentityField = (typeof identityFields)[number]

/** What cannot be changed of a contragent, and what the changed field is refused with. */
export type FixedIdentity = { fields: readonly IdentityField[]; text: string }

/**
 * Once a contract or 1C names a contragent, its owner changes nothing of its identity; staff change all but the ИНН:
 * КПП and legal form of a firm may change, another ИНН is another firm.
 */
export function fixedIdentity({ isNamed, byStaff }: { isNamed: boolean; byStaff: boolean }): FixedIdentity {
  if (!isNamed) return { fields: [], text: '' }
  if (byStaff) return { fields: ['inn'], text: 'Другой ИНН – это другой контрагент: добавьте его' }
  return { fields: identityFields, text: 'Меняет поставщик: по контрагенту есть договор' }
}

const digitFields = ['inn', 'kpp', 'ogrn', 'bik', 'account', 'correspondent_account'] as const

/** Removes spaces from numbers and formats the phone. */
export function normaliseContragent<Form extends ContragentForm>(form: Form): Form {
  const digits = Object.fromEntries(digitFields.map((name) => [name, form[name].replace(/\s/g, '')]))
  return { ...form, ...digits, kpp: (digits.kpp ?? '').toUpperCase(), phone: formatPhone(form.phone) }
}

/**
 * Errors in Russian by field; expects a normalised form. `known`: as stored. Identity fields that cannot be changed, or
 * have not been, are not checked: contragents from 1C may lack an ОГРН.
 */
export function contragentErrors(
  form: ContragentForm,
  { fixed = [], known }: { fixed?: readonly IdentityField[]; known?: ContragentForm | undefined } = {},
): Partial<Record<keyof ContragentForm, string>> {
  const { legal_form: legalForm, bik, account, correspondent_account: correspondentAccount } = form
  const bank = { bik, account, correspondentAccount }
  // A person's ИНН is longer than a firm's, so one cannot become the other.
  const isSameKind = known === undefined || isSoleProprietor(known.legal_form) === isSoleProprietor(legalForm)
  const isSettled = (name: IdentityField) =>
    (fixed.includes(name) && isSameKind) || (known?.[name] === form[name] && known.legal_form === legalForm)
  const errors = {
    inn: isSettled('inn') ? undefined : innError(form.inn, legalForm),
    kpp: isSettled('kpp') ? undefined : kppError(form.kpp, legalForm),
    ogrn: isSettled('ogrn') ? undefined : ogrnError(form.ogrn, legalForm),
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
