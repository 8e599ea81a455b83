import { isInn, isKpp } from '#shared/rules/parties/inn.ts'
import { isAccount, isCorrespondentAccount } from '#shared/rules/parties/requisites.ts'
import type { SellerItem } from './items.ts'
import { child, textOf, type XmlNode } from './node.ts'

/** Reads a Владелец with the fields of a Контрагент; undefined without a valid ИНН, the only key of an organisation. */
export function readSeller(node: XmlNode): SellerItem | undefined {
  const inn = textOf(node, 'ИНН')
  const company = textOf(node, 'Наименование')
  if (!isInn(inn) || company === '') return undefined
  const kpp = textOf(node, 'КПП')
  return {
    kind: 'seller',
    code: textOf(node, 'Ид'),
    company,
    fullName: textOf(node, 'ОфициальноеНаименование', 'ПолноеНаименование'),
    inn,
    kpp: isKpp(kpp) ? kpp : '',
    address: textOf(child(node, 'ЮридическийАдрес') ?? child(node, 'АдресРегистрации'), 'Представление'),
    ...readBank(child(child(node, 'РасчетныеСчета'), 'РасчетныйСчет')),
  }
}

type BankAccount = Pick<SellerItem, 'bank' | 'bik' | 'account' | 'correspondentAccount'>

/** РасчетныйСчет; '' everywhere if its number and БИК do not fit. */
export function readBank(node: XmlNode | undefined): BankAccount {
  const bank = child(node, 'Банк')
  const bik = textOf(bank, 'БИК')
  const account = textOf(node, 'НомерСчета')
  if (!isAccount(account, bik)) return { bank: '', bik: '', account: '', correspondentAccount: '' }
  const correspondentAccount = textOf(bank, 'СчетКорреспондентский')
  return {
    bank: textOf(bank, 'Наименование'),
    bik,
    account,
    correspondentAccount: isCorrespondentAccount(correspondentAccount, bik) ? correspondentAccount : '',
  }
}
