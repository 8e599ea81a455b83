/** The form of an employee: normalisation and validation for screen and server. */
import type { BuyerRole } from '../../rights.ts'
import { emailError } from './email.ts'
import { formatPhone, phoneError } from './phone.ts'
import { isOwner } from './role-rights.ts'

export type ManagerForm = {
  login: string
  name: string
  phone: string
  contractSelect: readonly number[]
}

/** The login in lower case, the phone formatted, contracts without duplicates. */
export function normaliseManager<Form extends ManagerForm>(form: Form): Form {
  const { login, name, phone, contractSelect } = form
  return {
    ...form,
    login: login.trim().toLowerCase(),
    name: name.trim(),
    phone: formatPhone(phone),
    contractSelect: [...new Set(contractSelect)].toSorted((a, b) => a - b),
  }
}

/**
 * Errors in Russian by field; expects a normalised form. An unchanged login is not checked; owners use all contracts.
 */
export function managerErrors(
  { login, name, phone, role, contractSelect }: ManagerForm & { role: BuyerRole },
  { knownLogin }: { knownLogin?: string | undefined } = {},
): Partial<Record<keyof ManagerForm, string>> {
  const errors = {
    login: login === knownLogin ? undefined : emailError(login),
    ...personErrors({ name, phone }),
    contractSelect: !isOwner({ role }) && contractSelect.length === 0 ? 'Выберите договор' : undefined,
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** Errors of the fields that people may change of their own profile: a name is required, a phone is optional. */
export function personErrors({ name, phone }: { name: string; phone: string }): { name?: string; phone?: string } {
  const error = phone === '' ? undefined : phoneError(phone)
  return {
    ...(name === '' ? { name: 'Укажите имя и фамилию' } : {}),
    ...(error === undefined ? {} : { phone: error }),
  }
}
