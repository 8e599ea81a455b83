import { randomBytes } from 'node:crypto'
import { errors } from '#shared/errors.ts'
import { reminded } from '#shared/messages.ts'
import { may } from '#shared/rights.ts'
import { isEmail } from '#shared/rules/parties/email.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byGuest } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { spendAttempt } from '../attempts.ts'
import { findApplicant } from '../queries.ts'
import { foldLogin } from '../sign-in-limits.ts'
import { applicantLetter, disabledLetter, resetLetter, resetMinutes } from './letters.ts'
import { findReminded, insertReset } from './queries-resets.ts'

const maxPerHour = 5

type ReminderRequest = { email: string; address: string }
type Reminded = NonNullable<Awaited<ReturnType<typeof findReminded>>>

/**
 * Mails the login with a one-time link for a new password, or the reason why there is none. Returns the message for the
 * screen.
 */
export async function sendReminder({ db }: { db: Db }, { email, address }: ReminderRequest): Promise<string> {
  const login = email.trim()
  if (login === '') throw new AppError('reminderEmpty', { fields: { email: errors.reminderEmpty.message } })
  const limits = [
    { key: `reminder:${networkOf(address)}`, max: maxPerHour },
    { key: `reminder-to:${foldLogin(login)}`, max: maxPerHour },
  ]
  await spendAttempt({ db }, { limits, minutes: 60 })
  if (!isEmail(login)) throw unknownEmail()

  const account = await findReminded(db, { login })
  if (account) await mailAccount(db, account, { address })
  else await mailApplicant(db, { email: login })
  return reminded
}

function unknownEmail(): AppError {
  return new AppError('emailUnknown', { fields: { email: errors.emailUnknown.message } })
}

/** Visitors and 1C have no mailbox. */
async function mailAccount(db: Db, account: Reminded, { address }: { address: string }): Promise<void> {
  const { id, login, organisationId, opens } = account
  if (account.demo || may(account, 'exchange')) throw unknownEmail()
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  const letter = opens ? resetLetter(login) : disabledLetter(login)
  await db.transaction(async (tx) => {
    if (opens) await insertReset(tx, { tokenHash, accountId: id, minutes: resetMinutes })
    await writeMails(tx, {
      ...letter,
      recipients: [login],
      link: opens ? `/reset/${token}` : '',
      eventKey: `reset:${id}:${tokenHash.toString('hex').slice(0, 16)}`,
    })
    const object = { type: 'account', id, organisationId } as const
    await recordAudit(tx, byGuest, { action: 'account.reset-asked', object, after: { networkAddress: address } })
  })
}

async function mailApplicant(db: Db, { email }: { email: string }): Promise<void> {
  const applicant = await findApplicant(db, { email })
  if (!applicant || applicant.rejected) throw unknownEmail()
  const eventKey = `reset:${randomBytes(8).toString('hex')}`
  await writeMails(db, { ...applicantLetter(email), recipients: [email], link: '', eventKey })
}
