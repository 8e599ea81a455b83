/** The registration form: its fields, their normalisation and their errors, for both screen and server. */
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
import { passwordLengthError } from './password-length.ts'
import { formatPhone, phoneError } from './phone.ts'

/** Fields of the company and the contact, which the applicant may correct at the request of staff. */
export type ApplicantForm = { formState: LegalForm } & Record<
  | 'company'
  | 'full_name'
  | 'inn'
  | 'kpp'
  | 'ogrn'
  | 'legal_address'
  | 'actual_address'
  | 'head_name'
  | 'head_post'
  | 'bik'
  | 'bank'
  | 'account'
  | 'correspondent_account'
  | 'contact_name'
  | 'phone',
  string
>
export type RegistrationForm = ApplicantForm & { email: string; password: string }

export type FormErrors<Form> = Partial<Record<keyof Form, string>>

const digitFields = ['inn', 'kpp', 'ogrn', 'bik', 'account', 'correspondent_account'] as const

/** Removes spaces from numbers and formats the phone. A sole proprietor has no КПП and is its own head. */
export function normaliseApplicant<Form extends ApplicantForm>(form: Form): Form {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, name === 'password' ? value : value.trim()]),
  ) as Form
  const digits = Object.fromEntries(digitFields.map((name) => [name, trimmed[name].replace(/\s/g, '')]))
  return { ...trimmed, ...digits, kpp: (digits.kpp ?? '').toUpperCase(), phone: formatPhone(trimmed.phone) }
}

/** Errors in Russian by field; expects a normalised form. */
export function applicantErrors(form: ApplicantForm): FormErrors<ApplicantForm> {
  const { formState, bik, account, correspondent_account: correspondentAccount } = form
  const bank = { bik, account, correspondentAccount }
  const isOrganisation = !isSoleProprietor(formState)
  return withoutGaps({
    inn: innError(form.inn, formState),
    kpp: kppError(form.kpp, formState),
    ogrn: ogrnError(form.ogrn, formState),
    company: missing(form.company, 'Укажите краткое название'),
    full_name: missing(form.full_name, isOrganisation ? 'Укажите полное название' : 'Укажите фамилию, имя и отчество'),
    legal_address: missing(form.legal_address, isOrganisation ? 'Укажите юридический адрес' : 'Укажите адрес'),
    actual_address: missing(form.actual_address, 'Укажите фактический адрес'),
    head_name: isOrganisation ? missing(form.head_name, 'Укажите руководителя') : undefined,
    head_post: isOrganisation ? missing(form.head_post, 'Укажите должность') : undefined,
    bik: bikError(bank),
    account: accountError(bank),
    correspondent_account: correspondentAccountError(bank),
    contact_name: missing(form.contact_name, 'Укажите контактное лицо'),
    phone: phoneError(form.phone),
  })
}

export function registrationErrors(form: RegistrationForm): FormErrors<RegistrationForm> {
  return withoutGaps({
    ...applicantErrors(form),
    email: emailError(form.email),
    password: passwordLengthError(form.password),
  })
}

function missing(text: string, sentence: string): string | undefined {
  return text === '' ? sentence : undefined
}

function withoutGaps<Errors extends Record<string, string | undefined>>(errors: Errors) {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined)) as {
    [Name in keyof Errors]?: string
  }
}
