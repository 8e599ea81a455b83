import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { JoinAnswer } from './join-pdfs.ts'

/** Pages of all of them in one, in order. */
async function join(pdfs: readonly Uint8Array[]): Promise<JoinAnswer> {
  const joined = await PDFDocument.create()
  for (const [index, bytes] of pdfs.entries()) {
    try {
      const one = await PDFDocument.load(bytes)
      for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page)
    } catch {
      return { unreadable: index }
    }
  }
  return { bytes: await joined.save() }
}

parentPort?.postMessage(await join(workerData as Uint8Array[]), [])
