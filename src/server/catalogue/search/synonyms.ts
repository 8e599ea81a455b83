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
 * Saves a set of at least two different words, used from the next snapshot on. An equal set in any order is not added
 * again: returns the existing one.
 */
export async function saveSynonymList(
  { db }: Deps,
  { id, words }: { id?: number | undefined; words: readonly string[] },
) {
  const different = distinctWords(words)
  if (different.length < 2) throw new AppError('invalid', { fields: { words: 'Нужно хотя бы два разных слова' } })
  return db.transaction(async (tx) => {
    await lockSynonyms(tx)
    const items = await listSynonyms(tx)
    const same = items.find((set) => set.id !== id && keyOfSet(set.words) === keyOfSet(different))
    if (same && id !== undefined) throw new AppError('invalid', { fields: { words: 'Такой набор уже есть' } })
    if (same) return { id: same.id, items }
    const written = await writeSynonyms(tx, { id, words: different })
    if (written === undefined) throw new AppError('notFound')
    await requestRebuild(tx)
    return { id: written, items: await listSynonyms(tx) }
  })
}

/** Idempotent. */
export async function dropSynonyms({ db }: Deps, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    if (await removeSynonyms(tx, { id })) await requestRebuild(tx)
    return { items: await listSynonyms(tx) }
  })
}

/** As they are written, each once: capitals and ё make no difference to the search. */
function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const word of words) {
    const written = word.replace(/\s+/g, ' ').trim()
    const key = keyOfWord(written)
    if (/[\p{L}\p{N}]/u.test(written) && !byKey.has(key)) byKey.set(key, written)
  }
  return [...byKey.values()]
}

function keyOfSet(words: readonly string[]): string {
  return JSON.stringify(words.map(keyOfWord).toSorted())
}

function keyOfWord(word: string): string {
  return word.toLowerCase().replaceAll('ё', 'е')
}
