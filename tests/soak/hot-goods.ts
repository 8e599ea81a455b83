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
 * Accounts fight for a few goods: each attempt puts some in the basket and orders it; now and then an order is
 * cancelled. Afterwards not one unit may be sold twice, and what stock rows hold reserved is what the lines hold.
 */
export async function competeForHotGoods({ db, origin }: { db: Db; origin: string }, wish: HotGoods) {
  const { buyers, productIds } = await open({ db, origin }, wish)
  const counts = { attempts: 0, placed: 0, cancelled: 0, outOfStock: 0, changed: 0, busy: 0 }
  await Promise.all(buyers.map((buyer, index) => fight(buyer, randomFor(wish.seed, `account ${index}`))))
  return { ...counts, ...(await audit(db)) }

  async function fight({ visitor, contract }: Buyer, random: Random): Promise<void> {
    const mine: number[] = []
    while (counts.attempts < wish.attempts) {
      counts.attempts += 1
      const outcome = await attempt(visitor, contract, random, `${wish.seed}-${counts.attempts}`)
      if (typeof outcome === 'number') {
        counts.placed += 1
        mine.push(outcome)
      } else counts[outcome] += 1
      if (mine.length > 0 && random.chance(0.2)) {
        await patiently(() => call(orders.cancelOrder, { id: mine[0] ?? 0 }, visitor))
        mine.shift()
        counts.cancelled += 1
      }
    }
  }

  /** Answers the order's id, or why there is none. */
  async function attempt(
    by: Visitor,
    contract: number,
    random: Random,
    key: string,
  ): Promise<number | 'outOfStock' | 'changed'> {
    const picked = Array.from({ length: random.integer(1, 2) }, () => random.pick(productIds))
    try {
      for (const id of picked)
        await patiently(() => call(baskets.processBasket, { id, qnt: random.integer(1, 4), contract }, by))
      return (await patiently(() => call(orders.createOrder, { contract, delivery_method: 3 }, { ...by, key }))).id
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!['insufficientStock', 'orderChanged'].includes(error.code)) throw error
      await patiently(() => call(baskets.clearBasket, { contract }, by))
      return error.code === 'orderChanged' ? 'changed' : 'outOfStock'
    }
  }

  /** A server that is too busy for the moment is asked again, as a browser's person would. */
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 503) throw error
        counts.busy += 1
        await pause(100)
      }
    }
  }
}

type Buyer = { visitor: Visitor; contract: number }

async function open({ db, origin }: { db: Db; origin: string }, { accounts, products, unitsEach }: HotGoods) {
  const world = await createWorld(db, {
    products: Array.from({ length: products }, (_good, index) => ({
      name: `Горячий товар ${index}`,
      stock: [unitsEach, Math.ceil(unitsEach / 2)],
    })),
  })
  const { organisationId, contragentId, warehouseIds, productIds } = world
  const buyers: Buyer[] = []
  for (let index = 0; index < accounts; index += 1) {
    // Several to a contract and several contracts: locks meet on both.
    const own = { organisationId, contragentId, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds }
    const contract = index % 4 === 0 ? await addContract(db, own) : (buyers.at(-1)?.contract ?? world.contractId)
    const accountId = await addAccount(db, { role: 'manager', organisationId, contractIds: [contract] })
    buyers.push({ visitor: await signedIn({ db, visitor: () => visitor(origin) }, accountId), contract })
  }
  return { buyers, productIds }
}

/** Stock rows that promise more than there is, or another figure than their lines. */
async function audit(db: Db): Promise<{ oversold: number; broken: number }> {
  const stocks = await db.execute(
    'select 1 from stocks where reserved_milli > greatest(on_hand_milli - safety_milli, 0)',
  )
  return { oversold: stocks.rows.length, broken: (await brokenReservations(db)).length }
}
