import { count, inArray } from 'drizzle-orm'
import * as baskets from '#shared/api/basket.ts'
import * as api from '#shared/api/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { randomFor } from '#server/doors/demo/random.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { visitor } from '#tests/support/app.ts'
import { addAccount, addContract, createWorld, signedIn } from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

export type SameKey = { keys: number; accounts: number; seed: number }

const sends = 3
const abortShare = 0.2
const maxAbortMs = 15

/**
 * Each key is sent three times at once with a refilled basket, and a fifth of the requests are aborted before the
 * answer. There must be as many orders as keys, and all answers to a key must be equal.
 */
export async function sendKeysRepeatedly({ db, origin }: { db: Db; origin: string }, options: SameKey) {
  const world = await createWorld(db, { products: [{ stock: [10_000_000] }] })
  const { organisationId, contragentId, warehouseIds } = world
  const [id = 0] = world.productIds
  const figures = { keys: 0, answered: 0, aborted: 0, differing: 0 }
  const contracts: number[] = []
  await Promise.all(Array.from({ length: options.accounts }, (_account, index) => worker(index)))
  const [stored] = await db.select({ placed: count() }).from(orders).where(inArray(orders.contractId, contracts))
  return { ...figures, orders: stored?.placed ?? 0, broken: (await brokenReservations(db)).length }

  async function worker(index: number): Promise<void> {
    const contract = await addContract(db, {
      organisationId,
      contragentId,
      priceTypeId: world.priceTypeIds[0] ?? 0,
      warehouseIds,
    })
    contracts.push(contract)
    const accountId = await addAccount(db, { role: 'manager', organisationId, contractIds: [contract] })
    const buyer = await signedIn({ db, visitor: () => visitor(origin) }, accountId)
    const random = randomFor(options.seed, `account ${index}`)
    while (figures.keys < options.keys) {
      figures.keys += 1
      const key = `${options.seed}-${figures.keys}`
      await call(baskets.processBasket, { id, qnt: 1, contract, wms: warehouseIds[0] }, buyer)
      const order = (signal?: AbortSignal) =>
        call(
          api.createOrder,
          { contract, delivery_method: 3 },
          { send: buyer.send, key, ...(signal ? { signal } : {}) },
        )
      const answers = await Promise.all(
        Array.from({ length: sends }, async () => {
          if (!random.chance(abortShare)) return order()
          figures.aborted += 1
          return order(AbortSignal.timeout(random.integer(0, maxAbortMs))).catch(() => undefined)
        }),
      )
      // A request without an answer is repeated, like a client would.
      const received = [...answers.filter((answer) => answer !== undefined), await order()].map((answer) =>
        JSON.stringify(answer),
      )
      figures.answered += received.length
      if (new Set(received).size !== 1) figures.differing += 1
    }
  }
}
