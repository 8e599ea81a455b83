import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { formatKopecks, formatMilli } from '#shared/rules/money.ts'
import { a4Page, horizontalRule } from '#server/platform/files/pdf-layout.ts'

const demoFooter = 'Демонстрационный документ'

export type SampleSale = {
  number: string
  day: Day
  kopecks: number
  buyer: string
  seller: string
  lines: { articul: string; name: string; unit: string; milli: number; kopecks: number }[]
}

/** A simplified УПД, without the parts for the tax office. */
export function sampleUpd({ number, day, kopecks, buyer, seller, lines }: SampleSale): TDocumentDefinitions {
  const title = `УПД № ${number} от ${formatDay(day)}`
  return a4Page({
    title,
    author: seller,
    footer: demoFooter,
    content: [
      { text: title, fontSize: 14, bold: true },
      { text: `Продавец: ${seller}. Покупатель: ${buyer}`, margin: [0, 6, 0, 6] },
      horizontalRule(1),
      {
        table: {
          headerRows: 1,
          widths: [80, '*', 60, 80],
          body: [
            ['Артикул', 'Наименование', 'Количество', 'Сумма, ₽'],
            ...lines.map((line) => [
              line.articul,
              line.name,
              `${formatMilli(line.milli)} ${line.unit}`,
              formatKopecks(line.kopecks),
            ]),
          ],
        },
        layout: 'lightHorizontalLines',
        margin: [0, 8, 0, 8],
      },
      { text: `Всего: ${formatKopecks(kopecks)} ₽`, bold: true },
    ],
  })
}

export const sampleInvoice = ({ number, day, kopecks }: { number: string; day: Day; kopecks: number }) =>
  note(`Счёт № ${number} от ${formatDay(day)}`, `Всего к оплате: ${formatKopecks(kopecks)} ₽`)

export const sampleCertificate = ({ number, validTo }: { number: string; validTo: Day }) =>
  note(`Сертификат соответствия ${number}`, `Действует до ${formatDay(validTo)}`)

function note(title: string, line: string): TDocumentDefinitions {
  return a4Page({
    title,
    author: '',
    footer: demoFooter,
    content: [
      { text: title, fontSize: 14, bold: true },
      { text: line, margin: [0, 8, 0, 0] },
    ],
  })
}
