import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#shared/rules/dates.ts'
import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import { formatExactKopecks } from '#shared/rules/money.ts'
import { sumInWords } from '#shared/rules/words/sum-in-words.ts'
import type { Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { a4Page, signatureLine } from '#server/platform/files/pdf-layout.ts'
import { contractTitle } from '#server/buying/order-documents/invoice-parts.ts'
import type { StoredAct } from './queries.ts'
import type { ReadMatch } from './queries-matches.ts'
import { closingKopecks } from './shape.ts'

/**
 * Акт сверки взаимных расчётов: our ledger on the left; on the right the buyer's uploaded ledger, or empty columns to
 * fill in. `matches` undefined: too many lines to print.
 */
export function buildActDocument(
  act: StoredAct,
  parties: Parties,
  matches: readonly ReadMatch[] | undefined,
): TDocumentDefinitions {
  const { contract, buyer, seller } = parties
  const title = `Акт сверки взаимных расчётов ${act.number}`
  const period = `за период ${formatDay(act.firstDay)} – ${formatDay(act.lastDay)}`
  return a4Page({
    title,
    author: seller?.name ?? '',
    footer: `${title} ${period}`,
    content: [
      { text: title, fontSize: 14, bold: true, alignment: 'center' },
      { text: period, alignment: 'center', margin: [0, 2, 0, 8] },
      `Мы, нижеподписавшиеся, ${partyText(seller)} и ${partyText(buyer)}, составили настоящий акт о том, ` +
        `что состояние взаимных расчётов по данным учёта следующее. ${contractTitle(contract)}.`,
      buildHalves(act, parties, matches),
      conclusion(act, parties),
      signatures(parties),
    ],
  })
}

function partyText(party: Parties['seller'] | Parties['buyer']): string {
  if (party === null) return 'поставщик'
  return `${party.name} (ИНН ${party.inn}${party.kpp === '' ? '' : `, КПП ${party.kpp}`})`
}

const head = ['Дата', 'Документ', 'Дебет', 'Кредит']

function buildHalves(act: StoredAct, { buyer, seller }: Parties, matches: readonly ReadMatch[] | undefined): Content {
  const titled = (text: string): TableCell[] => [
    { text: `По данным ${text}, ₽`, colSpan: 4, bold: true, alignment: 'center' },
    '',
    '',
    '',
  ]
  const { book } = act
  const theirOpening = book === null ? undefined : (book.openingKopecks ?? act.openingKopecks)
  const theirClosing =
    book && theirOpening !== undefined ? theirOpening + book.debitKopecks - book.creditKopecks : undefined
  const body: TableCell[][] = [
    [...titled(seller?.company ?? 'поставщика'), ...titled(buyer.company)],
    [...head, ...head].map((text): TableCell => ({ text, bold: true, alignment: 'center', fillColor: '#eef1f5' })),
    [...balance(act.firstDay, act.openingKopecks), ...mirroredBalance(act.firstDay, theirOpening)],
    ...(matches ? matches.flatMap(toLines) : [tooManyLines(act)]),
    [
      ...totals(act.debitKopecks, act.creditKopecks),
      ...(book ? totals(book.creditKopecks, book.debitKopecks) : ['', bold('Обороты за период'), '', '']),
    ],
    [...balance(act.lastDay, closingKopecks(act)), ...mirroredBalance(act.lastDay, theirClosing)],
  ]
  return {
    table: { headerRows: 2, dontBreakRows: true, widths: [42, '*', 54, 54, 42, '*', 54, 54], body },
    layout: 'thin',
    fontSize: 7,
    margin: [0, 8, 0, 8],
  }
}

const bold = (text: string): TableCell => ({ text, bold: true })
const sum = (kopecks: number): TableCell => ({
  text: kopecks === 0 ? '' : formatExactKopecks(kopecks),
  alignment: 'right',
  noWrap: true,
})
const boldSum = (kopecks: number): TableCell => ({
  text: formatExactKopecks(kopecks),
  alignment: 'right',
  noWrap: true,
  bold: true,
})

function balance(day: string, kopecks: number): TableCell[] {
  const [debit, credit] = [Math.max(0, kopecks), Math.max(0, -kopecks)]
  return ['', bold(`Сальдо на ${formatDay(day)}`), boldSum(debit), boldSum(credit)]
}

/** The buyer's ledger shows the same debt on the other side; undefined: left empty. */
function mirroredBalance(day: string, kopecks: number | undefined): TableCell[] {
  return kopecks === undefined ? ['', bold(`Сальдо на ${formatDay(day)}`), '', ''] : balance(day, -kopecks)
}

function totals(debitKopecks: number, creditKopecks: number): TableCell[] {
  return ['', bold('Обороты за период'), boldSum(debitKopecks), boldSum(creditKopecks)]
}

function toLines({ ours, theirs }: ReadMatch): TableCell[][] {
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, index): TableCell[] => {
    const [ourLine, theirLine] = [ours[index], theirs[index]]
    return [
      ...(ourLine
        ? [
            formatDay(ourLine.day),
            `${ledgerKinds[ourLine.kind].operation}, ${paperTitle(ourLine)}`,
            sum(ourLine.debitKopecks),
            sum(ourLine.creditKopecks),
          ]
        : ['', '', '', '']),
      ...(theirLine
        ? [
            theirLine.day ? formatDay(theirLine.day) : '',
            theirLine.document,
            sum(theirLine.debitKopecks),
            sum(theirLine.creditKopecks),
          ]
        : ['', '', '', '']),
    ]
  })
}

function tooManyLines({ lineCount }: StoredAct): TableCell[] {
  const text = `Документов: ${lineCount}. Перечень – в приложении к акту, файл XLSX`
  return [{ text, colSpan: 8, alignment: 'center' }, '', '', '', '', '', '', '']
}

function conclusion(act: StoredAct, { buyer, seller }: Parties): Content {
  const kopecks = closingKopecks(act)
  const day = formatDay(act.lastDay)
  const [us, them] = [seller?.company ?? 'поставщика', buyer.company]
  if (kopecks === 0) return { text: `На ${day} по данным ${us} задолженность отсутствует.`, bold: true }
  const debtKopecks = Math.abs(kopecks)
  return {
    text:
      `На ${day} по данным ${us} задолженность в пользу ${kopecks > 0 ? us : them} ` +
      `составляет ${formatExactKopecks(debtKopecks)} ₽ (${sumInWords(debtKopecks)}).`,
    bold: true,
  }
}

function signatures({ buyer, seller }: Parties): Content {
  return {
    unbreakable: true,
    margin: [0, 10, 0, 0],
    stack: [
      bold(`От ${seller?.company ?? 'поставщика'}`) as Content,
      signatureLine(seller?.headPost ?? '', seller?.headName ?? ''),
      { text: '', margin: [0, 8, 0, 0] },
      bold(`От ${buyer.company}`) as Content,
      signatureLine(buyer.headPost || 'Руководитель', buyer.headName),
    ],
  }
}
