import type { InputOf } from '#shared/api/endpoint.ts'
import type { register } from '#shared/api/account/registration.ts'
import type { ContragentForm } from '#shared/rules/parties/contragent-form.ts'
import { legalForms } from '#shared/rules/parties/legal-forms.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { registrationErrors, normaliseApplicant, type ApplicantForm } from '#shared/rules/parties/registration-form.ts'

/** Fields of the window: requisites as named in other forms, and fields of the registration only. */
export type Form = ContragentForm & {
  contact_name: string
  password: string
  captcha: string
  consent: boolean
  offer: boolean
}
/** Company fields in the shape of the shared requisites component. */
export type Requisites = Omit<ContragentForm, 'phone' | 'email'>
export type FieldName = keyof Form
export type FieldErrors = Partial<Record<FieldName, string>>

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

/** Input of the call; an identical actual address is left empty in the form. */
export function inputOf({ legal_form: formState, consent, offer, ...typed }: Form): InputOf<typeof register> {
  const { captcha, ...form } = typed
  return {
    ...normaliseApplicant({ ...form, formState, actual_address: form.actual_address.trim() || form.legal_address }),
    captcha,
    consent: consent ? legalVersions.consent : '',
    offer: offer ? legalVersions.offer : '',
  }
}

/** Errors by the server's rules; captcha and consents are only checked for presence. */
export function errorsOf(form: Form): FieldErrors {
  const { legal_form: formState, consent, offer, captcha, ...typed } = form
  const normalised = normaliseApplicant({
    ...typed,
    formState,
    actual_address: typed.actual_address.trim() || typed.legal_address,
  })
  const { formState: legalForm, ...errors } = registrationErrors(normalised)
  return {
    ...(legalForm === undefined ? {} : { legal_form: legalForm }),
    ...errors,
    ...(captcha.trim() === '' ? { captcha: 'Введите ответ' } : {}),
    ...(consent ? {} : { consent: 'Без согласия заявку не принять' }),
    ...(offer ? {} : { offer: 'Без условий оферты заявку не принять' }),
  }
}

/** An identical actual address is left empty in the form. */
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

/** Stored in the tab, except password, captcha and consents. */
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
