/** The registration form: what it holds, how it is tidied and what is wrong with it, for screen and server alike. */
import { emailFault } from './email.ts'
import type { LegalForm } from './legal-forms.ts'
import {
  accountFault,
  bikFault,
  correspondentAccountFault,
  innFault,
  isSoleProprietor,
  kppFault,
  ogrnFault,
} from './party-requisites.ts'
import { passwordLengthFault } from './password-length.ts'
import { formatPhone, phoneFault } from './phone.ts'

/** Fields of the firm and of the contact, which the applicant may correct when staff ask. */
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

export type FormFaults<Form> = Partial<Record<keyof Form, string>>

const digitFields = ['inn', 'kpp', 'ogrn', 'bik', 'account', 'correspondent_account'] as const

/** Without the spaces of copied numbers; a phone in its one form. A sole proprietor has no КПП and heads the firm. */
export function tidyApplicant<Form extends ApplicantForm>(form: Form): Form {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, name === 'password' ? value : value.trim()]),
  ) as Form
  const digits = Object.fromEntries(digitFields.map((name) => [name, trimmed[name].replace(/\s/g, '')]))
  return { ...trimmed, ...digits, kpp: (digits.kpp ?? '').toUpperCase(), phone: formatPhone(trimmed.phone) }
}

/** Field → Russian sentence for each that is wrong; the form is tidy. */
export function applicantFaults(form: ApplicantForm): FormFaults<ApplicantForm> {
  const { formState, bik, account, correspondent_account: correspondentAccount } = form
  const bank = { bik, account, correspondentAccount }
  const isOrganisation = !isSoleProprietor(formState)
  return withoutGaps({
    inn: innFault(form.inn, formState),
    kpp: kppFault(form.kpp, formState),
    ogrn: ogrnFault(form.ogrn, formState),
    company: missing(form.company, 'Укажите краткое название'),
    full_name: missing(form.full_name, isOrganisation ? 'Укажите полное название' : 'Укажите фамилию, имя и отчество'),
    legal_address: missing(form.legal_address, isOrganisation ? 'Укажите юридический адрес' : 'Укажите адрес'),
    actual_address: missing(form.actual_address, 'Укажите фактический адрес'),
    head_name: isOrganisation ? missing(form.head_name, 'Укажите руководителя') : undefined,
    head_post: isOrganisation ? missing(form.head_post, 'Укажите должность') : undefined,
    bik: bikFault(bank),
    account: accountFault(bank),
    correspondent_account: correspondentAccountFault(bank),
    contact_name: missing(form.contact_name, 'Укажите контактное лицо'),
    phone: phoneFault(form.phone),
  })
}

export function registrationFaults(form: RegistrationForm): FormFaults<RegistrationForm> {
  return withoutGaps({
    ...applicantFaults(form),
    email: emailFault(form.email),
    password: passwordLengthFault(form.password),
  })
}

function missing(text: string, sentence: string): string | undefined {
  return text === '' ? sentence : undefined
}

function withoutGaps<Faults extends Record<string, string | undefined>>(faults: Faults) {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as {
    [Name in keyof Faults]?: string
  }
}
