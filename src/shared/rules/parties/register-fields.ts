import type { ContragentForm } from './contragent-form.ts'
import { legalForms, type LegalForm } from './legal-forms.ts'

/** A record of ЕГРЮЛ or ЕГРИП as the suggestions service tells it; '' if the register has no value. */
export type RegisterRecord = {
  /** Name shown in the list of suggestions. */
  value: string
  data: {
    inn: string
    kpp: string
    ogrn: string
    type: 'legal' | 'individual'
    legal_form: string
    name: string
    full_name: string
    address: string
    management_name: string
    management_post: string
    state: string
  }
}

/** Fields of the form that a register record fills. */
export const registerFields = [
  'legal_form',
  'inn',
  'kpp',
  'ogrn',
  'company',
  'full_name',
  'legal_address',
  'head_name',
  'head_post',
] as const
export type RegisterFields = Pick<ContragentForm, (typeof registerFields)[number]>

/** Data of the company register as form fields; missing fields stay unchanged. */
export function fieldsOfParty({ value, data }: RegisterRecord): Partial<RegisterFields> {
  const isPerson = data.type === 'individual'
  return {
    inn: data.inn,
    kpp: isPerson ? '' : data.kpp,
    legal_form: isPerson ? 'ИП' : legalFormOf(data.legal_form),
    company: data.name || value,
    ...withoutGaps({
      ogrn: data.ogrn,
      full_name: data.full_name,
      legal_address: data.address,
      head_name: data.management_name,
      head_post: data.management_post,
    }),
  }
}

function legalFormOf(text: string): LegalForm {
  return legalForms.find((form) => form === text) ?? 'Иное'
}

/** Whether requisites are exactly those of an active record, in every field that the record has. */
export function isAsRegistered(form: RegisterFields, record: RegisterRecord): boolean {
  const registered = fieldsOfParty(record)
  return (
    record.data.state === 'active' &&
    registerFields.every((name) => registered[name] === undefined || registered[name] === form[name])
  )
}

export function withoutGaps<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>
}
