import { byAccount, byExchange, bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Fields } from '#server/platform/audit/changes.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { NewOrder } from '../rules/new-order.ts'
import type { AddedLine, OrderLine } from '../queries-lines.ts'
import type { LockedOrder, OrderColumns } from './queries-state.ts'
import type { Author, OrderChange } from './order-change.ts'

/** Lines changed and added. */
export type SavedLines = {
  before: readonly OrderLine[]
  after: readonly (OrderLine | AddedLine)[]
}

export async function auditPlaced(tx: Db, placed: { id: number; number: string; draft: NewOrder }): Promise<void> {
  const { id, number, draft } = placed
  const { contractId, state, approval, sumKopecks, deliveryKopecks, deliveryDate, organisationId, lines } = draft
  const after = {
    number,
    contractId,
    state,
    approval,
    sumKopecks,
    deliveryKopecks,
    deliveryDate,
    lineCount: lines.length,
  }
  const object = { type: 'order', id, organisationId } as const
  await recordAudit(tx, byAccount(draft), { action: 'order.placed', object, after })
}

type Change = { change: OrderChange; columns: Partial<OrderColumns>; lines: SavedLines }

/**
 * Records differences of the order and its lines. A comment alone is not audited, because the order's history has it.
 */
export async function auditChanged(tx: Db, order: LockedOrder, { change, columns, lines }: Change): Promise<void> {
  const by = changedBy(change.author)
  const object = { type: 'order', id: order.id, organisationId: order.organisationId } as const
  if (change.kind === 'handOver') return recordAudit(tx, by, { action: 'order.handed-over', object })
  const after = columnFields(columns)
  const named = Object.keys(after)
  const before = Object.fromEntries(Object.entries(orderFields(order)).filter(([field]) => named.includes(field)))
  await recordAudit(tx, by, {
    action: 'order.changed',
    object,
    before: { ...before, ...lineFields(lines.before) },
    after: { ...after, ...lineFields(lines.after) },
  })
}

function changedBy(author: Author): ChangedBy {
  if (author.by === 'exchange') return byExchange(null)
  return author.by === 'job' ? bySystem : byAccount(author.actor)
}

function orderFields(order: LockedOrder): Fields {
  const { state, approval, cancelRequested, sumKopecks, paidKopecks, deliveryKopecks, deliveryDate, code1c } = order
  const { deliveryMethodId: methodId, deliveryZoneId: zoneId } = order
  return {
    state,
    approval,
    cancelRequested,
    sumKopecks,
    paidKopecks,
    deliveryKopecks,
    deliveryDate,
    code1c,
    methodId,
    zoneId,
  }
}

/** Delivery fields of a locked order; the order's history has the others. */
function columnFields({ delivery, payUntil: _payUntil, ...columns }: Partial<OrderColumns>): Fields {
  const definedColumns = Object.entries(columns).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(definedColumns),
    ...(delivery && { methodId: delivery.methodId, zoneId: delivery.zoneId }),
  }
}

function lineFields(lines: SavedLines['after']): Fields {
  return Object.fromEntries(
    lines.map(({ position, quantityMilli, priceKopecks, shippedMilli, cancelled }) => [
      `lines.${position}`,
      { quantityMilli, priceKopecks, shippedMilli, cancelled },
    ]),
  )
}
