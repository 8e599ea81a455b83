import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { dayOf, monthsBack, type Day } from '#shared/rules/dates.ts'
import { documentName, type DocumentGroup } from '#shared/rules/documents/shipping-documents.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  listDocumentRows,
  listStoredDocuments,
  readOverview,
  type DocumentFilter,
  type DocumentRow,
  type Overview,
  type StoredDocument,
} from './queries.ts'

type Deps = { db: Db; files: FileStore }

/** Default period of the list. */
const defaultPeriodMonths = 3

export type DocumentsInput = {
  /** Undefined: the chosen contract. */
  contractId: number | undefined
  group: DocumentGroup | undefined
  from: Day | undefined
  to: Day | undefined
  query: string
  unsigned: boolean
}

export type DocumentsPage = {
  filter: DocumentFilter
  today: Day
  overview: Overview
  rows: DocumentRow[]
  pagination: Pagination
}

/** A page of a contract's documents. */
export async function readDocuments(
  { db }: Pick<Deps, 'db'>,
  { accountId }: BuyerActor,
  { page, perPage, now, ...input }: DocumentsInput & { page: number; perPage: number; now: Date },
): Promise<DocumentsPage> {
  const today = dayOf(now)
  const to = input.to ?? today
  const from = input.from ?? monthsBack(to, defaultPeriodMonths)
  if (from > to) throw new AppError('datePeriod')
  const { contractId } = await getContractView({ db }, { accountId, contractId: input.contractId })
  const filter = { ...input, accountId, contractId, from, to }
  const overview = await readOverview(db, filter)
  const rows = await listDocumentRows(db, { ...filter, ...limitAndOffset({ page, perPage }) })
  return { filter, today, overview, rows, pagination: paginationOf({ page, perPage }, overview.count) }
}

/** The PDF of one document. */
export async function openDocument(
  { db, files }: Deps,
  { accountId }: BuyerActor,
  { id }: { id: number },
): Promise<{ name: string; bytes: number; content: Readable }> {
  const [found] = await getStoredDocuments({ db, files }, { accountId, ids: [id] })
  if (!found) throw new AppError('notFound')
  return { name: fileName(found), bytes: found.fileBytes, content: files.get(found.fileKey) }
}

/** PDFs of several documents in one streamed ZIP; throws if any is missing. */
export async function archiveDocuments(
  { db, files }: Deps,
  { accountId }: BuyerActor,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<{ name: string; content: Readable }> {
  const found = await getStoredDocuments({ db, files }, { accountId, ids })
  return { name: `Документы ${dayOf(now)}.zip`, content: createZip(files, found) }
}

/** These documents with their files; throws if any is missing. */
export async function getStoredDocuments(
  { db, files }: Deps,
  { accountId, ids }: { accountId: number; ids: readonly number[] },
): Promise<StoredDocument[]> {
  const found = await listStoredDocuments(db, { accountId, ids })
  if (found.length < new Set(ids).size) throw new AppError('notFound')
  for (const { fileKey } of found) if (!(await files.has(fileKey))) throw new AppError('notFound')
  return found
}

/** One file is open at a time. PDFs are compressed already, so they are stored. */
function createZip(files: FileStore, documents: readonly StoredDocument[]): Readable {
  const zip = new ZipFile()
  // yazl's output is a PassThrough, contrary to its types.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let openFile: Readable | undefined
  output.on('close', () => openFile?.destroy())
  const usedNames = new Set<string>()
  for (const document of documents) {
    const name = uniqueName(fileName(document), usedNames)
    const mtime = new Date(`${document.day}T09:00:00Z`)
    const options = { mtime, compress: false, size: document.fileBytes }
    zip.addReadStreamLazy(name, options, (take) => {
      openFile = files.get(document.fileKey)
      take(null, openFile)
    })
  }
  zip.end()
  return output
}

/** 'УПД 4471 от 2026-11-14.pdf', without characters that file systems forbid. */
export function fileName(document: StoredDocument): string {
  const title = documentName(document)
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '-')
    .slice(0, 120)
    .trim()
  return `${title} от ${document.day}.pdf`
}

export function uniqueName(name: string, usedNames: Set<string>): string {
  let unique = name
  for (let copy = 2; usedNames.has(unique.toLowerCase()); copy += 1) unique = name.replace(/\.pdf$/, ` (${copy}).pdf`)
  usedNames.add(unique.toLowerCase())
  return unique
}
