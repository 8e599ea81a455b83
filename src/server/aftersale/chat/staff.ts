import type { ChatScope } from '#shared/api/administration/queue-groups.ts'
import { may } from '#shared/rights.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { postponedUntil, type Postponement } from '#shared/rules/talk/postpone.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listStaffWhoServe } from '#server/customers/organisations/shared-queries-customers.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { findChat, lockChat, markRead, noChat } from './queries.ts'
import { listOverdueInvoices } from './queries-cards.ts'
import { findBasketFacts, listContractFacts, listNewestOrders, listOpenClaims } from './queries-facts.ts'
import { countTalks, findCall, findPerson, searchGoods, searchOrders, listTalks, type Person } from './queries-staff.ts'
import { assignChat, closeChat, postponeChat } from './queries-state.ts'
import { searchMessages, searchLinkable, readChatRow, readPage, writeMessage, type MessageInput } from './service.ts'

type Deps = { db: Db }

export async function readTalks({ db }: Deps, actor: StaffActor, filter: { scope: ChatScope; query: string }) {
  const items = await listTalks(db, { actor, ...filter })
  return { items, counts: await countTalks(db, { actor }), norm: await readSetting(db, 'norms.chatMinutes') }
}

export async function readCall({ db }: Deps, actor: StaffActor, { id }: { id: number }) {
  const talk = await findCall(db, { actor, id })
  if (!talk) throw new AppError('notFound')
  return { talk, colleagues: await listStaffWhoServe(db, talk) }
}

export async function countWaiting({ db }: Deps, actor: StaffActor): Promise<number> {
  return (await countTalks(db, { actor })).waiting
}

/** A customer's chat; `undefined` messages: nothing has changed since the version. */
export async function readCustomerChat(
  { db }: Deps,
  actor: StaffActor,
  { accountId, since, before }: { accountId: number; since: number | undefined; before: number | undefined },
) {
  const found = await getPerson({ db }, actor, accountId)
  const person = { ...found, colleagues: await listStaffWhoServe(db, found) }
  const chat = (await findChat(db, { accountId })) ?? noChat
  if (since !== undefined && since === chat.version && before === undefined)
    return { person, chat, messages: [], more: false, unchanged: true }
  return { person, chat, ...(await readPage(db, { accountId, side: 'staff', before })), unchanged: false }
}

export async function searchCustomerChat(
  { db }: Deps,
  actor: StaffActor,
  { accountId, query }: { accountId: number; query: string },
) {
  await getPerson({ db }, actor, accountId)
  const messages = await searchMessages({ db }, { accountId, side: 'staff', query })
  return { chat: await readChatRow({ db }, accountId), messages }
}

/** Orders, goods, claims and unpaid documents that a message to this buyer may link. */
export async function searchCustomerLinks(
  { db }: Deps,
  actor: StaffActor,
  { accountId, query }: { accountId: number; query: string },
) {
  const { organisationId } = await getPerson({ db }, actor, accountId)
  const orders = await searchOrders(db, { organisationId, query })
  const goods = query.length < 2 ? [] : await searchGoods(db, { query })
  return { orders, goods, ...(await searchLinkable({ db }, { accountId, query })) }
}

/** Facts about the customer beside the chat; claims only with the right to see them. */
export async function readFacts({ db }: Deps, actor: StaffActor, { accountId, now }: { accountId: number; now: Date }) {
  const { organisationId } = await getPerson({ db }, actor, accountId)
  const of = { accountId, today: dayOf(now) }
  return {
    contracts: await listContractFacts(db, of),
    invoices: await listOverdueInvoices(db, of),
    orders: await listNewestOrders(db, { organisationId }),
    claims: may(actor, 'staff.claims') ? await listOpenClaims(db, { organisationId }) : [],
    basket: await findBasketFacts(db, { accountId }),
  }
}

export async function getPerson({ db }: Deps, actor: StaffActor, accountId: number): Promise<Person> {
  const person = await findPerson(db, { actor, accountId })
  if (!person) throw new AppError('notFound')
  return person
}

type Answer = MessageInput & { accountId: number; note: boolean }

/** Answers the buyer, or writes an internal note. Answering an unassigned chat assigns it to the author. */
export async function sendAnswer({ db }: Deps, actor: StaffActor, sent: Answer) {
  const { accountId, note } = sent
  return db.transaction(async (tx) => {
    const { organisationId } = await getPerson({ db: tx }, actor, accountId)
    await lockChat(tx, { accountId, organisationId })
    const written = await writeMessage(tx, actor, { side: 'staff', ...sent })
    if (!written.isNew) return written
    if (written.readBefore.assigneeId === null) await assignChat(tx, { accountId, assigneeId: actor.accountId })
    if (!note)
      await notify(tx, {
        accountIds: [accountId],
        kind: 'chat',
        title: `${actor.name} ответил(а) в чате`,
        text: sent.message.slice(0, 200),
        link: '/chat',
        // One notice for all messages until they are read.
        eventKey: `chat:${accountId}:${written.readBefore.buyerReadId}`,
      })
    return { ...written, version: (await findChat(tx, { accountId }))?.version ?? written.version }
  })
}

type Change = {
  accountId: number
  action: 'take' | 'assign' | 'close' | 'postpone' | 'read'
  /** Id of a colleague, or of the last read message. */
  id?: number | undefined
  until?: Postponement | undefined
  now?: Date
}

/** Idempotent. */
export async function changeChat({ db }: Deps, actor: StaffActor, change: Change): Promise<void> {
  const { accountId, action, id, until, now = new Date() } = change
  await db.transaction(async (tx) => {
    const { organisationId } = await getPerson({ db: tx }, actor, accountId)
    await lockChat(tx, { accountId, organisationId })
    if (action === 'take') await assignChat(tx, { accountId, assigneeId: actor.accountId })
    if (action === 'assign') await assignTo(tx, { accountId, organisationId, assigneeId: id })
    if (action === 'close') await closeChat(tx, { accountId })
    if (action === 'read' && id !== undefined) await markRead(tx, { accountId, id, side: 'staff' })
    if (action === 'postpone') {
      if (until === undefined) throw new AppError('invalid', { fields: { until: 'Укажите, до какого времени' } })
      await postponeChat(tx, { accountId, until: postponedUntil(until, now) })
    }
  })
}

async function assignTo(
  tx: Db,
  {
    accountId,
    organisationId,
    assigneeId,
  }: { accountId: number; organisationId: number; assigneeId: number | undefined },
): Promise<void> {
  const colleague = (await listStaffWhoServe(tx, { organisationId })).find(({ id }) => id === assigneeId)
  if (!colleague) throw new AppError('notFound')
  await assignChat(tx, { accountId, assigneeId: colleague.id })
}
