import { notify } from '#server/features/notifications/service.ts'
import { writeMails } from '#server/features/mail/service.ts'
import { listLookingAfter } from '#server/features/organisations/queries-customers.ts'
import type { Db } from '#server/db/client.ts'
import { listConcerned, type Concerned } from './queries-tell.ts'

/** `text` may name sums: whoever orders sees prices. */
export type OrderNews = { title: string; text: string }

type Told = {
  order: { id: number; organisationId: number; accountId: number }
  eventId: number
  /** Who did it: the bell need not tell them. */
  byAccountId: number | null
  news: OrderNews
  /** Whom it concerns, where that is known already. */
  concerned?: Concerned[]
}

/** Tells a buyer of a change, in its transaction: a notification and a letter to who ordered and to the heads. */
export async function tellBuyer(tx: Db, { order, eventId, byAccountId, news, concerned }: Told): Promise<void> {
  await tell(tx, { order, eventId, byAccountId, news, concerned: concerned ?? (await listConcerned(tx, order)) })
}

/** Tells those who look after the buyer what is asked of them, in the transaction of the asking. `order` as it was before. */
export async function tellStaff(tx: Db, { id, organisationId, revision }: { id: number; organisationId: number; revision: number }, news: OrderNews): Promise<void> {
  await notify(tx, { accountIds: await listLookingAfter(tx, { organisationId }), kind: 'order', ...news, link: `/admin/orders/${id}`, eventKey: `order-asks:${id}:${revision}` })
}

async function tell(tx: Db, { order, eventId, byAccountId, news: { title, text }, concerned }: Required<Told>): Promise<void> {
  const link = `/orders/${order.id}`
  const eventKey = `order:${order.id}:${eventId}`
  const others = concerned.filter(({ accountId }) => accountId !== byAccountId)
  await notify(tx, { accountIds: others.map(({ accountId }) => accountId), kind: 'order', title, text, link, eventKey })
  const recipients = concerned.filter(({ demo }) => !demo).map(({ login }) => login)
  await writeMails(tx, { recipients, subject: title, text, link, eventKey })
}
