import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { overdueDays, paperTitle } from '#shared/rules/ledger.ts'
import { formatExactKopecks } from '#shared/rules/money.ts'
import { sumInWords } from '#shared/rules/words/sum-in-words.ts'
import type { Parties, Seller } from '#server/customers/organisations/shared-queries-parties.ts'
import { a4Page, horizontalRule } from '#server/platform/files/pdf-layout.ts'
import { bankTable, contractTitle, partiesTable, signatures } from '#server/buying/order-documents/invoice-parts.ts'
import type { InvoiceableDocument } from './queries.ts'

type DebtInvoice = Omit<Parties, 'seller'> & {
  seller: Seller
  documents: readonly InvoiceableDocument[]
  today: Day
  purpose: string
}

/** Счёт на оплату for a debt, listing its documents. */
export function buildDebtInvoice({
  contract,
  buyer,
  seller,
  documents,
  today,
  purpose,
}: DebtInvoice): TDocumentDefinitions {
  const sumKopecks = documents.reduce((sum, { leftKopecks }) => sum + leftKopecks, 0)
  const title = `Счёт на оплату долга по договору № ${contract.number} от ${formatDay(today)}`
  return a4Page({
    title,
    author: seller.name,
    footer: title,
    content: [
      bankTable({ seller, sumKopecks, purpose }),
      { text: title, fontSize: 14, bold: true, margin: [0, 14, 0, 8] },
      horizontalRule(1.5),
      partiesTable({ seller, buyer, basis: contractTitle(contract) }),
      documentsTable(documents, today),
      total(sumKopecks),
      { ...horizontalRule(1), margin: [0, 8, 0, 0] },
      signatures(seller),
    ],
  })
}

function documentsTable(documents: readonly InvoiceableDocument[], today: Day): Content {
  const head = ['№', 'Документ', 'Дата', 'Оплатить до', 'Просрочен, дн.', 'К оплате'].map((text): TableCell => ({
    text,
    bold: true,
    alignment: 'center',
    fillColor: '#eef1f5',
  }))
  const rows = documents.map((document, index): TableCell[] => [
    { text: String(index + 1), alignment: 'center' },
    paperTitle(document),
    { text: formatDay(document.day), alignment: 'center' },
    { text: formatDay(document.dueOn), alignment: 'center' },
    { text: String(overdueDays(document.dueOn, today) || '–'), alignment: 'right' },
    { text: formatExactKopecks(document.leftKopecks), alignment: 'right', noWrap: true },
  ])
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: [20, '*', 70, 70, 80, 80], body: [head, ...rows] },
    layout: 'thin',
    fontSize: 8,
  }
}

function total(sumKopecks: number): Content {
  return {
    stack: [
      {
        text: `Всего к оплате: ${formatExactKopecks(sumKopecks)} ₽`,
        bold: true,
        alignment: 'right',
        margin: [0, 6, 0, 6],
      },
      { text: sumInWords(sumKopecks), bold: true },
      'НДС указан в документах, по которым возник долг.',
    ],
    unbreakable: true,
  }
}
