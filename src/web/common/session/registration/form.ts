import type { InputOf } from '#shared/api/endpoint.ts'
import type { register } from '#shared/api/account/registration.ts'
import type { ContragentForm } from '#shared/rules/parties/contragent-form.ts'
import { legalForms } from '#shared/rules/parties/legal-forms.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { registrationFaults, tidyApplicant, type ApplicantForm } from '#shared/rules/parties/registration-form.ts'

/** What the window holds: requisites as other forms name them, and what only a registration asks for. */
export type Form = ContragentForm & {
  contact_name: string
  password: string
  captcha: string
  consent: boolean
  offer: boolean
}
/** Fields of the firm, as the part of requisites takes them. */
export type Requisites = Omit<ContragentForm, 'phone' | 'email'>
export type FieldName = keyof Form
export type Faults = Partial<Record<FieldName, string>>

const texts = [
  'company',
  'full_name',
  'inn',
  'kpp',
  'ogrn',
  'legal_address',
  'actual_address',
  'head_name',
  'head_post',
  'bank',
  'bik',
  'account',
  'correspondent_account',
  'phone',
  'email',
  'contact_name',
  'password',
  'captcha',
] as const

export const emptyForm: Form = {
  ...(Object.fromEntries(texts.map((name) => [name, ''])) as Record<(typeof texts)[number], string>),
  legal_form: 'ООО',
  consent: false,
  offer: false,
}

/** As the server takes it; an actual address that is the same is left empty on the screen. */
export function inputOf({ legal_form: formState, consent, offer, ...typed }: Form): InputOf<typeof register> {
  const { captcha, ...form } = typed
  return {
    ...tidyApplicant({ ...form, formState, actual_address: form.actual_address.trim() || form.legal_address }),
    captcha,
    consent: consent ? legalVersions.consent : '',
    offer: offer ? legalVersions.offer : '',
  }
}

/** By the rules of the server; of a captcha and the consents only whether they are given. */
export function faultsOf(form: Form): Faults {
  const { legal_form: formState, consent, offer, captcha, ...typed } = form
  const tidy = tidyApplicant({
    ...typed,
    formState,
    actual_address: typed.actual_address.trim() || typed.legal_address,
  })
  const { formState: legalForm, ...faults } = registrationFaults(tidy)
  return {
    ...(legalForm === undefined ? {} : { legal_form: legalForm }),
    ...faults,
    ...(captcha.trim() === '' ? { captcha: 'Введите ответ' } : {}),
    ...(consent ? {} : { consent: 'Без согласия заявку не принять' }),
    ...(offer ? {} : { offer: 'Без условий оферты заявку не принять' }),
  }
}

/** An actual address that is the same is left empty on the screen. */
export function requisitesOf({
  formState,
  contact_name: _contact,
  phone: _phone,
  ...fields
}: ApplicantForm): Requisites {
  const { actual_address: actual, legal_address: legal } = fields
  return { ...fields, legal_form: formState, actual_address: actual === legal ? '' : actual }
}

const storageKey = 'registration'

/** What was typed lives as long as the tab; the password, the captcha and the consents do not. */
export function readDraft(): Form {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>
    const kept = texts.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : []))
    const legalForm = legalForms.find((each) => each === stored.legal_form) ?? emptyForm.legal_form
    return { ...emptyForm, ...(Object.fromEntries(kept) as Partial<Form>), legal_form: legalForm }
  } catch {
    return emptyForm
  }
}

export function keepDraft(form: Form): void {
  const kept = texts.filter((name) => name !== 'password' && name !== 'captcha')
  const draft = Object.fromEntries(kept.map((name) => [name, form[name]]))
  sessionStorage.setItem(storageKey, JSON.stringify({ ...draft, legal_form: form.legal_form }))
}

export function forgetDraft(): void {
  sessionStorage.removeItem(storageKey)
}
