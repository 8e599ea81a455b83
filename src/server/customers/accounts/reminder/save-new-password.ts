import { randomBytes } from 'node:crypto'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { updatePassword } from '../shared-queries-write.ts'
import { changedLetter } from './letters.ts'
import { spendResetsOf } from './queries-resets.ts'

type NewPassword = {
  accountId: number
  organisationId: number | null
  login: string
  passwordHash: string
  /** Network address of the change. */
  address: string
  /** A first password needs no warning. */
  isFirst?: boolean
}

/** Under the account's lock: stores the password, invalidates mailed links, and notifies the owner. */
export async function saveNewPassword(tx: Db, by: ChangedBy, change: NewPassword): Promise<void> {
  const { accountId, organisationId, login, passwordHash, address, isFirst = false } = change
  await updatePassword(tx, { accountId, passwordHash })
  await spendResetsOf(tx, { accountId })
  const eventKey = `password:${accountId}:${randomBytes(8).toString('hex')}`
  const { subject: title, text } = changedLetter(login)
  if (!isFirst) await notify(tx, { accountIds: [accountId], kind: 'security', title, text, link: '', eventKey })
  const object = { type: 'account', id: accountId, organisationId } as const
  await recordAudit(tx, by, { action: 'account.password-changed', object, after: { networkAddress: address } })
}
