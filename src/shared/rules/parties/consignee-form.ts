/** The form of a consignee: how it is tidied and what is wrong with it, for screen and server alike. */
import { parseDay } from '../dates.ts'
import { formatPhone, phoneFault } from './phone.ts'

/** Days are dd.mm.yyyy; '' = not given, for `attorney_valid_to` = no end. */
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

/** The phone in its one form. */
export function tidyConsignee<Form extends ConsigneeForm>(form: Form): Form {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Form
  return { ...trimmed, phone: formatPhone(form.phone) }
}

/** Field → Russian sentence for each that is wrong; the form is tidy. */
export function consigneeFaults(form: ConsigneeForm): Partial<Record<keyof ConsigneeForm, string>> {
  const { surname, name, phone, attorney_date, attorney_valid_to } = form
  const endsTooSoon =
    attorney_date !== '' && attorney_valid_to !== '' && parseDay(attorney_valid_to) < parseDay(attorney_date)
  const faults = {
    surname: surname === '' ? 'Укажите фамилию' : undefined,
    name: name === '' ? 'Укажите имя' : undefined,
    phone: phone === '' ? undefined : phoneFault(phone),
    attorney_valid_to: endsTooSoon ? 'Срок кончается раньше, чем начинается' : undefined,
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/** Owners are notified this many days before a power of attorney ends. */
export const attorneyWarnedDays = 14

/**
 * How a power of attorney stands by its days left, the last one included: 0 = it has ended, null = it has no end.
 */
export function attorneyState(daysLeft: number | null): 'endless' | 'valid' | 'ending' | 'ended' {
  if (daysLeft === null) return 'endless'
  if (daysLeft === 0) return 'ended'
  return daysLeft <= attorneyWarnedDays + 1 ? 'ending' : 'valid'
}
