import { formatDay } from '#shared/rules/dates.ts'
import { withAskedBy } from '#shared/rules/parties/acting.ts'
import { claimStates, typeNames } from '#shared/rules/aftersale/claims.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { StoredClaim } from './queries.ts'
import { listRecipients } from './queries-write.ts'

type ClaimNotice = { title: string; text: string; messageId: number }

/** Notifies the author and the heads. */
export async function notifyBuyer(
  tx: Db,
  claim: StoredClaim,
  { title, text, messageId, alsoTo }: ClaimNotice & { alsoTo?: number },
): Promise<void> {
  const recipients = (await listRecipients(tx, claim)).map(({ accountId }) => accountId)
  await notify(tx, {
    accountIds: [...new Set(alsoTo === undefined ? recipients : [...recipients, alsoTo])],
    kind: 'claim',
    title,
    text,
    link: `/reclamations/${claim.id}`,
    contractIds: [claim.contractId],
    eventKey: `claim:${claim.id}:${messageId}`,
  })
}

/** What staff did for a buyer is news to the buyer too, with who asked for it. */
export async function notifyActedFor(
  tx: Db,
  actor: BuyerActor,
  { claim, title, messageId }: Omit<ClaimNotice, 'text'> & { claim: StoredClaim },
): Promise<void> {
  if (!actor.actedBy) return
  const notice = { title, text: withAskedBy(actor.name, actor), messageId }
  await notifyBuyer(tx, claim, { ...notice, alsoTo: actor.accountId })
}

/** Notifies the assignee, otherwise the customer's managers. */
export async function notifyStaff(tx: Db, claim: StoredClaim, { title, text, messageId }: ClaimNotice): Promise<void> {
  const accountIds = claim.assigneeId === null ? await listStaffOfCustomer(tx, claim) : [claim.assigneeId]
  await notify(tx, {
    accountIds,
    kind: 'claim',
    title,
    text: [`${claim.contragent}, заказ ${claim.orderNumber}.`, text].filter(Boolean).join(' '),
    link: `/admin/claims/${claim.id}`,
    eventKey: `claim-staff:${claim.id}:${messageId}`,
  })
}

export const filedTitle = ({ number, types }: StoredClaim) =>
  `Новая рекламация ${number}: ${typeNames(types).toLowerCase()}`

export const questionNotice = ({ number }: StoredClaim, { text, answerBy }: { text: string; answerBy: string }) => ({
  title: `По рекламации ${number} нужны данные`,
  text: `${text} Ответьте до ${formatDay(answerBy)}.`,
})

export const decisionNotice = ({ number, state }: StoredClaim, text: string) => ({
  title: `Рекламация ${number}: ${claimStates[state].name.toLowerCase()}`,
  text,
})
