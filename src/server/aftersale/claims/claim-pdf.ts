import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { claimTypes, requestedRemedies, typeNames } from '#shared/rules/aftersale/claims.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { documentName } from '#shared/rules/documents/shipping-documents.ts'
import { formatExactKopecks, formatMilli } from '#shared/rules/money.ts'
import { findParties, type Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { contractTitle } from '#server/buying/order-documents/invoice-parts.ts'
import { AppError } from '#server/platform/app-error.ts'
import { shownLineSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { ClaimScope } from './claim-scope.ts'
import type { Db } from '#server/platform/db/client.ts'
import { a4Page, signatureLine } from '#server/platform/files/pdf-layout.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import type { StoredLine } from './queries.ts'
import type { OrderPaper } from './queries-outlook.ts'
import { readClaimIn, type ReadClaim } from './service.ts'
import type { ClaimPrices } from './claim-prices.ts'

type PdfRequest = {
  scope: ClaimScope
  claimId: number
  shownIn: ClaimPrices['shownIn'] | undefined
  seesPapers: boolean
}

/** The act of discrepancies of a claim with the content of ТОРГ-2, ready to render. */
export async function prepareClaimPdf(
  deps: { db: Db },
  { shownIn, seesPapers, ...of }: PdfRequest,
): Promise<PdfDocument> {
  const { papers, ...read } = await readClaimIn(deps, { ...of, notes: false })
  const shown = shownIn?.(read.claim.contractId)
  const parties = await findParties(deps.db, read.claim)
  if (!parties) throw new AppError('notFound')
  return {
    name: `Акт о расхождениях ${read.claim.number}.pdf`,
    definition: documentOf({ ...read, papers: seesPapers ? papers : [] }, parties, shown),
  }
}

function documentOf(
  { claim, lines, papers }: Pick<ReadClaim, 'claim' | 'lines' | 'papers'>,
  parties: Parties,
  shown: ShownPrice | undefined,
): TDocumentDefinitions {
  const { seller, buyer, contract } = parties
  const filedOn = formatDay(dayOf(new Date(claim.filedAt)))
  const title = `Акт о расхождениях № ${claim.number} от ${filedOn}`
  const rows: [string, string][] = [
    ['Поставщик', partyText(seller)],
    ['Покупатель', partyText(buyer)],
    ['Основание', [contractTitle(contract), `заказ ${claim.orderNumber}`, ...papers.map(paperText)].join(', ')],
    ['Причина', typeNames(claim.types)],
    ['Покупатель просит', [...new Set(lines.map(({ remedy }) => requestedRemedies[remedy].toLowerCase()))].join(', ')],
    ['Описание', claim.text || '—'],
  ]
  return a4Page({
    title,
    author: buyer.name,
    footer: title,
    content: [
      { text: title, fontSize: 14, bold: true },
      {
        text: 'об установленном расхождении по количеству и качеству при приёмке товаров (по содержанию формы ТОРГ-2)',
        margin: [0, 2, 0, 8],
      },
      {
        table: {
          widths: [110, '*'],
          body: rows.map(([name, value]) => [{ text: name, bold: true }, value]),
        },
        layout: 'noBorders',
      },
      { ...tableOf(lines, shown), margin: [0, 8, 0, 8] },
      'Покупатель уведомляет поставщика о расхождении письменно (ст. 483 и 513 ГК РФ).',
      {
        unbreakable: true,
        stack: [
          { text: `От ${buyer.company}`, bold: true, margin: [0, 12, 0, 0] },
          signatureLine(buyer.headPost || 'Руководитель', buyer.headName),
          signatureLine('Товар принимал', claim.filedBy),
          {
            text: `От ${seller?.company ?? 'поставщика'}`,
            bold: true,
            margin: [0, 12, 0, 0],
          },
          signatureLine('Представитель', ''),
        ],
      },
    ],
  })
}

const paperText = (paper: OrderPaper) => `${documentName(paper)} от ${formatDay(paper.day)}`

function partyText(party: Parties['seller'] | Parties['buyer']): string {
  if (party === null) return 'поставщик'
  const numbers = `ИНН ${party.inn}${party.kpp === '' ? '' : `, КПП ${party.kpp}`}`
  return [party.name, numbers, party.address].filter(Boolean).join(', ')
}

/** Quantity by document, actual quantity, and the difference: shortage, surplus, or defective. */
function tableOf(lines: readonly StoredLine[], shown: ShownPrice | undefined) {
  const head = ['№', 'Товар', 'Ед.', 'По документам', 'Фактически', 'Расхождение', ...(shown ? ['Сумма, ₽'] : [])]
  const body: TableCell[][] = [
    head.map((text) => ({
      text,
      bold: true,
      alignment: 'center',
      fillColor: '#eef1f5',
    })),
    ...lines.map((line) => rowOf(line, shown)),
  ]
  const widths = [16, '*', 28, 62, 62, 66, ...(shown ? [62] : [])]
  return {
    table: { headerRows: 1, dontBreakRows: true, widths, body },
    layout: 'thin',
    fontSize: 8,
  }
}

function rowOf(line: StoredLine, shown: ShownPrice | undefined): TableCell[] {
  const { type, shippedMilli, quantityMilli } = line
  const isMissing = type === 5
  const isMore = type === 4 || line.orderPosition === null
  const inFact = isMissing ? shippedMilli - quantityMilli : isMore ? shippedMilli + quantityMilli : shippedMilli
  const sign = isMissing ? '−' : isMore ? '+' : ''
  const grounds = [claimTypes[type].name.toLowerCase(), line.text].filter(Boolean).join(': ')
  const right = (text: string): TableCell => ({
    text,
    alignment: 'right',
    noWrap: true,
  })
  return [
    String(line.position),
    { text: [`${line.name}, арт. ${line.articul}`, '\n', grounds], lineHeight: 1.1 },
    line.unit,
    right(formatMilli(shippedMilli)),
    right(formatMilli(inFact)),
    right(`${sign}${formatMilli(quantityMilli)}${isMissing || isMore ? '' : ' негодных'}`),
    ...(shown ? [right(sumText(shownLineSum(shown, line)))] : []),
  ]
}

function sumText(kopecks: number | null): string {
  return kopecks === null ? '' : formatExactKopecks(kopecks)
}
