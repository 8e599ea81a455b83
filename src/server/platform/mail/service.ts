import { visitorDomain } from '#shared/constants.ts'
import type { staffMail } from '#shared/api/staff/mail.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Letter, NoticeLetter } from './letter.ts'
import { withoutSumsIn } from './sums.ts'
import { deleteOldMails, findOutboxFacts, insertMails, updateWaitingTexts } from './queries.ts'

/**
 * Writes a letter to each address, in the transaction of what it tells; a job sends it. Logins that are no addresses
 * get none, nor do visitors of the demo mode. For letters that no setting stops: passwords, invitations, applicants,
 * documents; all others pass `notify`. Answers how many letters are new.
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

/** Writes letters that settings ask for; called by `notify` alone. */
export async function writeNoticeMails(tx: Db, letters: readonly NoticeLetter[]): Promise<void> {
  await write(tx, letters)
}

async function write(tx: Db, letters: readonly (Letter & { recipient: string })[]): Promise<number> {
  const deliverable = letters.filter(({ recipient }) => isDeliverable(recipient))
  return deliverable.length === 0 ? 0 : insertMails(tx, deliverable)
}

/** Whether letters go to a login at all. */
export function isDeliverable(login: string): boolean {
  return address.test(login) && !login.endsWith(`@${visitorDomain}`)
}

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** Whether letters leave at all, and what has become of those that did not. */
export async function readOutbox({
  db,
  config,
}: {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'baseUrl'>
}): Promise<Omit<ReplyOf<typeof staffMail>, 'status'>> {
  const { waiting, givenUp, lastError } = await findOutboxFacts(db)
  return {
    configured: config.smtpUrl !== undefined,
    linked: config.baseUrl !== undefined,
    waiting,
    given_up: givenUp,
    last_error: lastError,
  }
}

/** Letters of an account that have not left tell no sums any more. */
export async function hideSumsOfWaitingMails(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await updateWaitingTexts(tx, { accountId, to: withoutSumsIn })
}

export async function purgeOldMails({ db }: { db: Db }): Promise<number> {
  return deleteOldMails(db, { days: await readSetting(db, 'personal.keep.mailDays') })
}
