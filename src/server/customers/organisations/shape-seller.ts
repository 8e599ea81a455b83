import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveSeller, StaffSeller } from '#shared/api/staff/sellers.ts'
import { missingForInvoice } from '#shared/rules/parties/seller-requisites.ts'
import type { SellerInput } from './sellers.ts'
import type { StoredSeller } from './shared-queries-sellers.ts'

export function parseSeller(input: ParsedInputOf<typeof saveSeller>): SellerInput {
  const { id, version, company, inn, kpp, ogrn, phone, email, bank, bik, account, vat } = input
  return {
    id,
    version,
    columns: {
      company,
      fullName: input.full_name,
      inn,
      kpp,
      ogrn,
      legalAddress: input.legal_address,
      phone,
      email,
      headPost: input.head_post,
      headName: input.head_name,
      accountantName: input.accountant_name,
      bank,
      bik,
      account,
      correspondentAccount: input.correspondent_account,
      vat,
      isDefault: input.is_default,
    },
  }
}

export function shapeSeller(seller: StoredSeller): StaffSeller {
  const { id, code1c, company, inn, kpp, ogrn, phone, email, bank, bik, account, vat, contracts, version } = seller
  return {
    id,
    code1c,
    company,
    full_name: seller.fullName,
    inn,
    kpp,
    ogrn,
    legal_address: seller.legalAddress,
    phone,
    email,
    head_post: seller.headPost,
    head_name: seller.headName,
    accountant_name: seller.accountantName,
    bank,
    bik,
    account,
    correspondent_account: seller.correspondentAccount,
    vat,
    is_default: seller.isDefault,
    contracts,
    lacking: missingForInvoice(seller),
    version,
  }
}
