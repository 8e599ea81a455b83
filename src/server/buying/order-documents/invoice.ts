import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#shared/rules/dates.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { stateRules } from '#shared/rules/order-states.ts'
import { paymentText } from '#shared/rules/payment-text.ts'
import { sumInWords } from '#shared/rules/sum-in-words.ts'
import { a4Page, exactSum, horizontalRule, qrCode, qrSide, signatureLine } from '#server/platform/files/pdf-layout.ts'
import type { PrintableOrder, Party, Seller } from './queries.ts'
import { vatByRate, vatName, type PrintableLine } from './totals.ts'

export type InvoiceData = PrintableOrder & { seller: Seller }

/** Счёт на оплату of an order. `deliveryVat`: per cent of its paid delivery, null without VAT. */
export function invoiceOf(order: InvoiceData, { deliveryVat }: { deliveryVat: number | null }): TDocumentDefinitions {
  const lines = invoiceLines(order, deliveryVat)
  const title = `Счёт на оплату № ${order.number} от ${formatDay(order.day)}`
  return a4Page({
    title,
    author: order.seller.name,
    footer: `Счёт № ${order.number} от ${formatDay(order.day)}`,
    content: [
      bankTable(order, lines),
      { text: title, fontSize: 14, bold: true, margin: [0, 14, 0, 8] },
      horizontalRule(1.5),
      partiesTable(order),
      linesTable(printedLines(order, lines)),
      totals(order, lines),
      ...(order.payUntil === null
        ? []
        : [{ text: payUntilText(order.payUntil, order.state), margin: [0, 6, 0, 0] } satisfies Content]),
      { ...horizontalRule(1), margin: [0, 8, 0, 0] },
      foot(order),
    ],
  })
}

function payUntilText(payUntil: string, state: number): string {
  const due = `Оплатить не позднее ${formatDay(payUntil)}.`
  return stateRules(state).shipped === true ? due : `${due} Резерв товара действует до этой даты.`
}

/** Billed lines, including paid delivery. */
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

/** Longer lists take too long and too much memory to lay out: the invoice then refers to the order's file. */
const maxLines = 2000

/** Lines as printed: above `maxLines` one line per rate. */
function printedLines({ number }: PrintableOrder, lines: readonly PrintableLine[]): readonly PrintableLine[] {
  if (lines.length <= maxLines) return lines
  return [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)].map(([vatPercent, ofRate]) => {
    const sumKopecks = ofRate.reduce((sum, line) => sum + line.sumKopecks, 0)
    return {
      articul: '',
      name: `По заказу № ${number}, наименований: ${ofRate.length}. Перечень – в файле заказа`,
      unit: 'усл',
      quantityMilli: 1000,
      priceKopecks: sumKopecks,
      sumKopecks,
      vatPercent,
    }
  })
}

function bankTable({ seller, ...order }: InvoiceData, lines: readonly PrintableLine[]): Content {
  const small = (text: string): Content => ({ text, fontSize: 7, color: '#555555' })
  const qr = qrCode(paymentText({ ...seller, sumKopecks: order.sumKopecks, purpose: purposeOf(order, lines) }))
  return {
    columns: [
      {
        width: '*',
        table: {
          widths: ['*', 34, 126],
          body: [
            [{ stack: [seller.bank, small('Банк получателя')], rowSpan: 2 }, 'БИК', seller.bik],
            ['', 'Сч. №', seller.correspondentAccount],
            [
              { text: [`ИНН ${seller.inn}`, seller.kpp === '' ? '' : `    КПП ${seller.kpp}`] },
              { text: 'Сч. №', rowSpan: 2 },
              { text: seller.account, rowSpan: 2 },
            ],
            [{ stack: [seller.name, small('Получатель')] }, '', ''],
          ],
        },
      },
      {
        width: qrSide,
        stack: [
          qr,
          { text: 'Оплата по QR-коду', fontSize: 6.5, alignment: 'center', color: '#555555', margin: [0, 2, 0, 0] },
        ],
      },
    ],
    columnGap: 14,
  }
}

/** The purpose of payment for the payer's bank. */
function purposeOf({ number, day, contract }: Omit<PrintableOrder, 'seller'>, lines: readonly PrintableLine[]): string {
  const vatKopecks = vatByRate(lines).reduce((sum, rate) => sum + rate.vatKopecks, 0)
  const vat = lines.every(({ vatPercent }) => vatPercent === null)
    ? 'Без НДС'
    : `В т. ч. НДС ${exactSum(vatKopecks)} руб.`
  return `Оплата по счёту № ${number} от ${formatDay(day)} по договору № ${contract.number}. ${vat}`
}

function partiesTable({ seller, buyer, contract, clientNumber }: InvoiceData): Content {
  const basis = `Договор № ${contract.number} от ${formatDay(contract.signedOn)}${clientNumber === '' ? '' : `, заказ покупателя № ${clientNumber}`}`
  const row = (name: string, text: string): TableCell[] => [
    { text: name, color: '#555555' },
    { text, bold: true },
  ]
  return {
    layout: 'noBorders',
    margin: [0, 8, 0, 8],
    table: {
      widths: [74, '*'],
      body: [row('Поставщик', partyText(seller)), row('Покупатель', partyText(buyer)), row('Основание', basis)],
    },
  }
}

function partyText({ name, inn, kpp, address, phone }: Party): string {
  return [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел. ${phone}`].filter(Boolean).join(', ')
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
  place: number,
): TableCell[] {
  const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true })
  return [
    { text: String(place), alignment: 'center' },
    articul,
    name,
    right(formatMilli(quantityMilli)),
    unit,
    right(exactSum(priceKopecks)),
    { text: vatPercent === null ? 'без НДС' : `${vatPercent} %`, alignment: 'center' },
    right(exactSum(sumKopecks)),
  ]
}

function totals({ sumKopecks }: PrintableOrder, lines: readonly PrintableLine[]): Content {
  const row = (name: string, value: string): TableCell[] => [
    { text: name, alignment: 'right', bold: true },
    { text: value, alignment: 'right', bold: true, noWrap: true },
  ]
  const rates = vatByRate(lines).map(({ vatPercent, vatKopecks }) =>
    vatPercent === null ? row('Без НДС', '–') : row(`В том числе ${vatName(vatPercent)}`, exactSum(vatKopecks)),
  )
  return {
    stack: [
      {
        layout: 'noBorders',
        margin: [0, 4, 0, 6],
        table: {
          widths: ['*', 80],
          body: [
            row('Итого', exactSum(lines.reduce((sum, line) => sum + line.sumKopecks, 0))),
            ...rates,
            row('Всего к оплате', exactSum(sumKopecks)),
          ],
        },
      },
      `Всего наименований ${lines.length}, на сумму ${exactSum(sumKopecks)} ₽`,
      { text: sumInWords(sumKopecks), bold: true },
    ],
    unbreakable: true,
  }
}

function foot({ seller }: InvoiceData): Content {
  return {
    stack: [
      signatureLine(seller.headPost, seller.headName),
      signatureLine('Главный бухгалтер', seller.accountantName || seller.headName),
      { text: 'М. П.', margin: [120, 14, 0, 0], color: '#555555' },
    ],
    unbreakable: true,
  }
}
