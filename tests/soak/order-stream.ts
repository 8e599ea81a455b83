import { setTimeout as pause } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import * as baskets from '#shared/api/basket.ts'
import * as api from '#shared/api/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addSession, createWorld } from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { call, CallError } from '#web/api/client.ts'

export type OrderStream = {
  counts: { acknowledged: number; failures: Record<string, number> }
  stop: () => Promise<void>
  /** Acknowledged orders that are missing, contracts with more orders than keys, broken reservations. */
  check: (db: Db) => Promise<{ lost: number; duplicated: number; broken: number }>
}

/**
 * Buyers who order endlessly from a server that may die at any moment: each repeats a request with its key until it
 * gets an answer, like a correct client.
 */
export async function startOrderStream(
  db: Db,
  origin: () => string,
  { buyers }: { buyers: number },
): Promise<OrderStream> {
  const world = await createWorld(db, { products: Array.from({ length: 20 }, () => ({ stock: [100_000_000] })) })
  const counts: OrderStream['counts'] = { acknowledged: 0, failures: {} }
  const acknowledged = new Map<number, number[]>()
  const stopping = new AbortController()
  const running = await Promise.all(
    Array.from({ length: buyers }, async (_buyer, index) => {
      const { organisationId, contragentId, warehouseIds, priceTypeIds } = world
      const contract = await addContract(db, {
        organisationId,
        contragentId,
        warehouseIds,
        priceTypeId: priceTypeIds[0] ?? 0,
      })
      const token = await addSession(
        db,
        await addAccount(db, { role: 'manager', organisationId, contractIds: [contract] }),
      )
      acknowledged.set(contract, [])
      return () => buy(contract, token, index)
    }),
  )
  const finished = Promise.all(running.map((start) => start()))

  async function buy(contract: number, token: string, index: number): Promise<void> {
    const id = world.productIds[index % world.productIds.length] ?? 0
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const filled = await retryUntilAnswered(() =>
        call(
          baskets.processProductSet,
          { contract, products: { [id]: { [world.warehouseIds[0] ?? 0]: 1 } } },
          clientOf(token),
        ),
      )
      if (!filled) return
      const placed = await retryUntilAnswered(() =>
        call(api.createOrder, { contract, delivery_method: 3 }, { ...clientOf(token), key: `${contract}-${attempt}` }),
      )
      if (!placed) return
      acknowledged.get(contract)?.push(placed.id)
      counts.acknowledged += 1
    }
  }

  /** Repeats a request until it is answered; no connection or a busy server is not an answer. */
  async function retryUntilAnswered<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let tries = 0; !stopping.signal.aborted || tries < 100; tries += 1) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof CallError) || ![0, 503].includes(error.status)) throw error
        counts.failures[error.status] = (counts.failures[error.status] ?? 0) + 1
        await pause(50)
      }
    }
    return undefined
  }

  function clientOf(token: string) {
    const buyer = visitor(origin())
    buyer.cookies.set('sid', token)
    const send: typeof buyer.send = (path, init) => buyer.send(path, { ...init, signal: AbortSignal.timeout(10_000) })
    return { send }
  }

  return {
    counts,
    async stop() {
      stopping.abort()
      await finished
    },
    async check(fresh) {
      const ids = [...acknowledged.values()].flat()
      const stored = await fresh
        .select({ id: orders.id, contractId: orders.contractId })
        .from(orders)
        .where(inArray(orders.contractId, [...acknowledged.keys()]))
      const known = new Set(stored.map(({ id }) => id))
      return {
        lost: ids.filter((id) => !known.has(id)).length,
        duplicated: stored.length - new Set(ids).size,
        broken: (await brokenReservations(fresh)).length,
      }
    },
  }
}
