import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findFirstAnswer, replaceAnswer, saveAnswer } from '#server/buying/basket/shared-queries-keys.ts'
import { replacedDigest } from '#server/buying/uploads/replaced-calls.ts'
import * as queries from './queries.ts'

type LineKey = { productId: number; warehouseId: number }

/** The part of a stored reply that is needed to take a save back; replies of other calls have none. */
type StoredReply = { contractId?: number; drafts?: { id: number | null }[]; cleared?: LineKey[] }

/**
 * Removes the drafts that saves under these keys made under this contract. A draft that was changed since is kept, as
 * is one whose save emptied a basket if the account has ordered since. The keys, except those of another contract's
 * saves, are used up: one that arrives later, or again, is refused. Returns the lines that the saves removed from the
 * basket. The account must be locked.
 */
export async function replaceSaves(
  tx: Db,
  { accountId, contractId, keys }: { accountId: number; contractId: number; keys: readonly string[] },
): Promise<{ removedLines: LineKey[] }> {
  const draftIds: number[] = []
  const removedLines: LineKey[] = []
  for (const key of new Set(keys)) {
    const reply = (await findFirstAnswer(tx, { accountId, key }))?.reply as StoredReply | undefined
    // What was saved under another contract stays as it is.
    if (reply?.contractId !== undefined && reply.contractId !== contractId) continue
    const ids = (reply?.drafts ?? []).flatMap(({ id }) => id ?? [])
    // Lines put back after an order would be ordered twice: the draft keeps them.
    const isOrdered =
      (reply?.cleared ?? []).length > 0 && (await queries.hasOrderSince(tx, { accountId, draftIds: ids }))
    if (!isOrdered) {
      draftIds.push(...ids)
      removedLines.push(...(reply?.cleared ?? []))
    }
    await replaceAnswer(tx, { accountId, key, bodyDigest: replacedDigest, reply: { drafts: [] } })
  }
  if (draftIds.length > 0) await queries.removeUnchanged(tx, { accountId, contractId, draftIds })
  return { removedLines }
}

/** Stores what a later save needs to replace this one. */
export async function saveForReplacement(
  tx: Db,
  {
    accountId,
    key,
    contractId,
    draftId,
    cleared,
  }: { accountId: number; key: string; contractId: number; draftId: number; cleared: LineKey[] },
): Promise<void> {
  const reply: StoredReply = { contractId, drafts: [{ id: draftId }], cleared }
  await saveAnswer(tx, { accountId, key, bodyDigest: savedDigest, reply })
}

export async function assertNotReplaced(tx: Db, { accountId, key }: { accountId: number; key: string }): Promise<void> {
  if ((await findFirstAnswer(tx, { accountId, key }))?.bodyDigest.equals(replacedDigest))
    throw new AppError('keyReused')
}

/** The draft itself answers a repeated save, whatever its body. */
const savedDigest = createHash('sha256').update('addToDraft').digest()
