import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { AuditRow as WireRow } from '#shared/api/administration/audit.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import { buildAuditFilter, periodOf, type AuditInput } from './filter.ts'
import { shapeRows } from './shape.ts'
import { streamRows } from './service.ts'
import { formatMoscowTime } from './text.ts'

type ExportInput = AuditInput & { now: Date }
type Caller = { accountId: number }

const batchSize = 1000
/** Below Excel's row limit. */
const maxSheetRows = 1_000_000

const columns: { heading: string; width: number; text: (row: WireRow) => string }[] = [
  { heading: 'Запись', width: 10, text: ({ id }) => String(id) },
  { heading: 'Когда, МСК', width: 18, text: ({ at }) => formatMoscowTime(new Date(at)) },
  { heading: 'Кто', width: 24, text: ({ who }) => who.name },
  { heading: 'За кого', width: 24, text: ({ on_behalf }) => on_behalf?.name ?? '' },
  { heading: 'Что сделано', width: 34, text: ({ action }) => action },
  { heading: 'С чем', width: 30, text: ({ object }) => object.title },
  { heading: 'Что это', width: 30, text: ({ object }) => object.note },
  { heading: 'Организация', width: 30, text: ({ organisation }) => organisation?.name ?? '' },
  { heading: 'Поле', width: 24, text: ({ changes }) => lines(changes.map(({ field }) => field)) },
  { heading: 'Было', width: 30, text: ({ changes }) => lines(changes.map(({ before }) => before ?? '')) },
  { heading: 'Стало', width: 30, text: ({ changes }) => lines(changes.map(({ after }) => after)) },
]

export async function exportSheet(deps: { db: Db }, caller: Caller, input: ExportInput) {
  const title = 'Журнал действий'
  const { from, to } = periodOf(input, input.now)
  const pages = await startExport(deps, caller, { ...input, file: 'XLSX' })
  const content = writeWorkbook({
    title,
    createdAt: input.now,
    sheet: {
      name: title,
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        [{ kind: 'note', text: `${from === undefined ? 'по' : `${formatDay(from)} –`} ${formatDay(to)}` }],
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: cellsOf(pages),
    },
    metadata: { name: 'Метки', rows: [['format', 'audit']] },
  })
  return { name: fileName(input, 'xlsx'), content }
}

export async function exportCsv(deps: { db: Db }, caller: Caller, input: ExportInput) {
  const pages = await startExport(deps, caller, { ...input, file: 'CSV' })
  return { name: fileName(input, 'csv'), content: Readable.from(csvOf(pages)) }
}

async function startExport(deps: { db: Db }, caller: Caller, { file, now, ...input }: ExportInput & { file: string }) {
  const filter = await buildAuditFilter(deps.db, input, now)
  const { from, to } = periodOf(input, now)
  await recordAudit(deps.db, byAccount(caller), {
    action: 'audit.exported',
    object: { type: 'audit', id: null },
    after: { file, startsOn: from ?? null, endsOn: to },
  })
  return streamRows(deps, filter, batchSize)
}

type Pages = Awaited<ReturnType<typeof startExport>>

async function* cellsOf(pages: Pages): AsyncGenerator<Cell[][]> {
  let written = 0
  for await (const page of pages) {
    yield shapeRows(page).map((row) => columns.map(({ text }): Cell => ({ kind: 'text', text: text(row) })))
    written += page.rows.length
    if (written >= maxSheetRows) return
  }
}

/**
 * Has a byte order mark, so that Excel detects UTF-8. Values that a spreadsheet would evaluate as formulas are escaped.
 */
async function* csvOf(pages: Pages): AsyncGenerator<string> {
  const write = (rows: string[][]) => `${Papa.unparse(rows, { delimiter: ';', escapeFormulae: true })}\r\n`
  yield `\uFEFF${write([columns.map(({ heading }) => heading)])}`
  for await (const page of pages) yield write(shapeRows(page).map((row) => columns.map(({ text }) => text(row))))
}

function fileName({ now, ...input }: ExportInput, extension: string): string {
  const { from, to } = periodOf(input, now)
  return `Журнал действий ${from === undefined ? '' : `${from} – `}${to}.${extension}`
}

const lines = (values: readonly string[]) => values.join('\n')
