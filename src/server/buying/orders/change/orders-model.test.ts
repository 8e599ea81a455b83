import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { orderStates, staffMoves, type OrderState } from '#shared/rules/order-states.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, newBuyer, setPrice, setStock, signedIn, type World } from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { call, CallError } from '#web/api/client.ts'

let portal: TestApp
let world: World
let staff: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

type Act =
  | { kind: 'add' | 'set'; good: number; quantity: number }
  | { kind: 'place' | 'clear' }
  | { kind: 'cancel'; order: number }
  | { kind: 'move'; order: number; to: OrderState }
  | { kind: 'stock'; good: number; onHand: number }
  | { kind: 'price'; good: number; rise: number }

const good = fc.nat(2)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom('add' as const, 'set' as const),
        good,
        quantity: fc.integer({ min: -3, max: 12 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: fc.nat(4) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        order: fc.nat(4),
        to: fc.constantFrom<OrderState>(2, 4, 5, 10, 11),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('stock' as const), good, onHand: fc.integer({ min: 0, max: 40 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('price' as const), good, rise: fc.integer({ min: 1, max: 500 }) }),
    },
  ),
  { minLength: 8, maxLength: 30 },
)

/** A simple model of basket, orders and stock; goods have steps 1, 2 and 5 and lie in one warehouse. */
class Ledger {
  readonly steps = [1, 2, 5]
  onHand = [20, 20, 20]
  price = [100, 200, 300]
  shown = [0, 0, 0]
  basket = [0, 0, 0]
  orders: { state: OrderState; lines: number[] }[] = []

  available(index: number): number {
    const held = this.orders.filter(({ state }) => state !== 4).reduce((sum, { lines }) => sum + (lines[index] ?? 0), 0)
    return Math.max(0, (this.onHand[index] ?? 0) - held)
  }

  fit(index: number, wanted: number): number {
    const step = this.steps[index] ?? 1
    return Math.min(Math.ceil(wanted / step) * step, Math.floor(this.available(index) / step) * step)
  }
}

test(
  '[P.5] any sequence of basket, order, cancel, state, stock and price changes agrees with a simple model',
  { timeout: 120_000 },
  async () => {
    const addTwelve: Act = { kind: 'add', good: 0, quantity: 12 }
    const moreThanThereIs: Act[] = [
      addTwelve,
      addTwelve,
      addTwelve,
      { kind: 'stock', good: 0, onHand: 7 },
      addTwelve,
      { kind: 'stock', good: 0, onHand: 0 },
      addTwelve,
    ]
    await fc.assert(fc.asyncProperty(acts, runThrough), { numRuns: 25, examples: [[moreThanThereIs]] })
  },
)

async function runThrough(course: Act[]): Promise<void> {
  const ledger = new Ledger()
  const [warehouseId = 0] = world.warehouseIds
  const [priceTypeId = 0] = world.priceTypeIds
  const contract = await world.addContract({ warehouseIds: [warehouseId] })
  const buyer = await newBuyer(portal, world, [contract])
  const ids = await world.addProducts(
    ledger.steps.map((step, index) => ({ step, stock: [20], price: ledger.price[index] })),
  )
  const placed: number[] = []

  for (const [turn, act] of course.entries()) {
    await perform(act, turn)
    await compare()
  }

  async function perform(act: Act, turn: number): Promise<void> {
    switch (act.kind) {
      case 'add':
      case 'set': {
        const change = act.kind === 'add' ? baskets.processBasket : baskets.processBasketUpdate
        const { good: index } = act
        const wanted = Math.abs(act.quantity)
        const held = act.kind === 'add' ? (ledger.basket[index] ?? 0) : 0
        const fitted = ledger.fit(index, held + wanted)
        const code = await codeOf(call(change, { id: ids[index] ?? 0, qnt: act.quantity, contract }, buyer))
        if (act.kind === 'add' && wanted === 0) return expect(code).toBe('zeroQuantity')
        // If the basket already holds the whole stock, adding changes nothing.
        const stays = fitted <= held && act.kind === 'add' && ledger.fit(index, Number.MAX_SAFE_INTEGER) > 0
        if (wanted > 0 && fitted <= held && !stays) return expect(code).toBe('insufficientStock')
        expect(code).toBe('')
        if (!stays) ledger.basket[index] = fitted
        ledger.shown[index] = ledger.price[index] ?? 0
        return
      }
      case 'clear':
        await call(baskets.clearBasket, { contract }, buyer)
        ledger.basket = [0, 0, 0]
        return
      case 'place': {
        const lines = ledger.basket
        const key = `${contract}-${turn}`
        const outcome = await call(api.createOrder, { contract, delivery_method: 3 }, { ...buyer, key }).catch(
          (error: unknown) => error,
        )
        const changed = lines.some(
          (quantity, index) =>
            quantity > 0 && (quantity > ledger.available(index) || ledger.shown[index] !== ledger.price[index]),
        )
        if (lines.every((quantity) => quantity === 0)) return expect(outcome).toMatchObject({ code: 'emptyBasket' })
        if (changed) {
          expect(outcome).toMatchObject({ code: 'orderChanged' })
          ledger.shown = [...ledger.price]
          return
        }
        const kopecks = lines.reduce((sum, quantity, index) => sum + quantity * (ledger.price[index] ?? 0), 0)
        expect(outcome).toMatchObject({ sum: kopecks / 100 })
        placed.push((outcome as { id: number }).id)
        ledger.orders.push({ state: 1, lines })
        ledger.basket = [0, 0, 0]
        return
      }
      case 'cancel': {
        const order = ledger.orders[act.order]
        const code = await codeOf(call(api.cancelOrder, { id: placed[act.order] ?? 999_999_999 }, buyer))
        if (!order) return expect(code).toBe('notFound')
        const how = orderStates[order.state].buyerCancel
        expect(code).toBe(how === undefined && order.state !== 4 ? 'notCancellable' : '')
        if (how === 'cancel') order.state = 4
        return
      }
      case 'move': {
        const order = ledger.orders[act.order]
        const code = await codeOf(
          call(staffApi.staffSetState, { id: placed[act.order] ?? 999_999_999, state: act.to }, staff),
        )
        if (!order) return expect(code).toBe('notFound')
        const allowed =
          order.state === act.to || staffMoves({ state: order.state, approval: null }).some((state) => state === act.to)
        expect(code).toBe(allowed ? '' : 'stateChange')
        if (allowed) order.state = act.to
        return
      }
      case 'stock':
        await setStock(portal.db, { productId: ids[act.good] ?? 0, warehouseId, onHand: act.onHand })
        ledger.onHand[act.good] = act.onHand
        return
      case 'price':
        ledger.price[act.good] = (ledger.price[act.good] ?? 0) + act.rise
        await setPrice(portal.db, {
          productIds: [ids[act.good] ?? 0],
          priceTypeId,
          priceKopecks: ledger.price[act.good] ?? 0,
        })
    }
  }

  async function compare(): Promise<void> {
    const { rows } = await portal.pool.query(
      `select p.id, coalesce((select quantity_milli from basket_lines l join baskets b on b.id = l.basket_id
        where b.contract_id = $2 and l.product_id = p.id), 0) / 1000 as basket,
        (select greatest(on_hand_milli - reserved_milli, 0) from stocks s where s.product_id = p.id) / 1000 as available
        from products p where p.id = any($1) order by p.id`,
      [ids, contract],
    )
    expect(rows.map(({ basket }) => Number(basket))).toEqual(ledger.basket)
    expect(rows.map(({ available }) => Number(available))).toEqual(ids.map((_id, index) => ledger.available(index)))
    expect(await brokenReservations(portal.db)).toEqual([])
  }
}

/** '' if the call succeeded, else the code of its error. */
async function codeOf(reply: Promise<unknown>): Promise<string> {
  return reply.then(
    () => '',
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )
}
