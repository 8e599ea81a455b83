import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { lineOf, type Goods, type LineChange } from '#server/buying/basket/fit-lines.ts'
import { findFirstAnswer, replaceAnswer } from '#server/buying/basket/shared-queries-keys.ts'
import { basketMilli } from './fit-rows.ts'

/** What a call changed in the basket: thousandths by warehouse, negative where it lowered a line. */
export type BasketChange = { warehouseId: number; byMilli: number }

/** The part of a stored reply that is needed to take its changes back; replies of other calls have none. */
type StoredReply = { contractId?: number; goods?: { productId: number; changes: BasketChange[] }[] }

export function changesOf(goods: Goods, lines: readonly LineChange[]): BasketChange[] {
  return lines.flatMap((line) => {
    const byMilli = line.quantityMilli - basketMilli(goods, line)
    return byMilli === 0 ? [] : [{ warehouseId: line.warehouseId, byMilli }]
  })
}

/**
 * What the calls under these keys changed in this basket, by product. Their keys are used up: one that arrives later,
 * or again, is refused. The basket must be locked.
 */
export async function replaceCalls(
  tx: Db,
  { accountId, contractId, keys }: { accountId: number; contractId: number; keys: readonly string[] },
): Promise<ReadonlyMap<number, BasketChange[]>> {
  const changes = new Map<number, BasketChange[]>()
  for (const key of new Set(keys)) {
    const reply = (await findFirstAnswer(tx, { accountId, key }))?.reply as StoredReply | undefined
    // The basket of another contract keeps what it got.
    if (reply && reply.contractId !== contractId) continue
    for (const { productId, changes: ofGood } of reply?.goods ?? [])
      changes.set(productId, [...(changes.get(productId) ?? []), ...ofGood])
    await replaceAnswer(tx, { accountId, key, bodyDigest: replacedDigest, reply: { contractId, count: 0, goods: [] } })
  }
  return changes
}

/** Of no call: one that arrives under a replaced key is refused. */
export const replacedDigest = createHash('sha256').update('replaced').digest()

/** The good as if the changes had not been made. */
export function withoutChanges(goods: Goods, changes: readonly BasketChange[]): Goods {
  if (changes.length === 0) return goods
  return {
    ...goods,
    warehouses: goods.warehouses.map((warehouse) => {
      const byMilli = changes.reduce(
        (sum, change) => (change.warehouseId === warehouse.warehouseId ? sum + change.byMilli : sum),
        0,
      )
      return { ...warehouse, quantityMilli: Math.max(0, warehouse.quantityMilli - byMilli) }
    }),
  }
}

/** Lines that take the changes back, where none of the new lines does. */
export function linesTakenBack(
  current: readonly Goods[],
  before: ReadonlyMap<number, Goods>,
  lines: readonly LineChange[],
): LineChange[] {
  const written = new Set(lines.map(({ productId, warehouseId }) => `${productId} ${warehouseId}`))
  return current.flatMap((goods) =>
    (before.get(goods.productId)?.warehouses ?? []).flatMap((warehouse) => {
      const isSame = warehouse.quantityMilli === basketMilli(goods, warehouse)
      return isSame || written.has(`${goods.productId} ${warehouse.warehouseId}`)
        ? []
        : [lineOf(goods, warehouse, warehouse.quantityMilli)]
    }),
  )
}
