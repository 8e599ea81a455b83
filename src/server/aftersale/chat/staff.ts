import type { ChatScope } from '#shared/api/staff/talk.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { findChat, lockChat, markRead, noChat, setChatState } from './queries.ts'
import { countTalks, findPerson, listGoodsLike, listOrdersLike, listTalks, type Person } from './queries-staff.ts'
import { findInChat, readChatRow, readPage, write, type Sent } from './service.ts'

type Deps = { db: Db }

export async function readTalks({ db }: Deps, actor: StaffActor, filter: { scope: ChatScope; query: string }) {
  const items = await listTalks(db, { actor, ...filter })
  return { items, counts: await countTalks(db, { actor }), norm: await readSetting(db, 'norms.chatMinutes') }
}

export async function countWaiting({ db }: Deps, actor: StaffActor): Promise<number> {
  return (await countTalks(db, { actor })).waiting
}

/** A customer's chat; `undefined` messages: nothing is new since the version. */
export async function readCustomerChat(
  { db }: Deps,
  actor: StaffActor,
  { accountId, since, before }: { accountId: number; since: number | undefined; before: number | undefined },
) {
  const person = await getPerson({ db }, actor, accountId)
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
  const messages = await findInChat({ db }, { accountId, side: 'staff', query })
  return { chat: await readChatRow({ db }, accountId), messages }
}

/** Orders and goods that a message to this buyer may name. */
export async function findLinks(
  { db }: Deps,
  actor: StaffActor,
  { accountId, query }: { accountId: number; query: string },
) {
  const { organisationId } = await getPerson({ db }, actor, accountId)
  const orders = await listOrdersLike(db, { organisationId, query })
  return { orders, goods: query.length < 2 ? [] : await listGoodsLike(db, { query }) }
}

export async function getPerson({ db }: Deps, actor: StaffActor, accountId: number): Promise<Person> {
  const person = await findPerson(db, { actor, accountId })
  if (!person) throw new AppError('notFound')
  return person
}

type Answer = Sent & { accountId: number; note: boolean }

/** Answers the buyer, or writes a note for staff alone. Who answers an untaken chat has taken it. */
export async function sendAnswer({ db }: Deps, actor: StaffActor, sent: Answer) {
  const { accountId, note } = sent
  return db.transaction(async (tx) => {
    const { organisationId } = await getPerson({ db: tx }, actor, accountId)
    await lockChat(tx, { accountId, organisationId })
    const written = await write(tx, actor, { side: 'staff', ...sent })
    if (!written.isNew) return written
    if (written.readBefore.assigneeId === null) await setChatState(tx, { accountId, assigneeId: actor.accountId })
    if (!note)
      await notify(tx, {
        accountIds: [accountId],
        kind: 'chat',
        title: `${actor.name} ответил(а) в чате`,
        text: sent.message.slice(0, 200),
        link: '/chat',
        // One for all that is written until it is read.
        eventKey: `chat:${accountId}:${written.readBefore.buyerReadId}`,
      })
    return { ...written, version: (await findChat(tx, { accountId }))?.version ?? written.version }
  })
}

/** Again changes nothing. */
export async function changeChat(
  { db }: Deps,
  actor: StaffActor,
  { accountId, action, id }: { accountId: number; action: 'take' | 'close' | 'read'; id: number | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { organisationId } = await getPerson({ db: tx }, actor, accountId)
    await lockChat(tx, { accountId, organisationId })
    if (action === 'take') await setChatState(tx, { accountId, assigneeId: actor.accountId })
    if (action === 'close') await setChatState(tx, { accountId })
    if (action === 'read' && id !== undefined) await markRead(tx, { accountId, id, side: 'staff' })
  })
}
