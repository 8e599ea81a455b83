import fc from 'fast-check'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketData, processProductSet } from '#shared/api/basket.ts'
import { previewOrder } from '#shared/api/order-preview.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { includedVatKopecks } from '#shared/rules/money.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { deliveryMethods } from '#server/platform/db/schema/delivery.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts, sellers } from '#server/platform/db/schema/organisations.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { fillBasket, placeOrder, type Checkout } from '#tests/support/checkout.ts'
import {
  addAccount,
  addAddress,
  addOrganisation,
  createWorld,
  setPrice,
  signedIn,
  type ContractInput,
  type World,
} from '#tests/support/fixtures.ts'
import { addOrder, type OrderInput } from '#tests/support/orders.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call, CallError } from '#web/api/client.ts'

let portal: TestApp
let world: World

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{}] })
  await addSeller(portal.db)
})
afterAll(() => portal.close())

const preview = (
  { buyer, contract }: Pick<Checkout, 'buyer' | 'contract'>,
  input: Partial<InputOf<typeof previewOrder>> = {},
) => call(previewOrder, { contract, delivery_method: deliveryMethodId('pickup'), ...input }, buyer)

const today = dayOf(new Date())
const deferred: ContractInput = {
  payment: 'deferred',
  creditLimitKopecks: 100_000,
  debtKopecks: 60_000,
  advanceKopecks: 5000,
}

/** An unpaid order of a contract; 100.00 by default, due `due` days from today. */
function owed(
  contractId: number,
  { sum = 10_000, due = null, ...columns }: Partial<OrderInput> & { sum?: number; due?: number | null } = {},
) {
  const line = {
    productId: world.productIds[0] ?? 0,
    warehouseId: world.warehouseIds[0] ?? 0,
    quantity: 1,
    price: sum,
    reserved: false,
  }
  return addOrder(
    portal.db,
    { ...world, contractId },
    { lines: [line], state: 11, payUntil: due === null ? null : addDays(today, due), ...columns },
  )
}

/** The error of placing the order in spite of the preview. */
async function refusedWith(at: Checkout) {
  const error = await placeOrder(at).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (!(error instanceof CallError)) throw new Error('the order was placed')
  const { status: _status, ...body } = error.body
  return body
}

async function ownerOf({ contract }: Checkout): Promise<{ buyer: Visitor; contract: number }> {
  return { buyer: await signedIn(portal, world.ownerId), contract }
}

test('[C.55] the previewed parts of random baskets equal those of the placed order, to the kopeck [E.12]', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_005 }).where(eq(deliveryMethods.id, 1))
  const address = await addAddress(portal.db, world.organisationId)
  const goods = fc.record({
    price: fc.integer({ min: 1, max: 9_999_999 }),
    vat: fc.constantFrom('general', '10', '0', 'none'),
    unit: fc.constant('кг'),
    step: fc.constant(0.01),
    packs: fc.integer({ min: 1, max: 9000 }),
    first: fc.boolean(),
  })
  const baskets = fc.sample(fc.array(goods, { minLength: 1, maxLength: 12 }), { numRuns: 8, seed: 20_261_121 })
  for (const [index, inputs] of baskets.entries()) {
    const at = await fillBasket(
      portal,
      world,
      inputs.map(({ packs, first, ...input }) => ({ ...input, qnt: packs / 100, stock: first ? [100] : [0, 100] })),
    )
    const input = index % 2 === 0 ? { delivery_method: 1, address } : {}
    const previewed = await preview(at, input)
    const placed = await placeOrder(at, input)
    expect(previewed.sum).toBe(placed.sum)

    const [order] = await portal.db.select().from(orders).where(eq(orders.id, placed.id))
    const lines = await portal.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, placed.id))
      .orderBy(asc(orderLines.position))
    const places = new Set(lines.map(({ warehouseId, vatPercent }) => `${warehouseId}/${vatPercent}`))
    expect(
      new Set(previewed.parts.filter(({ wms }) => wms !== null).map(({ wms, vat_percent }) => `${wms}/${vat_percent}`)),
    ).toEqual(places)
    for (const part of previewed.parts.filter(({ wms }) => wms !== null)) {
      const own = lines.filter((line) => line.warehouseId === part.wms && line.vatPercent === part.vat_percent)
      const vatKopecks = own.reduce((sum, line) => sum + includedVatKopecks(line.sumKopecks, line.vatPercent ?? 0), 0)
      expect([part.lines, part.sum ?? 0, part.vat]).toEqual([
        own.length,
        own.reduce((sum, line) => sum + line.sumKopecks, 0) / 100,
        vatKopecks / 100,
      ])
      expect(part).toMatchObject({ organisation: 'ООО «Опт»', wms_header: expect.any(String) })
    }
    expect(Math.round(previewed.parts.reduce((sum, part) => sum + (part.sum ?? 0) * 100, 0))).toBe(order?.sumKopecks)
    expect(previewed).toMatchObject({ delivery: (order?.deliveryKopecks ?? 0) / 100, refusals: [], approval: null })
    expect(previewed.parts.find(({ wms }) => wms === null)?.sum).toBe(index % 2 === 0 ? 1200.05 : undefined)
  }
})

test('paid delivery has the VAT rate of its setting, and none if the seller pays no VAT', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const at = await fillBasket(portal, world, [{ price: 12_200 }])
  expect((await preview(at, { delivery_method: 1 })).parts).toMatchObject([
    { vat_percent: 22, sum: 122, vat: 22 },
    { wms: null, vat_percent: 22, sum: 1200, vat: 216.39 },
  ])
  await writeSetting(portal.db, 'delivery.vat', 'none')
  expect(await preview(at, { delivery_method: 1 })).toMatchObject({
    goods: 122,
    delivery: 1200,
    sum: 1322,
    vat: 22,
    parts: [{}, { vat_percent: null, vat: 0 }],
  })
  await writeSetting(portal.db, 'delivery.vat', 'general')
  await portal.db.update(sellers).set({ vat: '5' })
  expect(
    (await preview(at, { delivery_method: 1 })).parts,
    'who sells everything at 5 % delivers at it, too',
  ).toMatchObject([
    { vat_percent: 5, vat: 5.81 },
    { wms: null, vat_percent: 5, vat: 57.14 },
  ])
  await portal.db.update(sellers).set({ vat: 'goods' })
})

test('a preview neither reserves nor marks prices as shown, and leaves out goods no longer sold', async () => {
  const at = await fillBasket(portal, world, [{ price: 10_000 }, { price: 5000 }])
  await setPrice(portal.db, {
    productIds: at.ids.slice(0, 1),
    priceTypeId: world.priceTypeIds[0] ?? 0,
    priceKopecks: 11_000,
  })
  expect((await preview(at)).sum).toBe(160)
  expect((await preview(at)).sum).toBe(160)
  await expect(placeOrder(at)).rejects.toMatchObject({
    code: 'orderChanged',
    body: { changes: [{ old_price: 100, price: 110 }] },
  })
  await portal.db
    .update(contracts)
    .set({ priceTypeId: world.priceTypeIds[1] ?? 0 })
    .where(eq(contracts.id, at.contract))
  expect(await preview(at)).toMatchObject({ sum: 0, parts: [] })
  expect((await call(getBasketData, { contract: at.contract }, at.buyer)).count.products).toBe(2)
})

test('[V.14] the preview of a stopped contract has the refusal’s text and overdue documents', async () => {
  const at = await fillBasket(portal, world, [{}], {
    stopOrders: true,
    debtAlert: 'Просрочено 300 ₽',
    payment: 'deferred',
  })
  const late = await owed(at.contract, { due: -2, sum: 10_000 })
  const later = await owed(at.contract, { due: -9, sum: 20_000 })
  await owed(at.contract, { due: 0 })
  await owed(at.contract, { due: -5, state: 4 })
  const { refusals } = await preview(at)
  expect(refusals).toMatchObject([
    {
      code: 'ordersSuspended',
      title: 'Уведомление о приостановке заказов',
      message: 'Просрочено 300 ₽',
      to_pay: {
        sum: 300,
        rest: 0,
        documents: [
          { number: later.number, overdue_days: 9, due: formatDay(addDays(today, -9)), left: 200 },
          { number: late.number, overdue_days: 2, date: formatDay(today), left: 100 },
        ],
      },
    },
  ])
  expect(await refusedWith(at)).toEqual(refusals[0])
  await portal.db.update(contracts).set({ debtAlert: null }).where(eq(contracts.id, at.contract))
  const words =
    `просрочено 300\u00a0₽ (9 дн.). Отгрузка возобновится после оплаты: ${later.number} ` +
    `от ${formatDay(today)}, ${late.number} от ${formatDay(today)}`
  expect((await preview(at)).refusals[0]?.message, 'without words of its own').toContain(words)
  expect((await preview(await fillBasket(portal, world, [{}], { stopOrders: true }))).refusals[0]?.message).toBe(
    'Заказы по договору приостановлены',
  )
  const ended = await fillBasket(portal, world, [{}], { validTo: addDays(today, -1) })
  expect((await preview(ended)).refusals).toMatchObject([{ code: 'contractInactive', to_pay: null }])
  expect(await refusedWith(ended)).toEqual((await preview(ended)).refusals[0])
})

test('a sum below the contract’s minimum is reported with the missing sum of goods, without delivery', async () => {
  const at = await fillBasket(portal, world, [{ price: 10_050 }], { minOrderKopecks: 20_000 })
  const previewed = await preview(at, { delivery_method: 1 })
  expect(previewed.refusals).toMatchObject([
    { code: 'belowLeastSum', least: 200, missing: 99.5, message: expect.stringMatching(/200\s₽.*не хватает 99,50\s₽/) },
  ])
  expect(await refusedWith(at)).toEqual(previewed.refusals[0])
})

test('an exceeded credit limit is reported with its components and the fewest documents to pay for it', async () => {
  const at = await fillBasket(portal, world, [{ price: 90_000 }], deferred)
  const other = await world.addContract(deferred)
  await owed(other, { due: -90, sum: 500_000 })
  await portal.db.insert(accountContracts).values({ accountId: at.accountId, contractId: other })
  const paid = await owed(at.contract, { due: -30, sum: 20_000, paidKopecks: 5000 })
  await owed(at.contract, { due: -10, sum: 8000 })
  const big = await owed(at.contract, { due: 3, sum: 40_000 })
  await owed(at.contract, { state: 1, sum: 9000 })
  const owner = await ownerOf(at)
  const own = await call(previewOrder, { contract: at.contract, delivery_method: deliveryMethodId('pickup') }, at.buyer)
  // 1000 − 600 − 90 + 50 = 360 is left of the credit, 540 short. Paying 150 and 400 frees it, without the 80 between.
  expect(own.refusals).toMatchObject([
    {
      code: 'creditLimit',
      exceeds: 540,
      available: 360,
      credit: null,
      to_pay: {
        sum: 540,
        rest: 0,
        documents: [
          { id: paid.id, left: 150, overdue_days: 30 },
          { id: big.id, left: 400, overdue_days: 0 },
        ],
      },
    },
  ])
  expect(await refusedWith(at)).toEqual(own.refusals[0])

  await fillOwners(owner, at)
  expect((await preview(owner)).refusals[0]?.credit).toEqual({ limit: 1000, debt: 600, unshipped: 90, advance: 50 })
  await portal.db.update(contracts).set({ payment: 'prepaid' }).where(eq(contracts.id, at.contract))
  expect((await preview(at)).refusals).toEqual([])
})

test('a shortage above all documents is reported as the rest; a received payment allows the order', async () => {
  const at = await fillBasket(portal, world, [{ price: 150_000 }], deferred)
  const { id } = await owed(at.contract, { due: -1, sum: 60_000 })
  expect((await preview(at)).refusals).toMatchObject([
    { exceeds: 1050, available: 450, to_pay: { sum: 1050, rest: 450, documents: [{ id }] } },
  ])
  await portal.db.update(contracts).set({ debtKopecks: 0, advanceKopecks: 50_000 }).where(eq(contracts.id, at.contract))
  await portal.db.update(orders).set({ paidKopecks: 60_000 }).where(eq(orders.id, id))
  expect((await preview(at)).refusals).toEqual([])
  await placeOrder(at)
})

test('the preview of an order above the employee’s limits names excess, approver and rest of the period', async () => {
  await portal.db.update(accounts).set({ name: 'Ольга Белова' }).where(eq(accounts.id, world.ownerId))
  const at = await fillBasket(portal, world, [{ price: 20_000, stock: [100] }])
  const limit = (limits: Partial<typeof accounts.$inferInsert>) =>
    portal.db.update(accounts).set(limits).where(eq(accounts.id, at.accountId))
  await limit({ orderLimitKopecks: 15_000, periodLimitKopecks: 50_000, limitPeriod: 'week' })
  expect((await preview(at)).approval).toEqual({
    over: 'order',
    by: 50,
    order_limit: 150,
    period: 'week',
    period_limit: 500,
    left: 500,
    approvers: ['Ольга Белова'],
  })
  await limit({ orderLimitKopecks: null })
  expect((await preview(at)).approval).toBeNull()
  await owed(at.contract, { accountId: at.accountId, sum: 45_000 })
  expect((await preview(at)).approval).toMatchObject({ over: 'period', by: 150, left: 50 })
  const { id } = await placeOrder(at)
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({
    state: 2,
    approval: 'waiting',
  })
})

test('[R.4] a foreign contract, unknown delivery method and empty basket are refused as in placing', async () => {
  const at = await fillBasket(portal, world, [{}])
  const foreign = await world.addContract(await addOrganisation(portal.db, 'ООО «Чужой»'))
  const notAllotted = await world.addContract()
  for (const input of [{ contract: foreign }, { contract: notAllotted }, { delivery_method: 99 }]) {
    await expect(preview(at, input)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  await expect(preview(await fillBasket(portal, world, []))).rejects.toMatchObject({ status: 422, code: 'emptyBasket' })
  await expect(preview(await ownerOf(at)), 'a colleague’s basket').rejects.toMatchObject({ code: 'emptyBasket' })
  const accountant = await signedIn(
    portal,
    await addAccount(portal.db, {
      role: 'accountant',
      organisationId: world.organisationId,
      contractIds: [at.contract],
    }),
  )
  await expect(preview({ ...at, buyer: accountant })).rejects.toMatchObject({ status: 403 })
})

test('a preview of any number of lines takes at most 8 SQL statements', async () => {
  const many = await fillBasket(
    portal,
    world,
    Array.from({ length: 150 }, () => ({})),
    deferred,
  )
  const one = await fillBasket(portal, world, [{}])
  await owed(many.contract, { due: -3 })
  await portal.db
    .update(accounts)
    .set({ orderLimitKopecks: 1, periodLimitKopecks: 1 })
    .where(eq(accounts.id, many.accountId))
  for (const at of [many, one]) {
    const { length } = await statementsOf(portal.pool, /basket_lines/, () => preview(at))
    expect(length).toBeGreaterThan(4)
    expect(length).toBeLessThanOrEqual(8)
  }
})

/** The owner's own basket of the same contract, with the same goods. */
async function fillOwners({ buyer, contract }: { buyer: Visitor; contract: number }, at: Checkout): Promise<void> {
  await call(processProductSet, { contract, products: Object.fromEntries(at.ids.map((id) => [id, 1])) }, buyer)
}
