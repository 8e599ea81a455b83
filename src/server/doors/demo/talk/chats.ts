import { sql } from 'drizzle-orm'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { callDueAt } from '#shared/rules/talk/call-times.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { callbacks, chatMessages, chats } from '#server/platform/db/schema/aftersale/talk.ts'
import { topNews } from '#server/platform/db/schema/aftersale/pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from '../buyers.ts'
import { insertDemoPages } from './pages.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Chats of three buyers with staff, requests for callbacks, news and pages. */
export async function insertDemoChats(
  db: Db,
  { vector, yug, staff: { adminId } }: DemoBuyers,
  now: Date,
): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const [owner, manager] = vector.people
  const [otherBuyer] = yug.people
  // The personal manager of the first buyer; the second buyer still waits for an answer.
  const [staff] = await db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(sql`${accounts.id} = ${adminId}`)
    .limit(1)
  if (!owner || !manager || !otherBuyer || !staff) throw new Error('the demo has nobody to talk')
  const talks = [
    { id: owner.id, organisationId: vector.organisationId, lines: ownerChat },
    { id: manager.id, organisationId: vector.organisationId, lines: managerChat },
    { id: otherBuyer.id, organisationId: yug.organisationId, lines: otherBuyerChat },
  ]
  for (const { id, organisationId, lines } of talks) await insertChat(db, { id, organisationId, lines, staff, ago })
  await db.insert(callbacks).values([
    {
      phone: '+7 (916) 204-71-33',
      name: 'Ирина',
      wanted: 'tomorrow',
      createdAt: ago(50 * minuteMs),
      callAt: callDueAt('tomorrow', now),
    },
    {
      phone: '+7 (861) 255-10-40',
      name: 'Сергей',
      wanted: 'now',
      createdAt: ago(12 * minuteMs),
      callAt: ago(12 * minuteMs),
    },
  ])
  await db.insert(topNews).values([
    { text: '31 декабря склад работает до 15:00, отгрузки – с 9 января', link: '/delivery', createdAt: ago(dayMs) },
    {
      text: 'Акты сверки за год подпишите до 20 января',
      link: '/acts',
      position: 1,
      audienceRoles: ['owner'],
      startsOn: dayOf(ago(dayMs)),
      endsOn: addDays(dayOf(now), 60),
      createdAt: ago(2 * dayMs),
    },
  ])
  await insertDemoPages(db)
}

/** `names`: links the buyer's newest order or claim, the longest unpaid document, or goods of this name. */
type Line = {
  from: 'buyer' | 'staff' | 'note'
  minutes: number
  text: string
  names?: 'order' | 'claim' | 'invoice' | { good: string }
}

const ownerChat: Line[] = [
  { from: 'buyer', minutes: 7300, text: 'Здравствуйте! Можно перенести отгрузку на вторник?', names: 'order' },
  { from: 'staff', minutes: 7240, text: 'Перенесла. Машина приедет с 9 до 12, пропуск на тот же номер.' },
  { from: 'buyer', minutes: 2900, text: 'Здравствуйте! Круги пришли не все, 25 штук не хватило.' },
  { from: 'staff', minutes: 2880, text: 'Ждём поступления на этой неделе, довезём с ближайшей машиной.' },
  { from: 'note', minutes: 2870, text: 'Звонила в закупку: машина с Луги во вторник.' },
  {
    from: 'buyer',
    minutes: 1500,
    text: 'Спасибо. И нужен паспорт на аккумуляторы для входного контроля.',
    names: { good: 'Аккумулятор' },
  },
  { from: 'staff', minutes: 110, text: 'Здравствуйте! Паспорт приложу сегодня, партия 0921.' },
  { from: 'staff', minutes: 104, text: 'По рекламации жду фото шильдика, чтобы успеть с заменой.', names: 'claim' },
  { from: 'staff', minutes: 95, text: 'И напомню про оплату: счёт приложила.', names: 'invoice' },
]
const managerChat: Line[] = [
  { from: 'buyer', minutes: 72, text: 'Когда придёт остаток? Бригада ждёт круги, во вторник выезд.' },
]
const otherBuyerChat: Line[] = [{ from: 'buyer', minutes: 24, text: 'Есть сертификат на дюбели?' }]

type NewChat = {
  id: number
  organisationId: number
  lines: Line[]
  staff: { id: number; name: string }
  ago: (ms: number) => Date
}

async function insertChat(db: Db, { id, organisationId, lines, staff, ago }: NewChat): Promise<void> {
  const last = lines.at(-1)
  const lastAt = ago((last?.minutes ?? 0) * minuteMs)
  const waitingSince = last?.from === 'buyer' ? lastAt : null
  await db.insert(chats).values({ accountId: id, organisationId, lastAt, waitingSince })
  const [person] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(sql`${accounts.id} = ${id}`)
  for (const { from, minutes, text, names } of lines)
    await db.insert(chatMessages).values({
      accountId: id,
      authorId: from === 'buyer' ? id : staff.id,
      author: from === 'buyer' ? (person?.name ?? '') : staff.name,
      fromStaff: from !== 'buyer',
      note: from === 'note',
      message: text,
      orderIds: names === 'order' ? newestOrder(organisationId) : [],
      claimIds: names === 'claim' ? newestClaim(organisationId) : [],
      entryIds: names === 'invoice' ? longestUnpaid(organisationId) : [],
      productIds: typeof names === 'object' ? findGood(names.good) : [],
      createdAt: ago(minutes * minuteMs),
    })
  // Staff have read what they answered; the buyer all messages but the last.
  await db.execute(sql`
    update chats c set
      staff_read_id = coalesce((select max(id) from chat_messages m
        where m.account_id = c.account_id and from_staff), 0),
      buyer_read_id = coalesce((select max(id) from chat_messages m where m.account_id = c.account_id
        and id < (select max(id) from chat_messages l where l.account_id = c.account_id)), 0)
    where account_id = ${id}`)
}

const newestOrder = (organisationId: number) =>
  sql`array(select id from orders where organisation_id = ${organisationId} order by created_at desc, id desc limit 1)`

const newestClaim = (organisationId: number) =>
  sql`array(select id from claims where organisation_id = ${organisationId}
    order by state = 'asked' desc, state in ('new', 'working') desc, id desc limit 1)`

const longestUnpaid = (organisationId: number) =>
  sql`array(select e.id from ledger_entries e join contracts k on k.id = e.contract_id
    where k.organisation_id = ${organisationId} and e.active and e.left_kopecks > 0 order by e.due_on, e.id limit 1)`

const findGood = (name: string) =>
  sql`array(select id from products where active and name like ${`${name}%`} order by id limit 1)`
