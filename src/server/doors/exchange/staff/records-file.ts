import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Reject } from '../apply/tally.ts'
import { recordKind } from './import-summary.ts'
import { findRun, listRecords } from './queries-log.ts'

const batchSize = 1000

type RecordsToWrite = { runId: number; query: string }

const columns: { heading: string; width: number; text: (record: Reject) => string }[] = [
  { heading: 'Что', width: 18, text: ({ kind }) => recordKind(kind) },
  { heading: 'Код в 1С', width: 38, text: ({ code }) => code },
  { heading: 'Наименование', width: 40, text: ({ name }) => name },
  { heading: 'Почему не принято', width: 60, text: ({ reason }) => reason },
]

export async function writeRecordsSheet({ db }: { db: Db }, input: RecordsToWrite, now: Date) {
  const name = await nameOf(db, input)
  const content = writeWorkbook({
    title: name,
    createdAt: now,
    sheet: {
      name: 'Не принято',
      columns: columns.map(({ width }) => ({ width })),
      head: [[{ kind: 'title', text: name }], columns.map(({ heading }): Cell => ({ kind: 'header', text: heading }))],
      rows: cellsOf(recordsOf(db, input)),
    },
    metadata: { name: 'Метки', rows: [['format', 'exchange-records']] },
  })
  return { name: `${name}.xlsx`, content }
}

export async function writeRecordsCsv({ db }: { db: Db }, input: RecordsToWrite) {
  return { name: `${await nameOf(db, input)}.csv`, content: Readable.from(csvOf(recordsOf(db, input))) }
}

async function nameOf(db: Db, { runId }: RecordsToWrite): Promise<string> {
  const run = await findRun(db, { id: runId })
  if (run === undefined) throw new AppError('notFound')
  return `Не принято ${runId} ${run.name.replaceAll('/', '-')}`
}

async function* recordsOf(db: Db, input: RecordsToWrite): AsyncGenerator<Reject[]> {
  for (let offset = 0; ; offset += batchSize) {
    const records = await listRecords(db, { ...input, limit: batchSize, offset })
    if (records.length > 0) yield records
    if (records.length < batchSize) return
  }
}

async function* cellsOf(pages: AsyncGenerator<Reject[]>): AsyncGenerator<Cell[][]> {
  for await (const page of pages)
    yield page.map((record) => columns.map(({ text }): Cell => ({ kind: 'text', text: text(record) })))
}

/** With a byte order mark, so that Excel detects UTF-8; formulas are escaped. */
async function* csvOf(pages: AsyncGenerator<Reject[]>): AsyncGenerator<string> {
  const write = (rows: string[][]) => `${Papa.unparse(rows, { delimiter: ';', escapeFormulae: true })}\r\n`
  yield `\uFEFF${write([columns.map(({ heading }) => heading)])}`
  for await (const page of pages) yield write(page.map((record) => columns.map(({ text }) => text(record))))
}
