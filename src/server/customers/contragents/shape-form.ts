import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveContragent } from '#shared/api/organisation/contragents.ts'
import { normaliseContragent, type ContragentForm } from '#shared/rules/parties/contragent-form.ts'
import type { ContragentColumns } from './queries.ts'

export type ContragentInput = {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  columns: ContragentColumns
}

export function parseContragent(input: ParsedInputOf<typeof saveContragent>): ContragentInput {
  const form = normaliseContragent(input)
  const { id, version, company, inn, kpp, ogrn, bank, bik, account, phone, email } = form
  return {
    id,
    version,
    columns: {
      company,
      fullName: form.full_name,
      legalForm: form.legal_form,
      inn,
      kpp,
      ogrn,
      legalAddress: form.legal_address,
      actualAddress: form.actual_address,
      headName: form.head_name,
      headPost: form.head_post,
      bank,
      bik,
      account,
      correspondentAccount: form.correspondent_account,
      phone,
      email,
    },
  }
}

/** The form whose rules screen and server share. */
export function formOf(columns: ContragentColumns): ContragentForm {
  const { company, inn, kpp, ogrn, bank, bik, account, phone, email } = columns
  return {
    company,
    full_name: columns.fullName,
    legal_form: columns.legalForm,
    inn,
    kpp,
    ogrn,
    legal_address: columns.legalAddress,
    actual_address: columns.actualAddress,
    head_name: columns.headName,
    head_post: columns.headPost,
    bank,
    bik,
    account,
    correspondent_account: columns.correspondentAccount,
    phone,
    email,
  }
}
