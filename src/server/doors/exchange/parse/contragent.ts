import { isEmail } from '#shared/rules/parties/email.ts'
import { isInn, isKpp, wrongInnMessage, wrongKppMessage } from '#shared/rules/parties/inn.ts'
import { formatPhone, isPhone } from '#shared/rules/parties/phone.ts'
import type { ContragentItem, RejectItem } from './items.ts'
import { child, childrenInSection, codeOf, isDeleted, textOf, type XmlNode } from './node.ts'
import { readBank } from './seller.ts'

const maxText = 500

/**
 * Reads a Контрагент of 2.x or 3.1; undefined for one that is no buyer. Without an ИНН, as consumers have none, it is
 * an item that no contragent of the portal can match. A wrong ИНН or КПП rejects it.
 */
export function readContragent(node: XmlNode): ContragentItem | RejectItem | undefined {
  if (!isBuyer(node)) return undefined
  const code = codeOf(node, 'Ид')
  const requisites = readRequisites(node)
  const company = textOf(node, 'Наименование').slice(0, maxText) || requisites.fullName || requisites.inn
  const reason = faultOf({ code, ...requisites })
  if (reason !== undefined) return { kind: 'reject', of: 'contragent', code, name: company, reason }
  return { kind: 'contragent', code, company, deleted: isDeleted(node), ...requisites }
}

/** Роль is absent in some lists. */
function isBuyer(node: XmlNode): boolean {
  const relation = textOf(node, 'Роль')
  return relation === '' || /покупател|клиент/i.test(relation)
}

function faultOf({ code, inn, kpp }: { code: string; inn: string; kpp: string }): string | undefined {
  if (code === '') return 'У контрагента нет Ид'
  if (inn !== '' && !isInn(inn)) return wrongInnMessage(inn)
  return kpp !== '' && !isKpp(kpp) ? wrongKppMessage(kpp) : undefined
}

/** The standard groups them below the Контрагент, 1C writes them directly in it. */
function readRequisites(node: XmlNode): Omit<ContragentItem, 'kind' | 'code' | 'company' | 'deleted'> {
  const group = child(node, 'РеквизитыЮрЛица') ?? child(node, 'РеквизитыФизЛица')
  const written = (...names: string[]) => textOf(node, ...names) || textOf(group, ...names)
  const addressOf = (name: string) => textOf(child(node, name) ?? child(group, name), 'Представление').slice(0, maxText)
  const inn = withoutSpaces(written('ИНН'))
  return {
    fullName: written('ОфициальноеНаименование', 'ПолноеНаименование').slice(0, maxText),
    inn,
    // A person has none, whatever 1C writes.
    kpp: inn.length === 12 ? '' : withoutSpaces(written('КПП')).toUpperCase(),
    legalAddress: addressOf('ЮридическийАдрес') || addressOf('АдресРегистрации'),
    actualAddress: addressOf('ФактическийАдрес') || addressOf('Адрес'),
    phone:
      contactsOf(node, /телефон/i)
        .map(formatPhone)
        .find(isPhone) ?? '',
    email: contactsOf(node, /почта|mail/i).find(isEmail) ?? '',
    ...readAccount([node, ...(group ? [group] : [])]),
  }
}

/** 1C pads codes with spaces. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}

function contactsOf(node: XmlNode, type: RegExp): string[] {
  return childrenInSection(node, 'Контакты', 'Контакт')
    .filter((each) => type.test(textOf(each, 'Тип')))
    .map((each) => textOf(each, 'Значение', 'Представление'))
}

/** The first one whose number fits its БИК. */
function readAccount(nodes: XmlNode[]): ReturnType<typeof readBank> {
  const accounts = nodes.flatMap((each) => childrenInSection(each, 'РасчетныеСчета', 'РасчетныйСчет')).map(readBank)
  return accounts.find(({ account }) => account !== '') ?? readBank(undefined)
}
