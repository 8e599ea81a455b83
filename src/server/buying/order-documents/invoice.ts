import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#shared/rules/dates.ts'
import { formatExactKopecks, formatMilli } from '#shared/rules/money.ts'
import { stateRules } from '#shared/rules/order-states.ts'
import { sumInWords } from '#shared/rules/words/sum-in-words.ts'
import { a4Page, horizontalRule } from '#server/platform/files/pdf-layout.ts'
import type { Seller } from '#server/customers/organisations/shared-queries-parties.ts'
import { bankTable, contractTitle, partiesTable, signatures } from './invoice-parts.ts'
import type { PrintableOrder } from './queries.ts'
import { vatByRate, vatName, type PrintableLine } from './totals.ts'

export type InvoiceData = PrintableOrder & { seller: Seller }

/** Счёт на оплату for an order. `deliveryVat`: VAT percentage of paid delivery, null without VAT. */
export function buildInvoice(
  order: InvoiceData,
  { deliveryVat }: { deliveryVat: number | null },
): TDocumentDefinitions {
  const lines = invoiceLines(order, deliveryVat)
  const title = `Счёт на оплату № ${order.number} от ${formatDay(order.day)}`
  return a4Page({
    title,
    author: order.seller.name,
    footer: `Счёт № ${order.number} от ${formatDay(order.day)}`,
    content: [
      bankTable({ seller: order.seller, sumKopecks: order.sumKopecks, purpose: paymentPurpose(order, lines) }),
      { text: title, fontSize: 14, bold: true, margin: [0, 14, 0, 8] },
      horizontalRule(1.5),
      partiesTable({ ...order, basis: invoiceBasis(order) }),
      linesTable(printedLines(order, lines)),
      totals(order, lines),
      ...(order.payUntil === null
        ? []
        : [{ text: payUntilText(order.payUntil, order.state), margin: [0, 6, 0, 0] } satisfies Content]),
      { ...horizontalRule(1), margin: [0, 8, 0, 0] },
      signatures(order.seller),
    ],
  })
}

function payUntilText(payUntil: string, state: number): string {
  const due = `Оплатить не позднее ${formatDay(payUntil)}.`
  return stateRules(state).shipped === true ? due : `${due} Резерв товара действует до этой даты.`
}

/** Invoice lines, including paid delivery. */
function invoiceLines(
  { lines, delivery, deliveryKopecks }: PrintableOrder,
  deliveryVat: number | null,
): PrintableLine[] {
  if (deliveryKopecks === 0) return lines
  return [
    ...lines,
    {
      articul: '',
      name: `Доставка: ${delivery}`,
      unit: 'усл',
      quantityMilli: 1000,
      priceKopecks: deliveryKopecks,
      sumKopecks: deliveryKopecks,
      vatPercent: deliveryVat,
    },
  ]
}

/** Longer lists need too much time and memory to lay out: the invoice then refers to the order's spreadsheet. */
const maxLines = 2000

/** Printed lines: above `maxLines` one line per VAT rate. */
function printedLines({ number }: PrintableOrder, lines: readonly PrintableLine[]): readonly PrintableLine[] {
  if (lines.length <= maxLines) return lines
  return [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)].map(([vatPercent, linesOfRate]) => {
    const sumKopecks = linesOfRate.reduce((sum, line) => sum + line.sumKopecks, 0)
    return {
      articul: '',
      name: `По заказу № ${number}, наименований: ${linesOfRate.length}. Перечень – в файле заказа`,
      unit: 'усл',
      quantityMilli: 1000,
      priceKopecks: sumKopecks,
      sumKopecks,
      vatPercent,
    }
  })
}

function invoiceBasis({ contract, clientNumber }: InvoiceData): string {
  const order = clientNumber === '' ? '' : `, заказ покупателя № ${clientNumber}`
  return `${contractTitle(contract)}${order}`
}

/** Purpose of payment for the payer's bank. */
function paymentPurpose(
  { number, day, contract }: Omit<PrintableOrder, 'seller'>,
  lines: readonly PrintableLine[],
): string {
  const vatKopecks = vatByRate(lines).reduce((sum, rate) => sum + rate.vatKopecks, 0)
  const vat = lines.every(({ vatPercent }) => vatPercent === null)
    ? 'Без НДС'
    : `В т. ч. НДС ${formatExactKopecks(vatKopecks)} руб.`
  return `Оплата по счёту № ${number} от ${formatDay(day)} по договору № ${contract.number}. ${vat}`
}

function linesTable(lines: readonly PrintableLine[]): Content {
  const head = ['№', 'Артикул', 'Товары (работы, услуги)', 'Кол-во', 'Ед.', 'Цена', 'НДС', 'Сумма'].map(
    (text): TableCell => ({ text, bold: true, alignment: 'center', fillColor: '#eef1f5' }),
  )
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [20, 62, '*', 38, 26, 56, 34, 64],
      body: [head, ...lines.map((line, index) => lineCells(line, index + 1))],
    },
    layout: 'thin',
    fontSize: 8,
  }
}

function lineCells(
  { articul, name, unit, quantityMilli, priceKopecks, sumKopecks, vatPercent }: PrintableLine,
  number: number,
): TableCell[] {
  const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true })
  return [
    { text: String(number), alignment: 'center' },
    articul,
    name,
    right(formatMilli(quantityMilli)),
    unit,
    right(formatExactKopecks(priceKopecks)),
    { text: vatPercent === null ? 'без НДС' : `${vatPercent} %`, alignment: 'center' },
    right(formatExactKopecks(sumKopecks)),
  ]
}

function totals({ sumKopecks }: PrintableOrder, lines: readonly PrintableLine[]): Content {
  const row = (name: string, value: string): TableCell[] => [
    { text: name, alignment: 'right', bold: true },
    { text: value, alignment: 'right', bold: true, noWrap: true },
  ]
  const rates = vatByRate(lines).map(({ vatPercent, vatKopecks }) =>
    vatPercent === null
      ? row('Без НДС', '–')
      : row(`В том числе ${vatName(vatPercent)}`, formatExactKopecks(vatKopecks)),
  )
  return {
    stack: [
      {
        layout: 'noBorders',
        margin: [0, 4, 0, 6],
        table: {
          widths: ['*', 80],
          body: [
            row('Итого', formatExactKopecks(lines.reduce((sum, line) => sum + line.sumKopecks, 0))),
            ...rates,
            row('Всего к оплате', formatExactKopecks(sumKopecks)),
          ],
        },
      },
      `Всего наименований ${lines.length}, на сумму ${formatExactKopecks(sumKopecks)} ₽`,
      { text: sumInWords(sumKopecks), bold: true },
    ],
    unbreakable: true,
  }
}
