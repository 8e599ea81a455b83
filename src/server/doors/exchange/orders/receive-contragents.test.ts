import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { contracts, contragents } from '#server/platform/db/schema/organisations.ts'
import { openOrderFixture, orderXml, type OrderFixture } from '#tests/support/books/order-fixture.ts'
import { document } from '#tests/support/export-1c.ts'
import { exportOrders } from './export-orders.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await openOrderFixture()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())

const inn = '7708123450'
const kpp = '770801001'

/** An order of a contragent that 1C has not named yet. */
async function place() {
  const placed = await desk.place()
  const [order] = await desk.db.select().from(orders).where(eq(orders.id, placed.id))
  const buyer = inArray(
    contragents.id,
    desk.db
      .select({ id: contracts.contragentId })
      .from(contracts)
      .where(eq(contracts.id, order?.contractId ?? 0)),
  )
  await desk.db.update(contragents).set({ code1c: null, inn, kpp }).where(buyer)
  return { ...placed, look: async () => (await desk.db.select().from(contragents).where(buyer))[0] }
}

const buyerXml = (id: string, { role = 'Покупатель', as = inn, deleted = false } = {}) =>
  `<Контрагенты><Контрагент><Ид>${id}</Ид><ПометкаУдаления>${deleted}</ПометкаУдаления><Наименование>Алькор` +
  `</Наименование><Роль>${role}</Роль><ИНН>${as}</ИНН><КПП>${kpp}</КПП></Контрагент></Контрагенты>`

test('an order’s document tells the Ид of its buyer; another Ид later is reported', async () => {
  const { number, look } = await place()
  const received = await desk.receive(document(orderXml(number, { more: buyerXml('c-1') })))
  expect(received).toMatchObject({ documents: 1, contragents: { changed: 1 }, rejects: [] })
  expect(await look()).toMatchObject({ code1c: 'c-1' })
  const [entry] = await desk.db.select().from(auditLog).where(eq(auditLog.action, 'contragent.changed'))
  expect(entry).toMatchObject({ origin: 'exchange', accountId: desk.exchangeId })
  expect(await desk.receive(document(orderXml(number, { more: buyerXml('c-1') })))).toMatchObject({
    contragents: { unchanged: 1 },
    rejects: [],
  })
  expect(await desk.receive(document(orderXml(number, { more: buyerXml('c-2') })))).toMatchObject({
    contragents: { rejected: 1 },
    rejects: [
      {
        kind: 'contragent',
        code: 'c-2',
        reason: 'ИНН 7708123450, КПП 770801001: на портале такой контрагент связан с другим Ид 1С, c-1',
      },
    ],
  })
  expect(await look()).toMatchObject({ code1c: 'c-1' })
})

test('neither a seller, a deleted element, a foreign order’s buyer nor the portal’s own Ид links', async () => {
  const { number, look } = await place()
  for (const buyer of [
    buyerXml('c-1', { role: 'Продавец' }),
    buyerXml('c-1', { deleted: true }),
    buyerXml('c-1', { as: '' }),
    buyerXml('c-1', { as: '123' }),
    buyerXml('contragent-1'),
  ])
    expect((await desk.receive(document(orderXml(number, { more: buyer })))).contragents).toEqual({})
  await desk.receive(document(orderXml('no-such', { more: buyerXml('c-1') })))
  const { body } = await exportOrders(desk, desk.exchangeId)
  let sentBack = ''
  for await (const piece of body) sentBack += String(piece)
  expect((await desk.receive(sentBack)).contragents).toEqual({})
  expect(await look()).toMatchObject({ code1c: null, status: 'active' })
})
