import { buffer } from 'node:stream/consumers'
import { maxPrintedBytes } from '#shared/api/money/documents.ts'
import { documentName } from '#shared/rules/documents/shipping-documents.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { mergePdfs } from './merge-pdfs.ts'
import { getStoredDocuments } from './service.ts'

type Deps = { db: Db; files: FileStore }
type PrintInput = { ids: readonly number[]; now: Date }

const queue = createFairQueue({
  maxRunning: 1,
  maxRunningEach: 1,
  maxWaiting: 20,
  maxWaitingEach: 3,
  retryAfterSeconds: 5,
})

/** Merges documents into one PDF for printing, in list order. */
export async function printDocuments(
  { db, files }: Deps,
  { accountId }: BuyerActor,
  { ids, now }: PrintInput,
): Promise<{ name: string; bytes: Uint8Array }> {
  const documents = await getStoredDocuments({ db, files }, { accountId, ids })
  if (documents.reduce((sum, { fileBytes }) => sum + fileBytes, 0) > maxPrintedBytes)
    throw new AppError('printTooLarge')
  return queue.run(accountId, async () => {
    const pdfs: Uint8Array[] = []
    for (const { fileKey } of documents) pdfs.push(await buffer(files.get(fileKey)))
    const result = await mergePdfs(pdfs)
    if ('bytes' in result) return { name: `Документы ${dayOf(now)}.pdf`, bytes: result.bytes }
    const unreadable = documents[result.unreadable]
    throw new AppError('printProtected', {
      message: `${unreadable ? documentName(unreadable) : 'Документ'}: файл защищён, напечатайте его отдельно`,
    })
  })
}
