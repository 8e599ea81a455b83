import { randomBytes } from 'node:crypto'
import { invitationDays } from '#shared/constants.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { spendAttemptIn } from '../attempts.ts'
import { markInvited } from '../shared-queries-write.ts'
import { foldLogin } from '../sign-in-limits.ts'
import { invitationLetter, moveLetter, newLoginLetter } from './letters.ts'
import { insertReset, spendResetsOf } from './queries-resets.ts'

const maxPerHour = { organisation: 60, mailbox: 5 }

type Invitation = {
  accountId: number
  organisationId: number
  login: string
  organisation: string
  /** Name of the person who invites. */
  by: string
  /** Demo visitors invite nobody: their letters would reach strangers. */
  mailed: boolean
}

/** Mails a link for a first password, in the transaction that adds the account; earlier links become invalid. */
export async function inviteAccount(tx: Db, author: ChangedBy, invitation: Invitation): Promise<void> {
  const { accountId, organisationId, login } = invitation
  const limits = [
    { key: `invitation:${organisationId}`, max: maxPerHour.organisation },
    { key: `invitation-to:${foldLogin(login)}`, max: maxPerHour.mailbox },
  ]
  await spendAttemptIn(tx, { limits, minutes: 60 })
  await endLinksOf(tx, { accountId })
  await markInvited(tx, { id: accountId })
  const object = { type: 'account', id: accountId, organisationId } as const
  await recordAudit(tx, author, { action: 'account.invited', object, after: { email: login } })
  if (!invitation.mailed) return
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  await insertReset(tx, { tokenHash, accountId, minutes: invitationDays * 24 * 60 })
  const eventKey = `invitation:${accountId}:${tokenHash.toString('hex').slice(0, 16)}`
  await writeMails(tx, { ...invitationLetter(invitation), recipients: [login], link: `/reset/${token}`, eventKey })
}

/** Tells the previous mailbox that it no longer opens the account. `version`: of the account before the change. */
export async function announceNewLogin(
  tx: Db,
  { accountId, login, version, by }: { accountId: number; login: string; version: string; by: string },
): Promise<void> {
  const eventKey = `login-changed:${accountId}:${version}`
  await writeMails(tx, { ...newLoginLetter({ login, by }), recipients: [login], link: '', eventKey })
}

/** Tells whoever is in another organisation now. */
export async function announceMove(
  tx: Db,
  { accountId, login, organisation, by }: { accountId: number; login: string; organisation: string; by: string },
): Promise<void> {
  const letter = moveLetter({ login, organisation, by })
  await writeMails(tx, { ...letter, recipients: [login], link: '/', eventKey: `moved:${accountId}` })
}

/** Invalidates links mailed to an account. */
export async function endLinksOf(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await spendResetsOf(tx, { accountId })
}
