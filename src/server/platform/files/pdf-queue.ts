import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { AppError } from '#server/platform/app-error.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import { TooManyDocuments, type PdfRenderer } from './pdf.ts'

export type PdfDocument = { name: string; definition: TDocumentDefinitions }

export type PdfQueue = {
  /**
   * Prepares and renders a document when it is the account's turn. Throws 429 if the account has too many waiting
   * documents, 503 if the queue is full.
   */
  render: (accountId: number, prepare: () => Promise<PdfDocument>) => Promise<{ name: string; bytes: Buffer }>
}

/** One thread renders; a second document is prepared in the meantime. */
const limits = { maxRunning: 2, maxRunningEach: 1, maxWaiting: 50, maxWaitingEach: 10, retryAfterSeconds: 3 }

/** Shared queue of all calls that return a PDF. */
export function createPdfQueue(pdf: Pick<PdfRenderer, 'render'>): PdfQueue {
  const queue = createFairQueue(limits)
  return {
    render: (accountId, prepare) =>
      queue.run(accountId, async () => {
        const { name, definition } = await prepare()
        return { name, bytes: await pdf.render(definition).catch(refuseWhenBusy) }
      }),
  }
}

function refuseWhenBusy(error: unknown): never {
  throw error instanceof TooManyDocuments ? new AppError('unavailable', {}, { cause: error }) : error
}
