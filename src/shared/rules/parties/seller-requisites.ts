/** Requisites of a selling organisation: their validation, and what an invoice requires. */
import { isInn, isKpp, wrongInnMessage, wrongKppMessage } from './inn.ts'
import { hasCorrespondentAccount, isAccount, isBik, isCorrespondentAccount, isOgrn } from './requisites.ts'

export type SellerRequisites = Record<
  'company' | 'inn' | 'kpp' | 'ogrn' | 'bank' | 'bik' | 'account' | 'correspondentAccount',
  string
>

/**
 * Field → Russian sentence for each invalid requisite, by product.md §2's check digits. Only the name and the ИНН are
 * required.
 */
export function requisiteErrors({
  company,
  inn,
  kpp,
  ogrn,
  bik,
  account,
  correspondentAccount,
}: SellerRequisites): Partial<Record<keyof SellerRequisites, string>> {
  const person = inn.length === 12
  const errors = {
    company: company === '' && 'Укажите название',
    inn: !isInn(inn) && (inn === '' ? 'Укажите ИНН' : wrongInnMessage(inn)),
    kpp: kpp !== '' && (person ? 'У предпринимателя нет КПП' : !isKpp(kpp) && wrongKppMessage(kpp)),
    ogrn: ogrn !== '' && (!isOgrn(ogrn) || (ogrn.length === 15) !== person) && `ОГРН ${ogrn} неверен: проверьте цифры`,
    bik: bik !== '' && !isBik(bik) && `БИК ${bik} неверен`,
    account:
      account !== '' &&
      !isAccount(account, bik) &&
      `Расчётный счёт ${account} не подходит к БИК ${bik || '(не указан)'}`,
    correspondentAccount:
      correspondentAccount !== '' &&
      !isCorrespondentAccount(correspondentAccount, bik) &&
      `Корр. счёт ${correspondentAccount} не подходит к БИК ${bik || '(не указан)'}`,
  }
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Requisites that an invoice requires and the seller lacks, in Russian; empty if the seller may invoice. */
export function missingForInvoice({ inn, kpp, bank, bik, account, correspondentAccount }: SellerRequisites): string[] {
  const lacking = [
    inn.length === 10 && kpp === '' && 'КПП',
    bank === '' && 'банк',
    bik === '' && 'БИК',
    account === '' && 'расчётный счёт',
    correspondentAccount === '' && (bik === '' || hasCorrespondentAccount(bik)) && 'корреспондентский счёт',
  ]
  return lacking.filter((name) => name !== false)
}
