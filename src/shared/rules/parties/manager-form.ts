/** The form of a person of the organisation: how it is tidied and what is wrong with it. */
import { emailFault } from './email.ts'
import { formatPhone, phoneFault } from './phone.ts'

export type ManagerForm = {
  login: string
  name: string
  phone: string
  /** 1 = owner, who uses every contract. */
  type_id: number
  contractSelect: readonly number[]
}

const ownerTypeId = 1

/** The login in small letters, the phone in its one form, each contract once. */
export function tidyManager<Form extends ManagerForm>(form: Form): Form {
  const { login, name, phone, contractSelect } = form
  return {
    ...form,
    login: login.trim().toLowerCase(),
    name: name.trim(),
    phone: formatPhone(phone),
    contractSelect: [...new Set(contractSelect)].toSorted((a, b) => a - b),
  }
}

/** Field → Russian sentence for each that is wrong; the form is tidy. A login that was there before stays as it is. */
export function managerFaults(
  { login, name, phone, type_id: typeId, contractSelect }: ManagerForm,
  { knownLogin }: { knownLogin?: string | undefined } = {},
): Partial<Record<keyof ManagerForm, string>> {
  const faults = {
    login: login === knownLogin ? undefined : emailFault(login),
    ...personFaults({ name, phone }),
    contractSelect: typeId !== ownerTypeId && contractSelect.length === 0 ? 'Выберите договор' : undefined,
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/** The same of what a person changes of their own: a name is needed, a phone may be missing. */
export function personFaults({ name, phone }: { name: string; phone: string }): { name?: string; phone?: string } {
  const fault = phone === '' ? undefined : phoneFault(phone)
  return {
    ...(name === '' ? { name: 'Укажите имя и фамилию' } : {}),
    ...(fault === undefined ? {} : { phone: fault }),
  }
}
