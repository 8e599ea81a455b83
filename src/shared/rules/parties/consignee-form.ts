/** The form of a consignee: normalisation and validation for screen and server. */
import { parseDay } from '../dates.ts'
import { formatPhone, phoneError } from './phone.ts'

/** Days are dd.mm.yyyy; '' = not given, for `attorney_valid_to` = no end date. */
export type ConsigneeForm = Record<
  | 'surname'
  | 'name'
  | 'patronymic'
  | 'phone'
  | 'company'
  | 'comment'
  | 'attorney_number'
  | 'attorney_date'
  | 'attorney_valid_to',
  string
>

/** Trims texts and formats the phone. */
export function normaliseConsignee<Form extends ConsigneeForm>(form: Form): Form {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Form
  return { ...trimmed, phone: formatPhone(form.phone) }
}

/** Errors in Russian by field; expects a normalised form. */
export function consigneeErrors(form: ConsigneeForm): Partial<Record<keyof ConsigneeForm, string>> {
  const { surname, name, phone, attorney_date, attorney_valid_to } = form
  const endsTooSoon =
    attorney_date !== '' && attorney_valid_to !== '' && parseDay(attorney_valid_to) < parseDay(attorney_date)
  const errors = {
    surname: surname === '' ? 'Укажите фамилию' : undefined,
    name: name === '' ? 'Укажите имя' : undefined,
    phone: phone === '' ? undefined : phoneError(phone),
    attorney_valid_to: endsTooSoon ? 'Срок кончается раньше, чем начинается' : undefined,
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** Owners are notified this many days before a power of attorney ends. */
export const powerOfAttorneyWarningDays = 14

/** State of a power of attorney by its days left, including the last one: 0 = expired, null = no end date. */
export function attorneyState(daysLeft: number | null): 'endless' | 'valid' | 'ending' | 'ended' {
  if (daysLeft === null) return 'endless'
  if (daysLeft === 0) return 'ended'
  return daysLeft <= powerOfAttorneyWarningDays + 1 ? 'ending' : 'valid'
}
