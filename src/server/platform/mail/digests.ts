import { isStaff } from '#shared/rights.ts'
import { plural } from '#shared/rules/plural.ts'
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

const newsForms = ['новость', 'новости', 'новостей'] as const

async function composeDigest(tx: Db, accountId: number): Promise<keyof DigestCounts | undefined> {
  const ids = await lockWaitingMails(tx, { accountId })
  const [first] = ids
  if (first === undefined) return undefined
  const account = await findAddress(tx, { accountId })
  if (account === undefined) {
    await deleteMails(tx, { ids })
    return 'dropped'
  }
  const recipient = account.login
  if (ids.length === 1) {
    await releaseMail(tx, { id: first, recipient })
    return 'alone'
  }
  const subject = `На портале ${ids.length} ${plural(ids.length, newsForms)}`
  const link = isStaff(account) ? '/admin/notifications' : '/notifications'
  await insertDigest(tx, { accountId, recipient, subject, link, ids })
  return 'digests'
}

/** After a person has changed the frequency. */
export async function rescheduleDigest(
  tx: Db,
  { accountId, until }: { accountId: number; until: Date },
): Promise<void> {
  await updateDigestTime(tx, { accountId, until })
}
