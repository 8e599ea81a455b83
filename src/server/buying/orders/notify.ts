import { notify } from '#server/platform/notifications/service.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listRecipients, type Recipient } from './queries-recipients.ts'

export type OrderNotice = {
  title: string
  text: string
  /** Text for recipients who may not see the contract's prices, if `text` contains sums. */
  withoutSums?: string
  /** It waits for approval by one of the heads. */
  approval?: true
}

type OrderNotices = {
  order: { id: number; organisationId: number; contractId: number; accountId: number }
  eventId: number
  /** The author of the change gets only the letter. */
  byAccountId: number | null
  notice: OrderNotice
  /** The recipients, if already read. */
  recipients?: Recipient[]
}

/**
 * Notifies the buyer in the change's transaction: notification and letter to the account that ordered and to the heads.
 */
export async function notifyBuyer(
  tx: Db,
  { order, eventId, byAccountId, notice, recipients }: OrderNotices,
): Promise<void> {
  await notifyRecipients(tx, {
    order,
    eventId,
    byAccountId,
    notice,
    recipients: recipients ?? (await listRecipients(tx, order)),
  })
}

/** Notifies the buyer's managers of a request, in its transaction. `order` is the state before. */
export async function notifyStaff(
  tx: Db,
  { id, organisationId, revision }: { id: number; organisationId: number; revision: number },
  { title, text }: OrderNotice,
): Promise<void> {
  await notify(tx, {
    accountIds: await listStaffOfCustomer(tx, { organisationId }),
    kind: 'order',
    title,
    text,
    link: `/admin/orders/${id}`,
    eventKey: `order-asks:${id}:${revision}`,
  })
}

async function notifyRecipients(
  tx: Db,
  { order, eventId, byAccountId, notice, recipients }: Required<OrderNotices>,
): Promise<void> {
  const recipientsByText = Map.groupBy(recipients, ({ pricesShown }) =>
    pricesShown ? notice.text : (notice.withoutSums ?? notice.text),
  )
  for (const [text, priceReaders] of recipientsByText) {
    await notify(tx, {
      accountIds: priceReaders.map(({ accountId }) => accountId),
      quietFor: byAccountId,
      kind: notice.approval ? 'approval' : 'order',
      title: notice.title,
      text,
      link: `/orders/${order.id}`,
      contractIds: [order.contractId],
      eventKey: `order:${order.id}:${eventId}`,
    })
  }
}
