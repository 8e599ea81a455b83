/** The form of a buyer's contragent: how it is tidied and what is wrong with it, for screen and server alike. */
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
import { formatPhone, phoneFault } from './phone.ts'

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

/** Fields that tell one legal entity from another. */
export const identityFields = ['legal_form', 'inn', 'kpp', 'ogrn'] as const

export const identityFixedText = 'Меняет поставщик: по контрагенту есть договор'

const digitFields = ['inn', 'kpp', 'ogrn', 'bik', 'account', 'correspondent_account'] as const

/** Without the spaces of copied numbers; a phone in its one form. */
export function tidyContragent<Form extends ContragentForm>(form: Form): Form {
  const digits = Object.fromEntries(digitFields.map((name) => [name, form[name].replace(/\s/g, '')]))
  return { ...form, ...digits, kpp: (digits.kpp ?? '').toUpperCase(), phone: formatPhone(form.phone) }
}

/**
 * Field → Russian sentence for each that is wrong; the form is tidy. What the buyer may not change, they are not blamed
 * for: 1C brings contragents without an ОГРН.
 */
export function contragentFaults(
  form: ContragentForm,
  { identityFixed = false }: { identityFixed?: boolean } = {},
): Partial<Record<keyof ContragentForm, string>> {
  const { legal_form: legalForm, bik, account, correspondent_account: correspondentAccount } = form
  const bank = { bik, account, correspondentAccount }
  const identity = {
    inn: innFault(form.inn, legalForm),
    kpp: kppFault(form.kpp, legalForm),
    ogrn: ogrnFault(form.ogrn, legalForm),
  }
  const faults = {
    ...(identityFixed ? {} : identity),
    company: form.company === '' ? 'Укажите краткое название' : undefined,
    legal_address:
      form.legal_address === ''
        ? isSoleProprietor(legalForm)
          ? 'Укажите адрес'
          : 'Укажите юридический адрес'
        : undefined,
    bik: bikFault(bank),
    account: accountFault(bank),
    correspondent_account: correspondentAccountFault(bank),
    phone: form.phone === '' ? undefined : phoneFault(form.phone),
    email: form.email === '' ? undefined : emailFault(form.email),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}
