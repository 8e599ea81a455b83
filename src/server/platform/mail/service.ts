import { visitorDomain } from '#shared/constants.ts'
import type { staffMail } from '#shared/api/staff/mail.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { Config } from '#server/platform/startup/config.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Letter, NoticeLetter } from './letter.ts'
import { withoutSumsIn } from './sums.ts'
import {
  deleteMailsOfEvents,
  deleteOldMails,
  findOutboxFacts,
  insertMails,
  listFailedLetters,
  requeueLetters,
  updateWaitingTexts,
} from './queries.ts'

const maxListedLetters = 100

/**
 * Writes a letter to each address, in the transaction of its event; a job sends it. Logins that are no addresses, and
 * demo visitors, get none. For letters independent of settings: passwords, invitations, applicants, documents; all
 * others go through `notify`. Returns the number of new letters.
 */
export async function writeMails(
  tx: Db,
  { recipients, ...letter }: Letter & { recipients: readonly string[] },
): Promise<number> {
  return write(
    tx,
    recipients.map((recipient) => ({ ...letter, recipient })),
  )
}

/** Writes letters requested by settings; called only by `notify`. */
export async function writeNoticeMails(tx: Db, letters: readonly NoticeLetter[]): Promise<void> {
  await write(tx, letters)
}

async function write(tx: Db, letters: readonly (Letter & { recipient: string })[]): Promise<number> {
  const deliverable = letters.filter(({ recipient }) => isDeliverable(recipient))
  return deliverable.length === 0 ? 0 : insertMails(tx, deliverable)
}

/** Whether a login can receive letters. */
export function isDeliverable(login: string): boolean {
  return address.test(login) && !login.endsWith(`@${visitorDomain}`)
}

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** Whether mail is configured, and the state of unsent letters. */
export async function readOutbox({
  db,
  config,
}: {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'baseUrl'>
}): Promise<Omit<ReplyOf<typeof staffMail>, 'status'>> {
  const { waiting, givenUp, lastError } = await findOutboxFacts(db)
  const failed = await listFailedLetters(db, { max: maxListedLetters })
  return {
    configured: config.smtpUrl !== undefined,
    linked: config.baseUrl !== undefined,
    waiting,
    given_up: givenUp,
    last_error: lastError,
    failed: failed.map(({ createdAt, ...letter }) => ({ ...letter, created_at: createdAt })),
  }
}

/** Letters sent or waiting by now are left as they are. Returns how many will be sent. */
export async function sendAgain(
  { db }: { db: Db },
  actor: Actor,
  { ids }: { ids: readonly number[] },
): Promise<{ count: number }> {
  return db.transaction(async (tx) => {
    const requeued = await requeueLetters(tx, ids)
    const entries = requeued.map((id) => ({ action: 'mail.requeued' as const, object: { type: 'mail' as const, id } }))
    await recordAudit(tx, byAccount(actor), ...entries)
    return { count: requeued.length }
  })
}

/** Letters of an account that have not left tell no sums any more. */
export async function hideSumsOfWaitingMails(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await updateWaitingTexts(tx, { accountId, to: withoutSumsIn })
}

export async function purgeOldMails({ db }: { db: Db }): Promise<number> {
  return deleteOldMails(db, { days: await readSetting(db, 'personal.keep.mailDays') })
}

export async function deleteMailsOf(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  await deleteMailsOfEvents(tx, { events })
}
