import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { openArchive, refuseZipBombs, type Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { readDelimited } from './delimited.ts'
import { extractRows } from './extract.ts'
import { readHiddenRows } from './hidden-rows.ts'
import { readOwnPriceList } from './own-price-list.ts'
import { filledCells, sampleSheet } from './sample.ts'
import type { Sheet } from './sheet.ts'
import { sniff, supportedTablesMessage } from './sniff.ts'
import { withTypedLines } from './typed-sheet.ts'
import type { Book, Spreadsheet } from './spreadsheet.ts'
import type { WorkerResult, Source, WorkerReply } from './worker-messages.ts'
import { Unreadable, refusals } from './unreadable.ts'

// Reads one file beside the event loop and ends. Its messages are in worker-messages.ts.
const { source, max } = workerData as { source: Source; max: number }
/** Cells of a workbook and of text take this many times the bytes that they come from, and more. */
const heavy = { archive: 3_000_000, workbook: 2_000_000, text: 4_000_000 }
let sheets: Sheet[] = []

parentPort?.on('message', (message: WorkerReply) => {
  const sheet = message.goOn === undefined ? sheets[message.sheet] : undefined
  if (message.goOn !== undefined || !sheet) return
  const { choice } = message
  void reply(() =>
    choice === undefined
      ? { kind: 'cells', rows: filledCells(sheet) }
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
  const kind = sniff(bytes)
  if (kind === 'text') return openText(bytes.length, () => decodeText(bytes))
  if (kind === 'zip') return openZip(bytes)
  await permit(bytes.length > heavy.workbook)
  return openSpreadsheet(kind === 'markup' ? { kind, text: decodeText(bytes) } : { kind, bytes })
}

async function openText(size: number, decode: () => string): Promise<WorkerResult> {
  await permit(size > heavy.text)
  return opened({ sheets: [readDelimited(decode(), '')], sheetsBeyond: 0 })
}

async function openZip(bytes: Buffer): Promise<WorkerResult> {
  const archive = await openArchive(bytes)
  let lacksValues = false
  let hiddenRows = new Map<string, Set<number>>()
  try {
    const own = 'bytes' in source && source.isForeign ? undefined : await readOwnPriceList(archive, max)
    if (own) return { kind: 'own', own }
    refuseOthers(archive)
    const weight = await refuseZipBombs(archive)
    lacksValues = weight.lacksValues
    await permit(weight.sheets > heavy.archive)
    if (weight.hidesRows) hiddenRows = await readHiddenRows(archive)
  } finally {
    archive.close()
  }
  return openSpreadsheet({ kind: 'zip', bytes, lacksValues, hiddenRows })
}

/** The library is large; text and our own price list do not need it. */
async function openSpreadsheet(file: Spreadsheet): Promise<WorkerResult> {
  const { readSpreadsheet } = await import('./spreadsheet.ts')
  // A thread is ended before it would keep what it has compiled.
  flushCompileCache()
  return opened(await readSpreadsheet(file))
}

/** Until then nothing large is held. */
async function permit(isHeavy: boolean): Promise<void> {
  const message = parentPort ? once(parentPort, 'message') : undefined
  parentPort?.postMessage({ kind: 'weighed', isHeavy } satisfies WorkerResult, [])
  await message
}

function refuseOthers({ names }: Archive): void {
  if (names.some((name) => /^xl\/workbook\.(xml|bin)$/i.test(name) || name === 'content.xml')) return
  if (names.some((name) => name.startsWith('word/')))
    throw new Unreadable(`Это документ Word, а не таблица. ${supportedTablesMessage}`)
  if (names.some((name) => name.startsWith('Index/') && name.endsWith('.iwa')))
    throw new Unreadable('Это таблица Numbers. Экспортируйте её из Numbers в Excel (XLSX) и загрузите')
  throw new Unreadable(refusals.archive)
}

function opened({ sheetsBeyond, ...book }: Book): WorkerResult {
  sheets = book.sheets.map(withTypedLines)
  const samples = sheets.map(sampleSheet).filter(({ filled }) => filled > 0)
  if (samples.length === 0) throw new Unreadable('В файле нет ни одной заполненной строки')
  if (samples.every(({ isHiddenSheet }) => isHiddenSheet))
    throw new Unreadable('Все заполненные листы файла скрыты. Покажите нужный лист в таблице и загрузите файл снова')
  return { kind: 'opened', samples, sheetsBeyond }
}

async function reply(work: () => WorkerResult | Promise<WorkerResult>): Promise<void> {
  try {
    parentPort?.postMessage(await work(), [])
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    parentPort?.postMessage({ kind: 'refused', message: error.message } satisfies WorkerResult, [])
  }
}
