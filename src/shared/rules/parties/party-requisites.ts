/**
 * Requisites of a buyer's company (product.md §2). Each function returns the error of one field in Russian; undefined
 * if it is valid.
 */
import { isInn, isKpp, wrongInnMessage, wrongKppMessage } from './inn.ts'
import { isAccount, isBik, isCorrespondentAccount, isOgrn } from './requisites.ts'
import type { LegalForm } from './legal-forms.ts'

export const isSoleProprietor = (form: LegalForm): boolean => form === 'ИП'

export function innError(inn: string, form: LegalForm): string | undefined {
  if (inn === '') return 'Укажите ИНН'
  if (!/^\d+$/.test(inn)) return 'В ИНН только цифры'
  if (isSoleProprietor(form) && inn.length !== 12) return 'В ИНН предпринимателя 12 цифр'
  if (form !== 'Иное' && !isSoleProprietor(form) && inn.length !== 10) return 'В ИНН организации 10 цифр'
  return isInn(inn) ? undefined : wrongInnMessage(inn)
}

/** A sole proprietor has no КПП. */
export function kppError(kpp: string, form: LegalForm): string | undefined {
  if (isSoleProprietor(form)) return kpp === '' ? undefined : 'У ИП нет КПП'
  // A foreign company or a farm may have no КПП.
  if (kpp === '') return form === 'Иное' ? undefined : 'Укажите КПП'
  return isKpp(kpp) ? undefined : wrongKppMessage(kpp)
}

export function ogrnError(ogrn: string, form: LegalForm): string | undefined {
  const name = isSoleProprietor(form) ? 'ОГРНИП' : 'ОГРН'
  if (ogrn === '') return `Укажите ${name}`
  if (!/^\d+$/.test(ogrn)) return `В ${name} только цифры`
  if (isSoleProprietor(form) && ogrn.length !== 15) return 'В ОГРНИП 15 цифр'
  if (form !== 'Иное' && !isSoleProprietor(form) && ogrn.length !== 13) return 'В ОГРН 13 цифр'
  return isOgrn(ogrn) ? undefined : `${name} неверен: проверьте цифры`
}

/** Bank details are optional, but an account requires the БИК of its bank. */
export type BankDetails = { bik: string; account: string; correspondentAccount: string }

export function bikError({ bik, account, correspondentAccount }: BankDetails): string | undefined {
  if (bik === '') return account === '' && correspondentAccount === '' ? undefined : 'Укажите БИК банка'
  return isBik(bik) ? undefined : 'В БИК 9 цифр'
}

export function accountError({ bik, account }: BankDetails): string | undefined {
  if (account === '' || !isBik(bik) || isAccount(account, bik)) return undefined
  return /^\d{20}$/.test(account) ? 'Счёт не подходит к БИК' : 'В расчётном счёте 20 цифр'
}

export function correspondentAccountError({ bik, correspondentAccount }: BankDetails): string | undefined {
  if (correspondentAccount === '' || !isBik(bik) || isCorrespondentAccount(correspondentAccount, bik)) return undefined
  return /^\d{20}$/.test(correspondentAccount) ? 'Счёт не подходит к БИК' : 'В корр. счёте 20 цифр'
}
