import { formatDay } from '#shared/rules/dates.ts'
import { claimStates, typeNames } from '#shared/rules/aftersale/claims.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { StoredClaim } from './queries.ts'
import { listRecipients } from './queries-write.ts'

type ClaimNotice = { title: string; text: string; messageId: number }

/** Notifies the author and the heads. */
export async function notifyBuyer(tx: Db, claim: StoredClaim, { title, text, messageId }: ClaimNotice): Promise<void> {
  const recipients = await listRecipients(tx, claim)
  await notify(tx, {
    accountIds: recipients.map(({ accountId }) => accountId),
    kind: 'claim',
    title,
    text,
    link: `/reclamations/${claim.id}`,
    contractIds: [claim.contractId],
    eventKey: `claim:${claim.id}:${messageId}`,
  })
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
