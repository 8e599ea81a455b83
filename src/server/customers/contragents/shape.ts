import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import { isIdentityFixed } from './service.ts'
import type { StoredContract, StoredContragent } from './queries.ts'

export function shapeContragent(stored: StoredContragent): Contragent {
  const { id, company, inn, kpp, ogrn, bank, bik, account, phone, email, version } = stored
  return {
    id,
    company,
    full_name: stored.fullName,
    legal_form: stored.legalForm,
    inn,
    kpp,
    ogrn,
    legal_address: stored.legalAddress,
    actual_address: stored.actualAddress,
    head_name: stored.headName,
    head_post: stored.headPost,
    bank,
    bik,
    account,
    correspondent_account: stored.correspondentAccount,
    phone,
    email,
    register_checked: stored.registerChecked && formatDay(stored.registerChecked),
    status: stored.status === 'active' ? 'active' : 'inactive',
    identity_fixed: isIdentityFixed(stored),
    contracts: stored.contracts.map(shapeTerms),
    version,
  }
}

function shapeTerms({ id, number, payment, status, stopOrders, debtAlert, ...terms }: StoredContract) {
  return {
    id,
    number,
    date: formatDay(terms.signedOn),
    valid_to: terms.validTo === null ? null : formatDay(terms.validTo),
    payment,
    prepayment_percent: terms.prepaymentPercent,
    deferral_days: terms.deferralDays,
    price_type: terms.priceType,
    credit_limit: terms.creditLimitKopecks === null ? null : roubles(terms.creditLimitKopecks),
    status,
    stopOrders,
    debtAlert,
  }
}
