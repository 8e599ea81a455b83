import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveSeller, StaffSeller } from '#shared/api/staff/sellers.ts'
import { requisiteErrors } from '#shared/rules/parties/seller-requisites.ts'

export type SellerDraft = Omit<StaffSeller, 'id' | 'code1c' | 'contracts' | 'lacking' | 'version'>

const empty: SellerDraft = {
  company: '',
  full_name: '',
  inn: '',
  kpp: '',
  ogrn: '',
  legal_address: '',
  phone: '',
  email: '',
  head_post: 'Генеральный директор',
  head_name: '',
  accountant_name: '',
  bank: '',
  bik: '',
  account: '',
  correspondent_account: '',
  vat: 'goods',
  is_default: false,
}

export function sellerDraftOf(seller: StaffSeller | undefined): SellerDraft {
  if (!seller) return empty
  const { id: _id, code1c: _code, contracts: _contracts, lacking: _lacking, version: _version, ...draft } = seller
  return draft
}

/** Numbers may be typed and pasted with spaces. */
export function sellerInputOf(draft: SellerDraft): InputOf<typeof saveSeller> {
  const bare = (text: string) => text.replace(/\s/g, '')
  const { inn, kpp, ogrn, bik, account, correspondent_account } = draft
  return {
    ...draft,
    inn: bare(inn),
    kpp: bare(kpp).toUpperCase(),
    ogrn: bare(ogrn),
    bik: bare(bik),
    account: bare(account),
    correspondent_account: bare(correspondent_account),
  }
}

/** Errors by form field: the server's rule, applied before sending. */
export function sellerErrors(draft: SellerDraft): Record<string, string> {
  const {
    company,
    bank,
    inn = '',
    kpp = '',
    ogrn = '',
    bik = '',
    account = '',
    correspondent_account = '',
  } = { ...sellerInputOf(draft), company: draft.company.trim(), bank: draft.bank }
  const { correspondentAccount, ...errors } = requisiteErrors({
    company,
    bank,
    inn,
    kpp,
    ogrn,
    bik,
    account,
    correspondentAccount: correspondent_account,
  })
  return { ...errors, ...(correspondentAccount && { correspondent_account: correspondentAccount }) }
}
