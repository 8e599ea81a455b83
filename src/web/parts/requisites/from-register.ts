import type { BankSuggestion, PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import type { ContragentForm } from '#shared/rules/parties/contragent-form.ts'
import { legalForms, type LegalForm } from '#shared/rules/parties/legal-forms.ts'

/** Data of the company register as form fields; missing fields stay unchanged. */
export function fieldsOfParty({ value, data }: PartySuggestion): Partial<ContragentForm> {
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

export function fieldsOfBank({ value, data: { bik, correspondent_account, city } }: BankSuggestion) {
  return { bik, bank: [value, city].filter(Boolean).join(', '), ...withoutGaps({ correspondent_account }) }
}

function withoutGaps<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>
}
