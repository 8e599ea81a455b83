import { requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  listSynonyms,
  lockSynonyms,
  removeSynonyms,
  writeSynonyms,
} from '#server/catalogue/snapshot/shared-queries-synonyms.ts'

type Deps = { db: Db }

export async function readSynonyms({ db }: Deps) {
  return { items: await listSynonyms(db) }
}

/**
 * Saves a set of at least two distinct words, used from the next snapshot on. Returns an existing equal set instead of
 * adding it again.
 */
export async function saveSynonymList(
  { db }: Deps,
  { id, words }: { id?: number | undefined; words: readonly string[] },
) {
  const distinct = distinctWords(words)
  if (distinct.length < 2) throw new AppError('invalid', { fields: { words: 'Нужно хотя бы два разных слова' } })
  return db.transaction(async (tx) => {
    await lockSynonyms(tx)
    const items = await listSynonyms(tx)
    const same = items.find((set) => set.id !== id && setKey(set.words) === setKey(distinct))
    if (same && id !== undefined) throw new AppError('invalid', { fields: { words: 'Такой набор уже есть' } })
    if (same) return { id: same.id, items }
    const written = await writeSynonyms(tx, { id, words: distinct })
    if (written === undefined) throw new AppError('notFound')
    await requestRebuild(tx)
    return { id: written, items: await listSynonyms(tx) }
  })
}

/** Idempotent. */
export async function deleteSynonyms({ db }: Deps, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    if (await removeSynonyms(tx, { id })) await requestRebuild(tx)
    return { items: await listSynonyms(tx) }
  })
}

/** Distinct words as written; case and ё are ignored in comparison. */
function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const word of words) {
    const written = word.replace(/\s+/g, ' ').trim()
    const key = wordKey(written)
    if (/[\p{L}\p{N}]/u.test(written) && !byKey.has(key)) byKey.set(key, written)
  }
  return [...byKey.values()]
}

function setKey(words: readonly string[]): string {
  return JSON.stringify(words.map(wordKey).toSorted())
}

function wordKey(word: string): string {
  return word.toLowerCase().replaceAll('ё', 'е')
}
