import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { MergeResult } from './merge-pdfs.ts'

/** Copies the pages of all documents into one, in order. */
async function merge(pdfs: readonly Uint8Array[]): Promise<MergeResult> {
  const merged = await PDFDocument.create()
  for (const [index, bytes] of pdfs.entries()) {
    try {
      const source = await PDFDocument.load(bytes)
      for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page)
    } catch {
      return { unreadable: index }
    }
  }
  return { bytes: await merged.save() }
}

parentPort?.postMessage(await merge(workerData as Uint8Array[]), [])
