import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { addDays, type Day } from '#shared/rules/dates.ts'
import {
  insertSampleDocuments,
  lockSampleDocuments,
  isFolderInUse,
  type SampleDocument,
} from '#server/buying/documents/shared-queries-sample.ts'
import type { SampleSale } from '#server/buying/ledger/shared-queries-sample.ts'
import { lockVisitor } from '#server/customers/organisations/shared-queries-purge.ts'
import { findDefaultSeller } from '#server/customers/organisations/shared-queries-sellers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { sampleCertificate, sampleInvoice, sampleUpd } from './sample-document-layout.ts'
import { accountantName } from './sample-people.ts'

type Deps = { db: Db; files: FileStore; pdf: PdfQueue; log: Pick<Logger, 'warn'> }

export type NewVisitor = {
  accountId: number
  organisationId: number
  contractId: number
  buyer: string
  today: Day
  sales: readonly SampleSale[]
}

export type VisitorDocuments = {
  /** Creates the PDFs of a visitor's sales after the reply; failures are logged. */
  create: (visitor: NewVisitor) => Promise<void>
}

type UnsavedDocument = Omit<SampleDocument, 'fileKey' | 'fileBytes' | 'fileDigest'> & {
  definition: TDocumentDefinitions
}

/** Shared by all visitors: equal documents have the same file. */
const folder = 'shipping-documents/visitors/'
/** Reports on purchased goods add up the same lines. */
const vatOf = ({ goods }: SampleSale) => goods.reduce((sum, { vatKopecks }) => sum + vatKopecks, 0)

export function openVisitorDocuments({ db, files, pdf, log }: Deps): VisitorDocuments {
  let cache: { contents: string; pdfs: Promise<Buffer[]> } | undefined

  /** Cached while the documents stay the same. */
  function render(accountId: number, documents: readonly UnsavedDocument[]): Promise<Buffer[]> {
    const contents = JSON.stringify(documents.map(({ definition }) => definition))
    if (cache?.contents === contents) return cache.pdfs
    const pdfs = renderAll({ pdf }, accountId, documents)
    cache = { contents, pdfs }
    pdfs.catch(() => (cache = undefined))
    return pdfs
  }

  return {
    async create(visitor) {
      try {
        const seller = await findDefaultSeller(db)
        const documents = documentsOf(visitor, { seller: seller?.company ?? '' })
        if (documents.length === 0) return
        const pdfs = await render(visitor.accountId, documents)
        await db.transaction((tx) => storeDocuments({ tx, files }, visitor, { documents, pdfs }))
      } catch (err) {
        log.warn({ err }, 'a visitor has no documents')
      }
    },
  }
}

/** Deletes the files if no visitor uses them. */
export async function deleteVisitorDocuments({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSampleDocuments(tx, { exclusive: true })
    if (!(await isFolderInUse(tx, { folder }))) await files.delete(folder)
  })
}

async function renderAll(
  { pdf }: Pick<Deps, 'pdf'>,
  accountId: number,
  documents: readonly UnsavedDocument[],
): Promise<Buffer[]> {
  const pdfs: Buffer[] = []
  for (const { number, definition } of documents) {
    const { bytes } = await pdf.render(accountId, () => Promise.resolve({ name: number, definition }))
    pdfs.push(bytes)
  }
  return pdfs
}

/** The lock prevents deletion of the files until the rows that refer to them are inserted. */
async function storeDocuments(
  { tx, files }: { tx: Db; files: FileStore },
  { organisationId, contractId }: NewVisitor,
  { documents, pdfs }: { documents: readonly UnsavedDocument[]; pdfs: readonly Buffer[] },
): Promise<void> {
  await lockSampleDocuments(tx, { exclusive: false })
  if (!(await lockVisitor(tx, { organisationId }))) return
  const stored: SampleDocument[] = []
  for (const [index, { definition: _, ...document }] of documents.entries()) {
    const bytes = pdfs[index]
    if (!bytes) continue
    const fileDigest = createHash('sha256').update(bytes).digest('hex')
    const fileKey = `${folder}${fileDigest}.pdf`
    if (!(await files.has(fileKey))) await files.put(fileKey, bytes)
    stored.push({ ...document, fileKey, fileBytes: bytes.length, fileDigest })
  }
  await insertSampleDocuments(tx, { contractId, documents: stored })
}

/** УПД and invoice of each sale, and a certificate. The newest УПД is not signed. */
function documentsOf({ sales, buyer, today }: NewVisitor, { seller }: { seller: string }): UnsavedDocument[] {
  const newest = sales.reduce<Day>((day, sale) => (sale.day > day ? sale.day : day), '')
  const documents = sales.flatMap((sale) => [
    invoiceOf(sale),
    updOf(sale, { buyer, seller, isSigned: sale.day < newest }),
  ])
  return documents.length === 0 ? [] : [...documents, certificateOf(today)]
}

function updOf(
  sale: SampleSale,
  { buyer, seller, isSigned }: { buyer: string; seller: string; isSigned: boolean },
): UnsavedDocument {
  const { orderId, number, day, kopecks, goods } = sale
  const lines = goods.map(({ articul, name, unit, quantityMilli, sumKopecks }) => ({
    articul,
    name,
    unit,
    milli: quantityMilli,
    kopecks: sumKopecks,
  }))
  return {
    kind: 'upd',
    number,
    day,
    orderId,
    sumKopecks: kopecks,
    vatKopecks: vatOf(sale),
    edo: isSigned ? 'signed' : 'delivered',
    edoOn: isSigned ? addDays(day, 1) : day,
    edoBy: isSigned ? accountantName : '',
    definition: sampleUpd({ number, day, kopecks, buyer, seller, lines }),
  }
}

/** Dated one day before the shipment. */
function invoiceOf(sale: SampleSale): UnsavedDocument {
  const { orderId, number, day, kopecks } = sale
  const invoiceDay = addDays(day, -1)
  return {
    kind: 'invoice',
    number,
    day: invoiceDay,
    orderId,
    sumKopecks: kopecks,
    vatKopecks: vatOf(sale),
    definition: sampleInvoice({ number, day: invoiceDay, kopecks }),
  }
}

function certificateOf(today: Day): UnsavedDocument {
  const number = 'RU С-RU.АБ24.В.04100'
  const validTo = addDays(today, 410)
  return {
    kind: 'certificate',
    number,
    day: addDays(today, -20),
    validTo,
    basis: 'Электроинструмент',
    definition: sampleCertificate({ number, validTo }),
  }
}
