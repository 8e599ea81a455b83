import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { formatDay } from '#shared/rules/dates.ts'
import { paymentText } from '#shared/rules/payment-text.ts'
import { qrCode, qrSide, signatureLine } from '#server/platform/files/pdf-layout.ts'
import type { Party, Seller } from '#server/customers/organisations/shared-queries-parties.ts'

/** Common parts of invoices: bank details, parties, signatures. */

/** Bank details of the seller, and the payment as a QR code. */
export function bankTable({
  seller,
  sumKopecks,
  purpose,
}: {
  seller: Seller
  sumKopecks: number
  /** For the payer's bank. */
  purpose: string
}): Content {
  const small = (text: string): Content => ({ text, fontSize: 7, color: '#555555' })
  const qr = qrCode(paymentText({ ...seller, sumKopecks, purpose }))
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

export function contractTitle({ number, signedOn }: { number: string; signedOn: string }): string {
  return `Договор № ${number} от ${formatDay(signedOn)}`
}

export function partiesTable({ seller, buyer, basis }: { seller: Seller; buyer: Party; basis: string }): Content {
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

export function partyText({ name, inn, kpp, address, phone }: Party): string {
  return [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел. ${phone}`].filter(Boolean).join(', ')
}

/** Signatures of director and accountant, and the place of the seal. */
export function signatures(seller: Seller): Content {
  return {
    stack: [
      signatureLine(seller.headPost, seller.headName),
      signatureLine('Главный бухгалтер', seller.accountantName || seller.headName),
      { text: 'М. П.', margin: [120, 14, 0, 0], color: '#555555' },
    ],
    unbreakable: true,
  }
}
