import { parentPort, workerData } from 'node:worker_threads'
import { openArchive, refuseBombs, type Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { readDelimited } from './delimited.ts'
import { extractRows } from './extract.ts'
import { readOwnPriceList } from './own-price-list.ts'
import { sampleSheet } from './sample.ts'
import type { Sheet } from './sheet.ts'
import { sniff, wanted } from './sniff.ts'
import { readMarkup, readWorkbook } from './spreadsheet.ts'
import type { Answer, Question, Source } from './talk.ts'
import { Unreadable } from './unreadable.ts'

// Reads one file beside the event loop and ends. What is asked of it and what it answers stands in talk.ts.
const { source, most } = workerData as { source: Source; most: number }
let sheets: Sheet[] = []

parentPort?.on('message', (question: Question) => void reply(() => answer(extractRows(sheets[question.sheet] ?? emptySheet, question.choice, most), 'rows')))
void reply(open)

async function open(): Promise<Answer> {
  if ('text' in source) return opened([readDelimited(source.text, '')])
  const bytes = Buffer.from(source.bytes)
  const kind = sniff(bytes)
  if (kind === 'text') return opened([readDelimited(decodeText(bytes), '')])
  if (kind === 'markup') return opened(readMarkup(decodeText(bytes)))
  if (kind === 'workbook') return opened(readWorkbook(bytes))
  const archive = await openArchive(bytes)
  try {
    const own = await readOwnPriceList(archive, most)
    if (own) return { kind: 'own', own }
    refuseOthers(archive)
    await refuseBombs(archive)
  } finally {
    archive.close()
  }
  return opened(readWorkbook(bytes))
}

function refuseOthers({ names }: Archive): void {
  if (names.some((name) => /^xl\/workbook\.(xml|bin)$/i.test(name) || name === 'content.xml')) return
  if (names.some((name) => name.startsWith('word/'))) throw new Unreadable(`Это документ Word, а не таблица. ${wanted}`)
  throw new Unreadable('Это архив. Распакуйте его и загрузите таблицу из него')
}

function opened(read: Sheet[]): Answer {
  sheets = read
  const samples = read.map(sampleSheet).filter(({ filled }) => filled > 0)
  if (samples.length === 0) throw new Unreadable('В файле нет ни одной заполненной строки')
  return { kind: 'opened', samples }
}

const emptySheet: Sheet = { name: '', rowCount: 0, row: () => [], merges: [], isCut: false }

function answer(rows: ReturnType<typeof extractRows>, kind: 'rows'): Answer {
  return { kind, ...rows }
}

async function reply(work: () => Answer | Promise<Answer>): Promise<void> {
  try {
    parentPort?.postMessage(await work(), [])
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    parentPort?.postMessage({ kind: 'refused', message: error.message } satisfies Answer, [])
  }
}
