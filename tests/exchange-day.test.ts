import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processProductSet } from '#shared/api/basket.ts'
import { fileClaim, getClaim, orderClaims, type ClaimDetails } from '#shared/api/claims.ts'
import { actRows, readAct, requestAct } from '#shared/api/money/acts.ts'
import { listDocuments } from '#shared/api/money/documents.ts'
import { purchasedGoods } from '#shared/api/money/purchased.ts'
import { createOrder, getOrder } from '#shared/api/orders.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { call, CallError } from '#web/api/client.ts'
import type { TestApp, Visitor } from './support/app.ts'
import { Books1c } from './support/day/books-1c.ts'
import { exchangeEnded, startExchangeApp } from './support/exchange.ts'
import { feedSender } from './support/feeds.ts'
import { addAccount, createWorld, newBuyer, signedIn, type World } from './support/fixtures.ts'
import { brokenReservations } from './support/orders.ts'

const hours = 6
const buyersCount = 4
const goodsCount = 24
const stockOfEach = 12

let portal: TestApp
let world: World
let books: Books1c
let buyers: Buyer[]
const today = dayOf(new Date())
const send = (name: string, lines: readonly object[]) => feedSender(portal.origin)(name, [...lines])
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
      const accountId = await addAccount(portal.db, {
        role: 'accountant',
        organisationId: world.organisationId,
        contractIds: [contract],
      })
      return { visitor, accountant: await signedIn(portal, accountId), contract }
    }),
  )
})
afterAll(() => portal.close())

/** `accountant` sees the documents and acts of the same contract. */
type Buyer = { visitor: Visitor; accountant: Visitor; contract: number }
type Placed = { id: number; number: string; buyer: Visitor; contract: number }
type Filed = { id: number; number: string; order: string; buyer: Visitor }

test('a day of 1C and its buyers: nothing is lost or doubled, stock and books agree to the last kopeck', async () => {
  await books.exportAll()
  await exchangeEnded(portal.pool)
  const placed: Placed[] = []
  const claims: Filed[] = []
  for (let hour = 0; hour < hours; hour += 1) {
    // Buyers order while 1C sends what has changed.
    const [, filed, ...orders] = await Promise.all([
      books.exportChanges({ sold: pick(hour, 3), repriced: pick(hour + 5, 2) }),
      claimShipped(placed.filter(({ number }) => !claims.some(({ order }) => order === number)).slice(0, 2)),
      ...buyers.map((buyer, index) => orderSome(buyer, pick(hour * 7 + index * 3, 2), 1 + ((hour + index) % 3))),
    ])
    placed.push(...orders.flatMap((order) => order ?? []))
    claims.push(...filed)
    await exchangeEnded(portal.pool)
    await books.takeOrders({ isCutOff: hour % 3 === 1 })
    await books.takeOrders()
    await books.workOff(placed.at(-1)?.number)
    for (const { number, order } of filed) books.decideClaim(number, order)
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
  // The ledger balances, as a whole and for each buyer; claims, acts, documents and purchased goods follow the books.
  const { rows: owed } = await portal.db.execute<{ balance: number }>(sql`
    select sum(debt_kopecks - advance_kopecks)::float8 as balance from contracts where code1c like 'contract-%'`)
  expect(owed[0]?.balance).toBe(books.balanceKopecks())
  expect(claims.length).toBeGreaterThan(3)
  for (const claim of claims) await expectDecided(claim)
  for (const buyer of buyers) await expectBooksOf(buyer, placed)
}, 60_000)

/** Two or three goods of the day, others each hour. */
function pick(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => codes[(from + index * 11) % codes.length] ?? '')
}

/** Orders if the stock allows it; what a buyer is refused is no order. */
async function orderSome({ visitor, contract }: Buyer, wanted: string[], quantity: number) {
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
    return [{ id: first.id, number: first.numberOrder, buyer: visitor, contract }]
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return undefined
    throw error
  }
}

/** One unit of the first line of each order that is shipped, sent twice as after a lost answer. */
async function claimShipped(orders: Placed[]): Promise<Filed[]> {
  const filed: Filed[] = []
  for (const { id, number, buyer } of orders) {
    const { lines } = await call(orderClaims, { id }, buyer)
    const [first] = lines
    if (!first || first.left < 1) continue
    const reclamation = {
      orderCode1c: number,
      type: 'недостача',
      products: [{ id: first.id, qty: 1 }],
      description: 'В коробке не хватает одной',
      key: `claim-${number}`,
    }
    const [one, again] = await Promise.all([1, 2].map(() => call(fileClaim, { reclamation }, buyer)))
    expect(again?.claim).toEqual(one?.claim)
    if (one) filed.push({ id: one.claim.id, number: one.claim.number, order: number, buyer })
  }
  return filed
}

/** 1C's decisions, shipments, returns, payments and PDFs; it sends all of them each time. */
async function sendBooks(): Promise<void> {
  const contracts = await contractsOfOrders()
  const { sales, returns, payments } = books.ledger(today, (order) => contracts.get(order))
  const documents = [...sales, ...returns].map((line) => documentOf(line as LedgerLine))
  for (const [name, lines] of [
    ['ledger', [...sales, ...returns]],
    ['payments', payments],
    ['documents', documents],
    ['claims', books.decisions()],
  ] as const) {
    if (lines.length === 0) continue
    const answers = await send(name, lines)
    expect(
      answers.filter(({ status }) => status === 'rejected'),
      name,
    ).toEqual([])
  }
}

type LedgerLine = { id: string; contract?: string; number: string; order: string; debit?: number; credit?: number }

function documentOf({ id, contract, number, order, debit, credit }: LedgerLine): object {
  return {
    id: `document-${id}`,
    contract,
    kind: debit === undefined ? 'correction' : 'upd',
    number,
    date: today,
    order,
    sum: debit ?? credit,
    pdf: Buffer.from(`%PDF-1.4\n%${id}\n%%EOF`).toString('base64'),
  }
}

/** A claim is closed as 1C decided it, and its buyer reads the same. */
async function expectDecided({ id, number, buyer }: Filed): Promise<void> {
  const { claim } = await call(getClaim, { id }, buyer)
  const decision = books.decisions().find((line) => (line as { id: string }).id === number) as {
    document?: string
    lines: [{ accepted: number; reason?: string }]
  }
  const own: Pick<ClaimDetails, 'state' | 'document' | 'accepted'> = {
    state: decision.document === undefined ? 'rejected' : 'closed',
    document: decision.document ?? '',
    accepted: decision.lines[0].accepted,
  }
  expect(claim, number).toMatchObject(own)
  expect(claim.products[0]?.reason, number).toBe(decision.lines[0].reason ?? '')
}

/** The act, documents and purchased goods of a contract say what 1C's books say. */
async function expectBooksOf({ accountant: visitor, contract }: Buyer, placed: Placed[]): Promise<void> {
  const own = new Set(placed.filter((order) => order.contract === contract).map(({ number }) => number))
  const isOwn = (number: string) => own.has(number)
  const balance = books.balanceKopecks(isOwn)
  const period = { startdate: formatDay(addDays(today, -1)), enddate: formatDay(today) }
  const { act } = await call(requestAct, { contract_id: contract, ...period }, visitor)
  await expect
    .poll(async () => (await call(readAct, { id: act.id }, visitor)).act.state, { timeout: 20_000 })
    .toBe('ready')
  const { act: built } = await call(readAct, { id: act.id }, visitor)
  expect(kopecks(built.closing)).toBe(balance)
  const { items } = await call(actRows, { id: act.id, perpage: 100 }, visitor)
  const ours = items.flatMap((row) => row.ours)
  expect(ours.reduce((sum, { debit, credit }) => sum + kopecks(debit) - kopecks(credit), 0)).toBe(balance)

  const { items: documents } = await call(listDocuments, { contract, ...period, perpage: 100 }, visitor)
  const shippedLessReturned = documents.reduce(
    (sum, { kind, sum: amount }) => sum + (kind === 'correction' ? -1 : 1) * kopecks(amount ?? 0),
    0,
  )
  const { totals, items: goods } = await call(purchasedGoods, { contract, ...period, perpage: 100 }, visitor)
  expect(kopecks(totals.sum)).toBe(shippedLessReturned)
  const units = goods.reduce((sum, good) => sum + (good.kind === 'goods' ? good.quantity : 0), 0)
  expect(units).toBe(books.keptUnits(isOwn))
}

const kopecks = (roubles: number): number => Math.round(roubles * 100)

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
