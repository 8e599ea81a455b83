import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as notificationsApi from '#shared/api/notifications.ts'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { addDays, dayOf, deliveryDays, formatDay, parseDay } from '#shared/rules/dates.ts'
import { accountContracts } from '#server/platform/db/schema/access.ts'
import {
  deliveryCompanies,
  deliveryMethods,
  deliveryTerminals,
  deliveryTypes,
  deliveryZones,
} from '#server/platform/db/schema/delivery.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { calendarDays, orders } from '#server/platform/db/schema/orders.ts'
import { addresses, contracts } from '#server/platform/db/schema/organisations.ts'
import { confirmHandover, recordHandover } from '#server/doors/exchange/orders/queries-out.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { fillBasket, placeOrder, type Checkout } from '#tests/support/checkout.ts'
import {
  addAccount,
  addAddress,
  addConsignee,
  addOrganisation,
  createWorld,
  signedIn,
  type ContractInput,
  type World,
} from '#tests/support/fixtures.ts'
import { addZone } from '#tests/support/zones.ts'
import { call } from '#web/api/client.ts'

type DeliveryChangeInput = Omit<InputOf<typeof staffApi.staffChangeDelivery>, 'id' | 'version'>

let portal: TestApp
let world: World
let staff: Visitor
let owner: Visitor
let address: number
let zone: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  staff = await signedIn(portal, world.salesId)
  owner = await signedIn(portal, world.ownerId)
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  await portal.db.update(deliveryMethods).set({ priceKopecks: 30_050 }).where(eq(deliveryMethods.id, 2))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.delete(mails)
  await portal.db.update(deliveryZones).set({ active: false })
  address = await addAddress(portal.db, world.organisationId)
  zone = await addZone(portal.db, { priceKopecks: 90_007, freeFromKopecks: 300_000 })
})

/** Goods of 1 000 ₽ each, pickup by default. */
async function ordered({
  qnt = 1,
  contract = {},
  input = {},
}: { qnt?: number; contract?: ContractInput; input?: Parameters<typeof placeOrder>[1] } = {}): Promise<
  Checkout & { id: number }
> {
  const at = await fillBasket(portal, world, [{ price: 100_000, stock: [10], qnt }], contract)
  return { ...at, id: (await placeOrder(at, input)).id }
}

const opened = (id: number, by = staff) => call(staffApi.staffOrderDelivery, { id }, by)
const seen = async (id: number) => (await call(staffApi.staffGetOrder, { id }, staff)).order
const change = async (id: number, input: DeliveryChangeInput) =>
  call(staffApi.staffChangeDelivery, { id, version: (await seen(id)).version, ...input }, staff)
const drive = (input: Partial<DeliveryChangeInput> = {}): DeliveryChangeInput => ({
  delivery_method: 1,
  address,
  delivery_zone: zone,
  ...input,
})
const refused = (fields: Record<string, string>, code?: string) => ({
  status: 422,
  ...(code === undefined ? {} : { code }),
  body: {
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, expect.stringContaining(text)])),
  },
})

async function addCompany(name: string, terminal: { active?: boolean } = {}) {
  const [company] = await portal.db.insert(deliveryCompanies).values({ name }).returning()
  const companyId = company?.id ?? 0
  const [toTerminal, toDoor] = await portal.db
    .insert(deliveryTypes)
    .values([
      { companyId, name: 'До терминала' },
      { companyId, name: 'До двери', toTerminal: false },
    ])
    .returning()
  const [open] = await portal.db
    .insert(deliveryTerminals)
    .values({ companyId, city: 'Тула', address: 'Ленина, 1', ...terminal })
    .returning()
  return {
    delivery_company: companyId,
    toTerminal: toTerminal?.id ?? 0,
    toDoor: toDoor?.id ?? 0,
    terminal: open?.id ?? 0,
  }
}

test('[P.5] pickup changed to own transport sets the zone’s price, history, notices, 1C’s version', async () => {
  const { id, buyer } = await ordered({ input: { client_number: 'З-1' } })
  const exchangeAccountId = await addAccount(portal.db, { role: 'exchange' })
  await recordHandover(portal.db, { exchangeAccountId })
  await confirmHandover(portal.db, { exchangeAccountId })
  await portal.db.delete(mails)
  const { version, chosen, goods, delivery_price } = await opened(id)
  expect({ chosen, goods, delivery_price }).toMatchObject({
    chosen: { delivery_method: 3, address: null, delivery_zone: null, client_number: 'З-1' },
    goods: 1000,
    delivery_price: 0,
  })
  const consignee = await addConsignee(portal.db, world.organisationId)

  expect(await change(id, drive({ consignee, client_number: ' З-2 ' }))).toEqual({
    state: 1,
    status: 'Новый',
    version: version + 1,
    sum: 1900.07,
  })
  expect((await call(api.getOrder, { id }, buyer)).order).toMatchObject({
    sum: 1900.07,
    delivery_price: 900.07,
    delivery: 'Наш транспорт, Центр',
    client_number: 'З-2',
    address: expect.stringContaining('Складочная'),
  })
  const { history, handover, numberOrder } = await seen(id)
  expect(history.at(-1)).toMatchObject({
    state: 1,
    comment: expect.stringMatching(
      new RegExp(
        String.raw`^Доставка: Самовывоз → Наш транспорт\. Зона доставки: нет → Центр\. Адрес: нет → ` +
          String.raw`.*Складочная.*\. Получатель: нет → .+\. Номер покупателя: З-1 → З-2$`,
      ),
    ),
  })
  expect(handover.state).toBe('waiting')
  expect(
    (await portal.db.select().from(addresses).where(eq(addresses.id, address)))[0]?.deliveryZoneId,
    'the address keeps the zone for next time',
  ).toBe(zone)

  for (const visitor of [buyer, owner]) {
    const [notice] = (await call(notificationsApi.notifications, {}, visitor)).items
    expect(notice).toMatchObject({
      title: `Заказ ${numberOrder} изменён`,
      link: `/orders/${id}`,
      text: expect.stringContaining('Самовывоз → Наш транспорт'),
    })
    expect(notice?.text).toMatch(/Стоимость доставки: 0 → 900,07 ₽\.\n.*сумма 1\s900,07 ₽/)
  }
  expect((await portal.db.select().from(mails)).map(({ subject }) => subject)).toEqual([
    `Заказ ${numberOrder} изменён`,
    `Заказ ${numberOrder} изменён`,
  ])
})

test('[E.12] a carrier is set with terminal or address at its method’s price; back to pickup is free', async () => {
  const { id } = await ordered()
  const { toTerminal, toDoor, ...company } = await addCompany('ПЭК')
  expect(await change(id, { delivery_method: 2, ...company, delivery_type: toTerminal })).toMatchObject({ sum: 1300.5 })
  expect(await seen(id)).toMatchObject({
    delivery: 'Транспортная компания, ПЭК',
    address: 'Тула, Ленина, 1',
    sum: 1300.5,
  })
  expect((await opened(id)).chosen).toMatchObject({
    delivery_method: 2,
    ...company,
    delivery_type: toTerminal,
    address: null,
  })
  expect(
    await change(id, {
      delivery_method: 2,
      delivery_company: company.delivery_company,
      delivery_type: toDoor,
      address,
    }),
  ).toMatchObject({ sum: 1300.5 })
  expect((await opened(id)).chosen).toMatchObject({ delivery_type: toDoor, terminal: null, address })
  expect(await change(id, { delivery_method: 3 })).toMatchObject({ sum: 1000 })
  expect((await opened(id)).chosen).toMatchObject({
    delivery_method: 3,
    delivery_company: null,
    delivery_type: null,
    terminal: null,
    address: null,
  })
})

test('[N.5] delivery is free from the contract’s or zone’s sum; an unchanged method keeps its price', async () => {
  const { id } = await ordered({ qnt: 3 })
  expect(await change(id, drive())).toMatchObject({ sum: 3000 })
  const highThreshold = await ordered({ qnt: 3, contract: { freeDeliveryKopecks: 400_000 } })
  expect(await change(highThreshold.id, drive())).toMatchObject({ sum: 3900.07 })
  await portal.db.update(deliveryZones).set({ priceKopecks: 200_000 }).where(eq(deliveryZones.id, zone))
  const other = await addAddress(portal.db, world.organisationId, 'Клин, ул. Мира, 1')
  expect(await change(highThreshold.id, drive({ address: other })), 'another address in its zone').toMatchObject({
    sum: 3900.07,
  })
  const far = await addZone(portal.db, { name: 'Область', priceKopecks: 250_000 })
  expect(await change(highThreshold.id, drive({ address: other, delivery_zone: far }))).toMatchObject({ sum: 5500 })
})

test('missing, hidden and foreign choices are refused with the field named, and nothing changes', async () => {
  const { id } = await ordered()
  const before = await seen(id)
  const { toTerminal, ...company } = await addCompany('СДЭК')
  const hidden = await addCompany('Байкал', { active: false })
  const carry = (input: Partial<DeliveryChangeInput>): DeliveryChangeInput => ({ delivery_method: 2, ...input })
  await expect(change(id, { delivery_method: 1 })).rejects.toMatchObject(
    refused({ address: 'Выберите адрес', delivery_zone: 'Выберите зону' }),
  )
  await expect(change(id, carry({}))).rejects.toMatchObject(refused({ delivery_company: 'Выберите транспортную' }))
  await expect(change(id, carry({ delivery_company: company.delivery_company }))).rejects.toMatchObject(
    refused({ terminal: 'Выберите терминал' }, 'deliveryIncomplete'),
  )
  await expect(
    change(id, carry({ delivery_company: hidden.delivery_company, terminal: hidden.terminal })),
  ).rejects.toMatchObject(refused({ terminal: 'больше не работает' }, 'deliveryGone'))
  await expect(
    change(id, carry({ delivery_company: company.delivery_company, terminal: hidden.terminal })),
    'another carrier’s terminal',
  ).rejects.toMatchObject({ status: 404 })
  await portal.db
    .update(deliveryCompanies)
    .set({ active: false })
    .where(eq(deliveryCompanies.id, company.delivery_company))
  await expect(change(id, carry({ ...company, delivery_type: toTerminal }))).rejects.toMatchObject(
    refused({ delivery_company: 'больше не отправляем' }, 'deliveryGone'),
  )
  await portal.db.update(deliveryZones).set({ active: false }).where(eq(deliveryZones.id, zone))
  await expect(change(id, drive())).rejects.toMatchObject(refused({ delivery_zone: 'больше не возим' }, 'deliveryGone'))
  await portal.db.update(deliveryZones).set({ active: true }).where(eq(deliveryZones.id, zone))

  const { organisationId: stranger } = await addOrganisation(portal.db, 'ООО «Чужие»')
  await expect(change(id, drive({ address: await addAddress(portal.db, stranger) }))).rejects.toMatchObject({
    status: 404,
    body: { fields: { address: 'Не найдено' } },
  })
  await expect(change(id, drive({ consignee: await addConsignee(portal.db, stranger) }))).rejects.toMatchObject({
    status: 404,
    body: { fields: { consignee: 'Не найдено' } },
  })
  const expired = await addConsignee(portal.db, world.organisationId, {
    attorneyValidTo: addDays(dayOf(new Date()), -1),
  })
  await expect(change(id, drive({ consignee: expired }))).rejects.toMatchObject(
    refused({ consignee: 'Доверенность получателя действует по' }),
  )
  await expect(change(id, { delivery_method: 3 })).rejects.toMatchObject({ status: 422, code: 'nothingChanged' })
  expect(await seen(id)).toEqual(before)
})

test('[V.12] a new day must be one of the zone’s; the agreed day stays valid with its method', async () => {
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  const [first = ''] = deliveryDays(new Date(), calendar)
  const agreed = formatDay(addDays(dayOf(new Date()), 40))
  const { id } = await ordered({ input: { delivery_method: 1, address, delivery_zone: zone } })
  await expect(change(id, drive({ date: agreed }))).rejects.toMatchObject(
    refused({ date: 'доставки нет' }, 'deliveryDate'),
  )
  await portal.db
    .update(orders)
    .set({ deliveryDate: parseDay(agreed) })
    .where(eq(orders.id, id))
  await change(id, drive({ date: agreed, client_number: '7' }))
  expect(await seen(id)).toMatchObject({ date: agreed, client_number: '7' })
  const far = await addZone(portal.db, { name: 'Область' })
  await expect(change(id, drive({ delivery_zone: far, date: agreed }))).rejects.toMatchObject({ code: 'deliveryDate' })
  await change(
    id,
    drive({
      delivery_zone: far,
      date: (await opened(id)).delivery_zones.find((each) => each.id === far)?.dates[0] ?? formatDay(first),
    }),
  )
  await change(id, drive({ delivery_zone: far }))
  expect((await seen(id)).date).toBeNull()
})

test('the second of two concurrent changes is refused, and so are a missing right and a final state', async () => {
  const { id, buyer } = await ordered()
  const { version } = await opened(id)
  const both = await Promise.allSettled(
    [1, 2].map(() => call(staffApi.staffChangeDelivery, { id, version, ...drive() }, staff)),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((each) => each.status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'conflict', body: { version: version + 1 } },
  })
  expect((await seen(id)).history).toHaveLength(2)

  await expect(
    call(staffApi.staffChangeDelivery, { id, version: version + 1, delivery_method: 3 }, buyer),
  ).rejects.toMatchObject({ status: 403 })
  await expect(opened(id, buyer)).rejects.toMatchObject({ status: 403 })
  await expect(opened(2_000_000_000)).rejects.toMatchObject({ status: 404 })
  for (const state of [1, 2, 5, 6, 7, 10, 8, 9, 11, 3, 4]) {
    await portal.db.update(orders).set({ state }).where(eq(orders.id, id))
    const changed = change(id, { delivery_method: 3, client_number: `при ${state}` })
    if ([1, 2, 5, 6, 7, 10].includes(state)) expect((await changed).state).toBe(state)
    else await expect(changed, `state ${state}`).rejects.toMatchObject({ status: 422, code: 'notChangeable' })
  }
})

test('staff may change delivery regardless of approval, credit and the employee’s loss of the contract', async () => {
  const { id, accountId } = await ordered({ contract: { payment: 'deferred', creditLimitKopecks: 100_000 } })
  await portal.db.update(orders).set({ state: 2, approval: 'waiting' }).where(eq(orders.id, id))
  await portal.db.delete(accountContracts).where(eq(accountContracts.accountId, accountId))
  expect(await change(id, drive())).toMatchObject({ state: 2, sum: 1900.07 })
  const [row] = await portal.db
    .select({ approval: orders.approval, stop: contracts.stopOrders })
    .from(orders)
    .innerJoin(contracts, eq(contracts.id, orders.contractId))
    .where(eq(orders.id, id))
  expect(row).toEqual({ approval: 'waiting', stop: false })
  expect((await seen(id)).attention).toContain('лимит −900,07')
})
