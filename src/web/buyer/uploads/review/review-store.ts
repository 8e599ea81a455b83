import { randomKey } from '#web/api/random-key.ts'
import { nextAttempt, type Attempt, type AttemptStore } from '#web/api/attempts.ts'
import type { ReviewRow } from './review-rows.ts'
import type { Upload } from './upload.ts'

/** A review stored in this browser until it is ordered. `keptAt`: when it was stored, in ms. */
export type Unfinished = { id: string; file: string; rows: number; keptAt: number }

type Head = Unfinished & { account: number; isOrdered: boolean }
/** A table stored by an earlier version has no `readAt`. */
type Table = Pick<Upload, 'id' | 'contract' | 'source' | 'reading' | 'answer' | 'mode'> & { readAt?: number }
type Edits = { id: string; rows: ReviewRow[] }
/** Calls whose answer is not known yet, by the action of the review. */
type Attempts = { id: string } & Partial<Record<ReviewAction, Attempt>>
export type ReviewAction = 'cart' | 'drafts'
export type StoredReview = { head: Head; table: Table; edited: ReviewRow[]; isUnanswered: boolean }

const storeNames = ['heads', 'tables', 'edits', 'attempts'] as const
type Stores = Record<(typeof storeNames)[number], IDBObjectStore>

const maxStored = 5
const retentionMs = 7 * 24 * 3600 * 1000

/** The current review of this tab, also after a reload. */
export function readCurrent(account: number): Promise<StoredReview | undefined> {
  const id = sessionStorage.getItem(storageKeyOf(account))
  return id === null ? Promise.resolve(undefined) : readStored(account, id)
}

export function readStored(account: number, id: string): Promise<StoredReview | undefined> {
  return withStores('readonly', async ({ heads, tables, edits, attempts }) => {
    const [head, table, edited, sent] = await Promise.all([
      resultOf<Head | undefined>(heads.get(id)),
      resultOf<Table | undefined>(tables.get(id)),
      resultOf<Edits | undefined>(edits.get(id)),
      resultOf<Attempts | undefined>(attempts.get(id)),
    ])
    if (head?.account !== account || !table) return undefined
    return { head, table, edited: edited?.rows ?? [], isUnanswered: sent?.cart !== undefined }
  })
}

/** Stores a table that has just been read as the current one of this tab; deletes the oldest others. */
export async function saveTable(
  account: number,
  { id, contract, source, reading, answer, mode, rows, readAt }: Upload,
): Promise<void> {
  setCurrentReview(account, id)
  await withStores('readwrite', async ({ heads, tables, edits, attempts }) => {
    heads.put({
      id,
      account,
      file: answer.file,
      rows: rows.length,
      keptAt: Date.now(),
      isOrdered: false,
    } satisfies Head)
    tables.put({ id, contract, source, reading, answer, mode, readAt } satisfies Table)
    edits.put({ id, rows: editedRows(rows) } satisfies Edits)
    const allHeads = await resultOf<Head[]>(heads.getAll())
    const stored = allHeads
      .filter((head) => head.keptAt > Date.now() - retentionMs)
      .toSorted((a, b) => b.keptAt - a.keptAt)
      .filter((head) => head.account === account)
      .slice(0, maxStored)
    const others = allHeads.filter((head) => head.account !== account && head.keptAt > Date.now() - retentionMs)
    const retainedIds = new Set([...stored, ...others].map((head) => head.id))
    for (const head of allHeads)
      if (!retainedIds.has(head.id)) for (const store of [heads, tables, edits, attempts]) store.delete(head.id)
  })
}

/** Stores the user's edits of the rows. */
export async function saveEdits({ id, rows }: Pick<Upload, 'id' | 'rows'>): Promise<void> {
  await withStores('readwrite', ({ edits }) => resultOf(edits.put({ id, rows: editedRows(rows) } satisfies Edits)))
}

/** The unanswered attempts of an action of a review. */
export function attemptsOf(id: string, action: ReviewAction): AttemptStore {
  const unstoredKey = `${action} ${id}`
  return {
    async next(input) {
      const unstored = nextAttempt(unstoredAttempts.get(unstoredKey), input)
      const stored = await withStores('readwrite', async ({ attempts }) => {
        const known = await resultOf<Attempts | undefined>(attempts.get(id))
        const attempt = nextAttempt(known?.[action], input)
        attempts.put({ ...known, id, [action]: attempt } satisfies Attempts)
        return attempt
      })
      if (stored === undefined) unstoredAttempts.set(unstoredKey, unstored)
      return stored ?? unstored
    },
    async clear() {
      unstoredAttempts.delete(unstoredKey)
      await withStores('readwrite', async ({ attempts }) => {
        const known = await resultOf<Attempts | undefined>(attempts.get(id))
        if (known) attempts.put({ ...known, [action]: undefined } satisfies Attempts)
      })
    },
  }
}

/** Attempts of reviews in a browser that stores nothing: they live as long as the page. */
const unstoredAttempts = new Map<string, Attempt>()

/** Marks the review as ordered. */
export async function markOrdered(id: string): Promise<void> {
  await withStores('readwrite', async ({ heads }) => {
    const head = await resultOf<Head | undefined>(heads.get(id))
    if (head) heads.put({ ...head, isOrdered: true } satisfies Head)
  })
}

/** Reviews of the account that are not in a basket yet, newest first. */
export async function listUnfinished(account: number): Promise<Unfinished[]> {
  const heads = (await withStores('readonly', (stores) => resultOf<Head[]>(stores.heads.getAll()))) ?? []
  return heads
    .filter((head) => head.account === account && !head.isOrdered && head.keptAt > Date.now() - retentionMs)
    .toSorted((a, b) => b.keptAt - a.keptAt)
}

export async function deleteStored(id: string): Promise<void> {
  await withStores('readwrite', async (stores) => {
    for (const name of storeNames) await resultOf(stores[name].delete(id))
  })
}

/** The review shown in this tab after a reload; undefined: none. */
export function setCurrentReview(account: number, id: string | undefined): void {
  if (id === undefined) sessionStorage.removeItem(storageKeyOf(account))
  else sessionStorage.setItem(storageKeyOf(account), id)
}

export const newReviewId = randomKey

function storageKeyOf(account: number): string {
  return `upload:${account}`
}

function editedRows(rows: readonly ReviewRow[]): ReviewRow[] {
  return rows.filter(({ edited, skipped }) => edited || skipped)
}

/** Undefined if the browser stores nothing (private window, full disk): a review then lives as long as its page. */
async function withStores<Outcome>(
  mode: IDBTransactionMode,
  run: (stores: Stores) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  let database: IDBDatabase | undefined
  try {
    database = await openDatabase()
    const transaction = database.transaction(storeNames, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('the browser aborted the transaction')),
      )
    })
    const [outcome] = await Promise.all([
      run({
        heads: transaction.objectStore('heads'),
        tables: transaction.objectStore('tables'),
        edits: transaction.objectStore('edits'),
        attempts: transaction.objectStore('attempts'),
      }),
      done,
    ])
    return outcome
  } catch (error) {
    console.warn('the review of the upload was not stored', error)
    return undefined
  } finally {
    database?.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('uploads', 2)
  request.addEventListener('upgradeneeded', () => {
    const existing = request.result.objectStoreNames
    for (const name of storeNames)
      if (!existing.contains(name)) request.result.createObjectStore(name, { keyPath: 'id' })
  })
  return resultOf(request)
}

function resultOf<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser refused')))
  })
}
