import type { LegalForm } from '#shared/rules/parties/legal-forms.ts'
import type { RegisterFields } from '#shared/rules/parties/register-fields.ts'
import type { ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import type { RequestAwaitingAnswer } from './queries.ts'

type Requisites = Omit<RequestAwaitingAnswer, 'id' | 'email' | 'decisionText'>

/** A request as the fields of its form. */
export function formOf(request: Requisites): ApplicantForm {
  return {
    formState: request.legalForm as LegalForm,
    company: request.company,
    full_name: request.fullName,
    inn: request.inn,
    kpp: request.kpp,
    ogrn: request.ogrn,
    legal_address: request.legalAddress,
    actual_address: request.actualAddress,
    head_name: request.headName,
    head_post: request.headPost,
    bik: request.bik,
    bank: request.bank,
    account: request.account,
    correspondent_account: request.correspondentAccount,
    contact_name: request.contactName,
    phone: request.phone,
  }
}

/** What the company register knows of a request. */
export function registerFieldsOf(request: Requisites): RegisterFields {
  const { formState: legalForm, ...form } = formOf(request)
  return { ...form, legal_form: legalForm }
}
