import { Worker } from 'node:worker_threads'
import { matchLedgers, type Match, type OurLine, type TheirLine } from './match-ledgers.ts'

export type Books = { ours: readonly OurLine[]; theirs: readonly TheirLine[]; outside: readonly TheirLine[] }

/** Larger ledgers would block the event loop, so they are matched in a worker thread. */
const maxInlineLines = 4000

export function runMatching(books: Books): Promise<Match[]> {
  if (books.ours.length + books.theirs.length <= maxInlineLines)
    return Promise.resolve(matchLedgers(books.ours, books.theirs, books.outside))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./match-worker.ts', import.meta.url), {
      workerData: books,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the matching thread ended without an answer')))
  })
}
