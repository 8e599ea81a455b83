import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { isSoleProprietor } from '#shared/rules/parties/party-requisites.ts'
import { a4Page, horizontalRule } from '#server/platform/files/pdf-layout.ts'
import type { StoredContragent } from './queries.ts'

/** Карточка организации: its requisites on one page, as partners ask for them. */
export function buildContragentCard(contragent: StoredContragent, today: Day): TDocumentDefinitions {
  const { company, fullName } = contragent
  return a4Page({
    title: `Карточка ${company}`,
    author: company,
    footer: `${company}, реквизиты на ${formatDay(today)}`,
    content: [
      {
        text: isSoleProprietor(contragent.legalForm) ? 'Карточка предпринимателя' : 'Карточка организации',
        fontSize: 9,
        color: '#555555',
      },
      { text: fullName || company, fontSize: 14, bold: true, margin: [0, 2, 0, 8] },
      horizontalRule(1.5),
      {
        table: { headerRows: 0, widths: [150, '*'], body: requisiteRows(contragent), dontBreakRows: true },
        layout: 'lightHorizontalLines',
        fontSize: 10,
        margin: [0, 8, 0, 0],
      },
    ],
  })
}

/** Unknown requisites have no row. */
function requisiteRows(contragent: StoredContragent): TableCell[][] {
  const { company, fullName, legalForm, inn, kpp, ogrn, legalAddress, actualAddress, headPost, headName } = contragent
  const { bank, bik, account, correspondentAccount, phone, email } = contragent
  const isPerson = isSoleProprietor(legalForm)
  const rows: [name: string, value: string][] = [
    [isPerson ? 'Имя полностью' : 'Полное название', fullName],
    ['Краткое название', company],
    ['ИНН', inn],
    ['КПП', kpp],
    [isPerson ? 'ОГРНИП' : 'ОГРН', ogrn],
    [isPerson ? 'Адрес регистрации' : 'Юридический адрес', legalAddress],
    ['Фактический адрес', actualAddress || legalAddress],
    [headPost || 'Руководитель', headName],
    ['Банк', bank],
    ['БИК', bik],
    ['Расчётный счёт', account],
    ['Корреспондентский счёт', correspondentAccount],
    ['Телефон', phone],
    ['Электронная почта', email],
  ]
  return rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [
      { text: name, color: '#555555' },
      { text: value, bold: true },
    ])
}
