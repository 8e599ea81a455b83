import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processProductSet } from '#shared/api/basket.ts'
import { createOrder, getOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { call, CallError } from '#web/api/client.ts'
import type { TestApp, Visitor } from './support/app.ts'
import { Books1c } from './support/day/books-1c.ts'
import { exchangeEnded, startExchangeApp } from './support/exchange.ts'
import { feedSender } from './support/feeds.ts'
import { createWorld, newBuyer, type World } from './support/fixtures.ts'
import { brokenReservations } from './support/orders.ts'

const hours = 6
const buyersCount = 4
const goodsCount = 24
const stockOfEach = 12

let portal: TestApp
let world: World
let books: Books1c
let buyers: { visitor: Visitor; contract: number }[]
const codes = Array.from({ length: goodsCount }, (_, number) => `day-${number}`)

beforeAll(async () => {
  portal = await startExchangeApp()
  world = await createWorld(portal.db, { products: [] })
  const find = async (table: string, id = 0) =>
    ((await portal.pool.query(`select code1c from ${table} where id = $1`, [id])).rows[0] as { code1c: string }).code1c
  books = new Books1c(
    portal.origin,
    {
      priceType: await find('price_types', world.priceTypeIds[0]),
      warehouse: await find('warehouses', world.warehouseIds[0]),
    },
    new Map(codes.map((code, number) => [code, { physical: stockOfEach, priceKopecks: 10_000 + number * 37 }])),
  )
  buyers = await Promise.all(
    Array.from({ length: buyersCount }, async (_, number) => {
      const contract = await world.addContract({
        code1c: `contract-${number}`,
        payment: 'deferred',
        deferralDays: 14,
        creditLimitKopecks: 1_000_000_000,
      })
      const visitor = await newBuyer(portal, world, [contract])
      return { visitor, contract }
    }),
  )
})
afterAll(() => portal.close())

test('a day of 1C and its buyers: nothing is lost or doubled, stock and books agree to the last kopeck', async () => {
  await books.exportAll()
  await exchangeEnded(portal.pool)
  const placed: { id: number; number: string; buyer: Visitor }[] = []
  for (let hour = 0; hour < hours; hour += 1) {
    // Buyers order while 1C sends what has changed.
    const [, ...orders] = await Promise.all([
      books.exportChanges({ sold: pick(hour, 3), repriced: pick(hour + 5, 2) }),
      ...buyers.map((buyer, index) => orderSome(buyer, pick(hour * 7 + index * 3, 2), 1 + ((hour + index) % 3))),
    ])
    placed.push(...orders.flatMap((order) => order ?? []))
    await exchangeEnded(portal.pool)
    await books.takeOrders({ isCutOff: hour % 3 === 1 })
    await books.takeOrders()
    await books.workOff(placed.at(-1)?.number)
    await sendBooks()
    expect(await negativeStocks(), `hour ${hour}`).toEqual([])
  }
  for (let step = 0; step < 4; step += 1) {
    await books.takeOrders()
    await books.workOff()
  }
  await books.exportChanges({ sold: [], repriced: [] })
  await exchangeEnded(portal.pool)
  await sendBooks()

  expect(placed.length).toBeGreaterThan(hours * 2)
  // No order is lost or doubled, each has 1C's state, number and sum.
  expect([...books.orders.keys()].toSorted()).toEqual(placed.map(({ number }) => number).toSorted())
  for (const { id, number, buyer } of placed) {
    const { order } = await call(getOrder, { id }, buyer)
    const own = books.orders.get(number)
    expect({ state: order.state, code1c: order.code1c }, number).toEqual({
      state: books.stateOf(number),
      code1c: own?.code1c,
    })
    expect(Math.round((order.sum ?? 0) * 100), number).toBe(own?.rows.reduce((sum, row) => sum + row.sumKopecks, 0))
  }
  // Stock: nothing negative, no reserve of nobody, the free figures are those of 1C, and no unit has vanished.
  expect(await negativeStocks()).toEqual([])
  expect(await brokenReservations(portal.db)).toEqual([])
  const { rows } = await portal.db.execute<{ code: string; free: number }>(sql`
    select p.code1c as code, (s.on_hand_milli / 1000)::int as free from stocks s join products p on p.id = s.product_id
    where s.warehouse_id = ${world.warehouseIds[0]} order by p.id`)
  expect(new Map(rows.map(({ code, free }) => [code, free]))).toEqual(
    new Map(codes.map((code) => [code, books.free(code)])),
  )
  for (const code of codes) {
    const shipped = [...books.orders.values()].flatMap((order) => order.rows.filter((row) => row.code === code))
    const left = shipped.reduce((sum, { quantity }) => sum + quantity, books.soldInShop.get(code) ?? 0)
    expect(books.goods.get(code)?.physical, code).toBe(stockOfEach - left)
  }
  // The ledger balances.
  const { rows: owed } = await portal.db.execute<{ balance: number }>(sql`
    select sum(debt_kopecks - advance_kopecks)::float8 as balance from contracts where code1c like 'contract-%'`)
  expect(owed[0]?.balance).toBe(balanceOfAll())
}, 60_000)

/** Two or three goods of the day, others each hour. */
function pick(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => codes[(from + index * 11) % codes.length] ?? '')
}

/** Orders if the stock allows it; what a buyer is refused is no order. */
async function orderSome({ visitor, contract }: (typeof buyers)[number], wanted: string[], quantity: number) {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    select id from products where code1c = any(${sql.param(wanted)}::text[]) order by id`)
  try {
    const products = Object.fromEntries(rows.map(({ id }) => [id, quantity]))
    await call(processProductSet, { contract, products }, visitor)
    const input = { contract, delivery_method: deliveryMethodId('pickup') }
    const key = randomUUID()
    // Sent twice, as after a lost answer.
    const [first, second] = await Promise.all([1, 2].map(() => call(createOrder, input, { ...visitor, key })))
    expect(second?.id).toBe(first?.id)
    if (!first) return undefined
    return [{ id: first.id, number: first.numberOrder, buyer: visitor }]
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return undefined
    throw error
  }
}

/** Each contract's shipments and payments: 1C knows an order's contract by who placed it. */
async function sendBooks(): Promise<void> {
  const send = feedSender(portal.origin)
  const contracts = await contractsOfOrders()
  const { sales, payments } = books.ledger('')
  const withContract = (lines: object[]) =>
    lines.map((line) => {
      const { id } = line as { id: string }
      return { ...line, contract: contracts.get(id.replace(/^(sale|payment)-/, '')) }
    })
  for (const [name, lines] of [
    ['ledger', withContract(sales)],
    ['payments', withContract(payments)],
  ] as const) {
    if (lines.length === 0) continue
    const answers = await send(name, lines)
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  }
}

const balanceOfAll = () => books.ledger('').balanceKopecks

async function contractsOfOrders(): Promise<Map<string, string>> {
  const { rows } = await portal.db.execute<{ number: string; code: string }>(sql`
    select o.number, c.code1c as code from orders o join contracts c on c.id = o.contract_id`)
  return new Map(rows.map(({ number, code }) => [number, code]))
}

async function negativeStocks(): Promise<unknown[]> {
  const { rows } = await portal.db.execute(sql`
    select product_id, on_hand_milli, reserved_milli from stocks where on_hand_milli < 0 or reserved_milli < 0`)
  return rows
}
