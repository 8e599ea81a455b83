import { setTimeout as pause } from 'node:timers/promises'
import * as baskets from '#shared/api/basket.ts'
import * as orders from '#shared/api/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { randomFor, type Random } from '#server/doors/demo/random.ts'
import { visitor, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, createWorld, signedIn } from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { call, CallError } from '#web/api/client.ts'

export type HotGoods = { accounts: number; products: number; attempts: number; seed: number; unitsEach: number }

/**
 * Accounts compete for a few goods: each attempt fills the basket and orders it; now and then an order is
 * cancelled. Afterwards nothing may be oversold, and reserves of stock rows must equal those of order lines.
 */
export async function competeForHotGoods({ db, origin }: { db: Db; origin: string }, options: HotGoods) {
  const { buyers, productIds } = await createBuyers({ db, origin }, options)
  const counts = { attempts: 0, placed: 0, cancelled: 0, outOfStock: 0, changed: 0, busy: 0 }
  await Promise.all(buyers.map((buyer, index) => runAccount(buyer, randomFor(options.seed, `account ${index}`))))
  return { ...counts, ...(await countBroken(db)) }

  async function runAccount({ visitor, contract }: Buyer, random: Random): Promise<void> {
    const ownOrders: number[] = []
    while (counts.attempts < options.attempts) {
      counts.attempts += 1
      const outcome = await attempt(visitor, contract, random, `${options.seed}-${counts.attempts}`)
      if (typeof outcome === 'number') {
        counts.placed += 1
        ownOrders.push(outcome)
      } else counts[outcome] += 1
      if (ownOrders.length > 0 && random.chance(0.2)) {
        await retryWhileBusy(() => call(orders.cancelOrder, { id: ownOrders[0] ?? 0 }, visitor))
        ownOrders.shift()
        counts.cancelled += 1
      }
    }
  }

  /** Returns the order's id, or the reason for none. */
  async function attempt(
    buyer: Visitor,
    contract: number,
    random: Random,
    key: string,
  ): Promise<number | 'outOfStock' | 'changed'> {
    const picked = Array.from({ length: random.integer(1, 2) }, () => random.pick(productIds))
    try {
      for (const id of picked)
        await retryWhileBusy(() => call(baskets.processBasket, { id, qnt: random.integer(1, 4), contract }, buyer))
      return (await retryWhileBusy(() => call(orders.createOrder, { contract, delivery_method: 3 }, { ...buyer, key })))
        .id
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!['insufficientStock', 'orderChanged'].includes(error.code)) throw error
      await retryWhileBusy(() => call(baskets.clearBasket, { contract }, buyer))
      return error.code === 'orderChanged' ? 'changed' : 'outOfStock'
    }
  }

  /** Repeats a request while the server answers that it is busy, as a user would. */
  async function retryWhileBusy<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 503) throw error
        counts.busy += 1
        await pause(100)
      }
    }
  }
}

type Buyer = { visitor: Visitor; contract: number }

async function createBuyers({ db, origin }: { db: Db; origin: string }, { accounts, products, unitsEach }: HotGoods) {
  const world = await createWorld(db, {
    products: Array.from({ length: products }, (_good, index) => ({
      name: `Горячий товар ${index}`,
      stock: [unitsEach, Math.ceil(unitsEach / 2)],
    })),
  })
  const { organisationId, contragentId, warehouseIds, productIds } = world
  const buyers: Buyer[] = []
  for (let index = 0; index < accounts; index += 1) {
    // Several accounts per contract and several contracts, to have contention on both locks.
    const own = { organisationId, contragentId, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds }
    const contract = index % 4 === 0 ? await addContract(db, own) : (buyers.at(-1)?.contract ?? world.contractId)
    const accountId = await addAccount(db, { role: 'manager', organisationId, contractIds: [contract] })
    buyers.push({ visitor: await signedIn({ db, visitor: () => visitor(origin) }, accountId), contract })
  }
  return { buyers, productIds }
}

/** Stock rows reserved above the stock, or not equal to their lines. */
async function countBroken(db: Db): Promise<{ oversold: number; broken: number }> {
  const stocks = await db.execute(
    'select 1 from stocks where reserved_milli > greatest(on_hand_milli - safety_milli, 0)',
  )
  return { oversold: stocks.rows.length, broken: (await brokenReservations(db)).length }
}
