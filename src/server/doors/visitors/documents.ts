import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { addDays, type Day } from '#shared/rules/dates.ts'
import { includedVatKopecks } from '#shared/rules/money.ts'
import {
  insertPastDocuments,
  lockPastDocuments,
  usesFilesOf,
  type PastDocument,
} from '#server/buying/documents/shared-queries-past.ts'
import type { PastSale } from '#server/buying/ledger/shared-queries-past.ts'
import { lockVisitor } from '#server/customers/organisations/shared-queries-purge.ts'
import { findDefaultSeller } from '#server/customers/organisations/shared-queries-sellers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { sampleCertificate, sampleInvoice, sampleUpd } from './document-layout.ts'
import { bookkeeper } from './people.ts'

type Deps = { db: Db; files: FileStore; pdf: PdfQueue; log: Pick<Logger, 'warn'> }

export type EnteredVisitor = {
  accountId: number
  organisationId: number
  contractId: number
  buyer: string
  today: Day
  sales: readonly PastSale[]
}

export type VisitorDocuments = {
  /** Gives a visitor the PDFs of their past. Rendered after the answer; failures are logged. */
  give: (visitor: EnteredVisitor) => Promise<void>
}

type Unstored = Omit<PastDocument, 'fileKey' | 'fileBytes' | 'fileDigest'> & { definition: TDocumentDefinitions }

/** Of all visitors: the same documents of one day are the same files. */
const folder = 'shipping-documents/visitors/'
const vatPercent = 22
const vatOf = (kopecks: number) => includedVatKopecks(kopecks, vatPercent)

export function openVisitorDocuments({ db, files, pdf, log }: Deps): VisitorDocuments {
  let rendered: { contents: string; pdfs: Promise<Buffer[]> } | undefined

  /** Rendered once while the documents of visitors stay the same. */
  function render(accountId: number, documents: readonly Unstored[]): Promise<Buffer[]> {
    const contents = JSON.stringify(documents.map(({ definition }) => definition))
    if (rendered?.contents === contents) return rendered.pdfs
    const pdfs = renderAll({ pdf }, accountId, documents)
    rendered = { contents, pdfs }
    pdfs.catch(() => (rendered = undefined))
    return pdfs
  }

  return {
    async give(visitor) {
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

/** Deletes the files once no visitor has them. */
export async function deleteVisitorDocuments({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPastDocuments(tx, { alone: true })
    if (!(await usesFilesOf(tx, { folder }))) await files.delete(folder)
  })
}

async function renderAll(
  { pdf }: Pick<Deps, 'pdf'>,
  accountId: number,
  documents: readonly Unstored[],
): Promise<Buffer[]> {
  const pdfs: Buffer[] = []
  for (const { number, definition } of documents) {
    const { bytes } = await pdf.render(accountId, () => Promise.resolve({ name: number, definition }))
    pdfs.push(bytes)
  }
  return pdfs
}

/** The files stay locked from being deleted until the rows that name them are there. */
async function storeDocuments(
  { tx, files }: { tx: Db; files: FileStore },
  { organisationId, contractId }: EnteredVisitor,
  { documents, pdfs }: { documents: readonly Unstored[]; pdfs: readonly Buffer[] },
): Promise<void> {
  await lockPastDocuments(tx, { alone: false })
  if (!(await lockVisitor(tx, { organisationId }))) return
  const stored: PastDocument[] = []
  for (const [index, { definition: _, ...document }] of documents.entries()) {
    const bytes = pdfs[index]
    if (!bytes) continue
    const fileDigest = createHash('sha256').update(bytes).digest('hex')
    const fileKey = `${folder}${fileDigest}.pdf`
    if (!(await files.has(fileKey))) await files.put(fileKey, bytes)
    stored.push({ ...document, fileKey, fileBytes: bytes.length, fileDigest })
  }
  await insertPastDocuments(tx, { contractId, documents: stored })
}

/** УПД and invoice of each sale, of which the newest is not signed, and a certificate. */
function documentsOf({ sales, buyer, today }: EnteredVisitor, { seller }: { seller: string }): Unstored[] {
  const newest = sales.reduce<Day>((day, sale) => (sale.day > day ? sale.day : day), '')
  const documents = sales.flatMap((sale) => [
    invoiceOf(sale),
    updOf(sale, { buyer, seller, isSigned: sale.day < newest }),
  ])
  return documents.length === 0 ? [] : [...documents, certificateOf(today)]
}

function updOf(
  { orderId, number, day, kopecks, goods }: PastSale,
  { buyer, seller, isSigned }: { buyer: string; seller: string; isSigned: boolean },
): Unstored {
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
    vatKopecks: vatOf(kopecks),
    edo: isSigned ? 'signed' : 'delivered',
    edoOn: isSigned ? addDays(day, 1) : day,
    edoBy: isSigned ? bookkeeper : '',
    definition: sampleUpd({ number, day, kopecks, buyer, seller, lines }),
  }
}

/** Written the day before what it bills is shipped. */
function invoiceOf({ orderId, number, day, kopecks }: PastSale): Unstored {
  const written = addDays(day, -1)
  return {
    kind: 'invoice',
    number,
    day: written,
    orderId,
    sumKopecks: kopecks,
    vatKopecks: vatOf(kopecks),
    definition: sampleInvoice({ number, day: written, kopecks }),
  }
}

function certificateOf(today: Day): Unstored {
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
