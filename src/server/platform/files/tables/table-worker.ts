import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { openArchive, checkUnpackedSize, type Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { readDelimited } from './delimited.ts'
import { extractRows } from './extract.ts'
import { readHiddenRows } from './hidden-rows.ts'
import { readOwnPriceList } from './own-price-list.ts'
import { filledCells, sampleSheet } from './sample.ts'
import type { Sheet } from './sheet.ts'
import { detectTableKind, supportedTablesMessage } from './table-kind.ts'
import { withTypedLines } from './typed-sheet.ts'
import type { ParsedWorkbook, SpreadsheetFile } from './spreadsheet.ts'
import type { WorkerResult, Source, WorkerReply } from './worker-messages.ts'
import { UnreadableTable, unreadableMessages } from './unreadable-table.ts'

// Reads one file outside the event loop and ends. Its messages are in worker-messages.ts.
const { source, max } = workerData as { source: Source; max: number }
/** From these sizes on a file is heavy: parsed cells take many times the bytes of the file. */
const heavyBytes = { archive: 3_000_000, workbook: 2_000_000, text: 4_000_000 }
let sheets: Sheet[] = []

parentPort?.on('message', (message: WorkerReply) => {
  const sheet = message.proceed === undefined ? sheets[message.sheet] : undefined
  if (message.proceed !== undefined || !sheet) return
  const { choice } = message
  void reply(() =>
    choice === undefined
      ? { kind: 'cells', rows: filledCells(sheet, { whole: message.whole === true }) }
      : { kind: 'rows', ...extractRows(sheet, choice, max) },
  )
})
void reply(open)

async function open(): Promise<WorkerResult> {
  if ('text' in source) {
    const { text } = source
    return openText(text.length, () => text)
  }
  const bytes = Buffer.from(source.bytes)
  const kind = detectTableKind(bytes)
  if (kind === 'text') return openText(bytes.length, () => decodeText(bytes))
  if (kind === 'zip') return openZip(bytes)
  await waitForParseLock(bytes.length > heavyBytes.workbook)
  return openSpreadsheet(kind === 'markup' ? { kind, text: decodeText(bytes) } : { kind, bytes })
}

async function openText(size: number, decode: () => string): Promise<WorkerResult> {
  await waitForParseLock(size > heavyBytes.text)
  return opened({ sheets: [readDelimited(decode(), '')], sheetsBeyond: 0 })
}

async function openZip(bytes: Buffer): Promise<WorkerResult> {
  const archive = await openArchive(bytes)
  let hasUncachedFormulas = false
  let hiddenRows = new Map<string, Set<number>>()
  try {
    const own = 'bytes' in source && source.isForeign ? undefined : await readOwnPriceList(archive, max)
    if (own) return { kind: 'own', own }
    rejectOtherArchives(archive)
    const unpacked = await checkUnpackedSize(archive)
    hasUncachedFormulas = unpacked.hasUncachedFormulas
    await waitForParseLock(unpacked.sheetBytes > heavyBytes.archive)
    if (unpacked.hasHiddenRows) hiddenRows = await readHiddenRows(archive)
  } finally {
    archive.close()
  }
  return openSpreadsheet({ kind: 'zip', bytes, hasUncachedFormulas, hiddenRows })
}

/** Loads the large library only when needed; text and our own price list do not need it. */
async function openSpreadsheet(file: SpreadsheetFile): Promise<WorkerResult> {
  const { readSpreadsheet } = await import('./spreadsheet.ts')
  // The thread is terminated, so compiled code must be stored now.
  flushCompileCache()
  return opened(await readSpreadsheet(file))
}

/** Before this nothing large must be in memory. */
async function waitForParseLock(isHeavy: boolean): Promise<void> {
  const message = parentPort ? once(parentPort, 'message') : undefined
  parentPort?.postMessage({ kind: 'weighed', isHeavy } satisfies WorkerResult, [])
  await message
}

function rejectOtherArchives({ names }: Archive): void {
  if (names.some((name) => /^xl\/workbook\.(xml|bin)$/i.test(name) || name === 'content.xml')) return
  if (names.some((name) => name.startsWith('word/')))
    throw new UnreadableTable(`Это документ Word, а не таблица. ${supportedTablesMessage}`)
  if (names.some((name) => name.startsWith('Index/') && name.endsWith('.iwa')))
    throw new UnreadableTable('Это таблица Numbers. Экспортируйте её из Numbers в Excel (XLSX) и загрузите')
  throw new UnreadableTable(unreadableMessages.archive)
}

function opened({ sheetsBeyond, ...book }: ParsedWorkbook): WorkerResult {
  sheets = book.sheets.map(withTypedLines)
  const samples = sheets.map(sampleSheet).filter(({ filled }) => filled > 0)
  if (samples.length === 0) throw new UnreadableTable('В файле нет ни одной заполненной строки')
  if (samples.every(({ isHiddenSheet }) => isHiddenSheet))
    throw new UnreadableTable(
      'Все заполненные листы файла скрыты. Покажите нужный лист в таблице и загрузите файл снова',
    )
  return { kind: 'opened', samples, sheetsBeyond }
}

async function reply(work: () => WorkerResult | Promise<WorkerResult>): Promise<void> {
  try {
    parentPort?.postMessage(await work(), [])
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    parentPort?.postMessage({ kind: 'refused', message: error.message } satisfies WorkerResult, [])
  }
}
