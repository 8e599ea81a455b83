import type { Readable } from 'node:stream'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import type { Parties } from '#server/customers/organisations/shared-queries-parties.ts'
import { moneyCell } from '#server/platform/files/sheet-figures.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { StoredAct } from './queries.ts'
import type { ReadMatch } from './queries-matches.ts'
import { closingKopecks } from './shape.ts'

type Ours = ReadMatch['ours'][number] | undefined
type Theirs = ReadMatch['theirs'][number] | undefined
type Line = { our: Ours; their: Theirs; match: ReadMatch; isFirst: boolean }

const text = (value: string): Cell => ({ kind: 'text', text: value })
const money = (kopecks: number | undefined): Cell => (kopecks ? moneyCell(kopecks) : text(''))

const ownColumns: Column[] = [
  { heading: 'Дата', width: 12, cell: ({ our }) => text(our ? formatDay(our.day) : '') },
  { heading: 'Документ', width: 24, cell: ({ our }) => text(our ? paperTitle(our) : '') },
  { heading: 'Операция', width: 18, cell: ({ our }) => text(our ? ledgerKinds[our.kind].operation : '') },
  { heading: 'Дебет, ₽', width: 14, cell: ({ our }) => money(our?.debitKopecks) },
  { heading: 'Кредит, ₽', width: 14, cell: ({ our }) => money(our?.creditKopecks) },
]
const bookColumns: Column[] = [
  { heading: 'Ваша дата', width: 12, cell: ({ their }) => text(their?.day ? formatDay(their.day) : '') },
  { heading: 'Ваш документ', width: 44, cell: ({ their }) => text(their?.document ?? '') },
  { heading: 'Ваш дебет, ₽', width: 14, cell: ({ their }) => money(their?.debitKopecks) },
  { heading: 'Ваш кредит, ₽', width: 14, cell: ({ their }) => money(their?.creditKopecks) },
  {
    heading: 'Сверка',
    width: 14,
    cell: ({ match, isFirst }) => text(isFirst ? matchOutcomes[match.outcome].label : ''),
  },
  { heading: 'Разница, ₽', width: 13, cell: ({ match, isFirst }) => (isFirst ? money(match.effectKopecks) : text('')) },
]
const answers = { agree: 'согласны', dispute: 'спорим' } as const
const replies = { accept: 'поставщик согласен с вами', refuse: 'поставщик отказал' } as const

/** The replies of staff only once they are sent. */
function answerColumn({ repliedAt }: StoredAct): Column {
  return {
    heading: 'Пояснение и ответ',
    width: 44,
    cell: ({ match: { cause, answer, comment, reply, replyReason }, isFirst }) => {
      const replied = repliedAt !== null && reply !== null ? [replies[reply], replyReason] : []
      return text(isFirst ? [cause, answer && answers[answer], comment, ...replied].filter(Boolean).join('; ') : '')
    },
  }
}

type Column = { heading: string; width: number; cell: (line: Line) => Cell }

/** An act as a spreadsheet, beside the buyer's ledger if one was uploaded. */
export function writeActSheet(
  act: StoredAct,
  { contract, buyer, seller }: Parties,
  { createdAt, matches }: { createdAt: Date; matches: AsyncIterable<ReadMatch[]> },
): Readable {
  const columns = [...ownColumns, ...(act.book === null ? [] : bookColumns), answerColumn(act)]
  const title = `Акт сверки ${act.number} за период ${formatDay(act.firstDay)} – ${formatDay(act.lastDay)}`
  const notes = [
    `${seller?.name ?? ''} и ${buyer.name}, договор № ${contract.number} от ${formatDay(contract.signedOn)}. ` +
      'По данным поставщика',
    balancesText(act),
  ]
  return writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: 'Акт сверки',
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        ...notes.map((note): Cell[] => [{ kind: 'note', text: note }]),
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: toRows(act, columns, matches),
    },
    metadata: {
      name: 'Метки',
      rows: [
        ['format', 'act'],
        ['number', act.number],
      ],
    },
  })
}

function balancesText(act: StoredAct): string {
  const sums = [
    ['сальдо начальное', act.openingKopecks],
    ['дебет', act.debitKopecks],
    ['кредит', act.creditKopecks],
    ['сальдо конечное', closingKopecks(act)],
  ] as const
  return sums.map(([name, kopecks]) => `${name} ${formatKopecks(kopecks)} ₽`).join(' · ')
}

async function* toRows(
  act: StoredAct,
  columns: readonly Column[],
  pages: AsyncIterable<ReadMatch[]>,
): AsyncGenerator<Cell[][]> {
  yield [balanceRow(columns, `Сальдо на ${formatDay(act.firstDay)}`, act.openingKopecks)]
  for await (const page of pages) yield page.flatMap(toLines).map((line) => columns.map(({ cell }) => cell(line)))
  yield [
    totalsRow(columns, 'Обороты за период', act.debitKopecks, act.creditKopecks),
    balanceRow(columns, `Сальдо на ${formatDay(act.lastDay)}`, closingKopecks(act)),
  ]
}

function balanceRow(columns: readonly Column[], name: string, kopecks: number): Cell[] {
  return totalsRow(columns, name, Math.max(0, kopecks), Math.max(0, -kopecks))
}

function totalsRow(columns: readonly Column[], name: string, debitKopecks: number, creditKopecks: number): Cell[] {
  return columns.map(({ heading }) => {
    if (heading === 'Документ') return text(name)
    if (heading === 'Дебет, ₽') return money(debitKopecks)
    return heading === 'Кредит, ₽' ? money(creditKopecks) : text('')
  })
}

/** A match takes as many rows as its longer side. */
function toLines(match: ReadMatch): Line[] {
  const count = Math.max(match.ours.length, match.theirs.length)
  return Array.from({ length: count }, (_, index) => ({
    our: match.ours[index],
    their: match.theirs[index],
    match,
    isFirst: index === 0,
  }))
}
