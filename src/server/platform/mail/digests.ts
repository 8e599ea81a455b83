import { isStaff } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  deleteMails,
  findAddress,
  insertDigest,
  listDueAccounts,
  lockWaitingMails,
  releaseMail,
  updateDigestTime,
} from './queries-digests.ts'
import { digestSubject } from './template.ts'

type DigestCounts = { digests: number; alone: number; dropped: number }

/**
 * Merges all waiting letters of an account into one as soon as one is due. Each account is a transaction under the lock
 * of its letters, so concurrent or interrupted runs report every event once.
 */
export async function composeDigests({ db }: { db: Db }): Promise<DigestCounts> {
  const outcome = { digests: 0, alone: 0, dropped: 0 }
  for (const accountId of await listDueAccounts(db)) {
    const done = await db.transaction((tx) => composeDigest(tx, accountId))
    if (done) outcome[done] += 1
  }
  return outcome
}

async function composeDigest(tx: Db, accountId: number): Promise<keyof DigestCounts | undefined> {
  const waiting = await lockWaitingMails(tx, { accountId })
  const account = await findAddress(tx, { accountId })
  if (waiting.length === 0 || account === undefined) return undefined
  const ids = waiting.filter(({ entitled }) => entitled).map(({ id }) => id)
  await deleteMails(tx, { ids: waiting.filter(({ entitled }) => !entitled).map(({ id }) => id) })
  const [first] = ids
  if (first === undefined) return 'dropped'
  const recipient = account.login
  if (ids.length === 1) {
    await releaseMail(tx, { id: first, recipient })
    return 'alone'
  }
  const link = isStaff(account) ? '/admin/notifications' : '/notifications'
  await insertDigest(tx, { accountId, recipient, subject: digestSubject(ids.length), link, ids })
  return 'digests'
}

/** After a person has changed the frequency. */
export async function rescheduleDigest(
  tx: Db,
  { accountId, until }: { accountId: number; until: Date },
): Promise<void> {
  await updateDigestTime(tx, { accountId, until })
}
