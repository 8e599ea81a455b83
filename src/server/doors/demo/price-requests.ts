import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '#shared/rules/dates.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { categories } from '#server/platform/db/schema/catalogue.ts'
import { priceLinks, priceListFiles, priceRequests } from '#server/platform/db/schema/price-lists.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { priceListName } from '#server/catalogue/price-lists/file-name.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Three requests for price files, one of them answered with a file that a job will write, and a feed link of the
 * buyer's shop.
 */
export async function insertDemoPriceRequests(db: Db, { vector, yug }: DemoBuyers, now: Date): Promise<void> {
  const [owner, manager] = vector.people
  const [secondOwner] = yug.people
  if (!owner || !manager || !secondOwner) throw new Error('the demo buyers have no people')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { main, deferred } = vector.contracts
  await answered(db, {
    accountId: owner.id,
    contractId: main,
    number: '114-О',
    askedAt: ago(2 * dayMs),
    answeredAt: ago(dayMs + 3 * hourMs),
  })
  await db.insert(priceRequests).values([
    {
      accountId: manager.id,
      contractId: deferred,
      availableOnly: true,
      comment: 'Нужны фото и штрихкоды, к пятнице',
      createdAt: ago(5 * hourMs),
    },
    {
      accountId: secondOwner.id,
      contractId: yug.contracts.dealer,
      categoryIds: (await named(db, ['Крепёж'])).map(({ id }) => id),
      comment: 'Для филиала в Краснодаре, по наличию в Казани',
      createdAt: ago(26 * hourMs),
    },
  ])
  await db.insert(priceLinks).values({
    token: randomBytes(24).toString('base64url'),
    contractId: main,
    accountId: owner.id,
    name: 'Сайт vector.example',
    createdAt: ago(20 * dayMs),
    lastUsedAt: ago(hourMs),
  })
}

type Answered = { accountId: number; contractId: number; number: string; askedAt: Date; answeredAt: Date }

async function answered(db: Db, { accountId, contractId, number, askedAt, answeredAt }: Answered): Promise<void> {
  const requestedCategories = await named(db, ['Электроинструмент', 'Оснастка и расходные материалы'])
  const input = { accountId, contractId, categoryIds: requestedCategories.map(({ id }) => id), availableOnly: true }
  const answer = 'Файл ниже. Если нужны цены ещё на одну группу, напишите'
  const [request] = await db
    .insert(priceRequests)
    .values({
      ...input,
      comment: 'Для сметы по объекту на Летниковской',
      state: 'done',
      answer,
      createdAt: askedAt,
      answeredAt,
      answeredBy: sql`(select id from ${accounts} where ${holds(sql`${accounts}`, 'staff.allCustomers')} order by id
        limit 1)`,
    })
    .returning({ id: priceRequests.id })
  const name = priceListName({
    categories: requestedCategories.map((category) => category.name),
    contract: number,
    day: dayOf(answeredAt),
  })
  await db.insert(priceListFiles).values({
    ...input,
    token: randomBytes(24).toString('base64url'),
    name,
    requestId: request?.id ?? 0,
    createdAt: new Date(answeredAt.getTime() - 60_000),
  })
  const eventKey = `price-request:${request?.id ?? 0}:demo`
  await notify(db, {
    accountIds: [accountId],
    mailed: false,
    kind: 'priceRequest',
    title: 'Запрос прайс-листа выполнен',
    text: [answer, name].join('\n'),
    link: '/price-lists',
    eventKey,
  })
  await db.execute(
    sql`update notifications set created_at = ${answeredAt}, read_at = ${answeredAt} where event_key = ${eventKey}`,
  )
}

async function named(db: Db, names: string[]): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.name, names))
    .orderBy(categories.id)
}
