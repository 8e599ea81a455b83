import { formatKopecks } from '#shared/rules/money.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { applyOrderChange } from '#server/buying/orders/change/apply-order-change.ts'
import type { OrderEffect } from '#server/buying/orders/change/effect.ts'
import { lockOrderWithLines } from '#server/buying/orders/change/locked-order.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { ContragentItem } from '../parse/items.ts'
import type { IncomingOrder } from './incoming.ts'
import { nothingReceived, type OrderReject, type ReceivedOrders } from './received.ts'
import { linkBuyers, receiveContragents } from './receive-contragents.ts'
import { planOrder, type CurrentOrder, type Plan, type PlanContext } from './plan-order.ts'
import { findOrders, listProducts, listWarehouses } from './queries-in.ts'
import { checkComplete, readOrders, type ReadDocument } from './read-orders.ts'

/**
 * Imports a `type=sale` file from 1C: states, payments, shipments and changed lines, each order in its own transaction,
 * so that one bad document does not stop the rest. `open` must return the file from its start each time. Idempotent.
 * Throws BrokenFile and imports nothing while the XML is incomplete: old clients never send `import`, so the protocol
 * calls this after every `file`, and the error means that more chunks will follow. `by`: 1C's account.
 */
export async function receiveOrders(deps: Deps, open: () => AsyncIterable<Uint8Array>): Promise<ReceivedOrders> {
  await checkComplete(open())
  const planContext = await readPlanContext(deps.db)
  const received = nothingReceived()
  for await (const documents of readOrders(open())) {
    for (let from = 0; from < documents.length; from += documentsAtOnce) {
      await applyDocuments(deps, documents.slice(from, from + documentsAtOnce), planContext, received)
    }
  }
  return received
}

type Deps = { db: Db; by: ChangedBy }

const documentsAtOnce = 200

type ReceiveContext = Omit<PlanContext, 'products'>

async function readPlanContext(db: Db): Promise<ReceiveContext> {
  const warehouses = await listWarehouses(db)
  const ids = new Map([
    ...warehouses.map(({ id, name }) => [name.trim().toLowerCase(), id] as const),
    ...warehouses.map(({ id, code1c }) => [code1c.toLowerCase(), id] as const),
  ])
  return {
    stockMeaning: await readSetting(db, 'stock.meaning'),
    states: await readSetting(db, 'exchange.orders.states'),
    warehouseIdOf: (warehouse) => ids.get(warehouse.trim().toLowerCase()),
  }
}

async function applyDocuments(
  deps: Deps,
  documents: ReadDocument[],
  known: ReceiveContext,
  received: ReceivedOrders,
): Promise<void> {
  const { db } = deps
  const incoming = documents.flatMap((each) => (each.kind === 'order' ? [each.order] : []))
  const ids = await findOrders(db, {
    numbers: incoming.flatMap(({ number, id, siteNumber }) => [number, id, siteNumber]),
  })
  const listed = documents.flatMap((each) => (each.kind === 'contragent' ? [each.contragent] : []))
  await receiveContragents(deps, listed, received)
  const buyers: ContragentItem[] = []
  for (const document of documents) {
    if (document.kind === 'contragent') continue
    received.documents += 1
    if (document.kind === 'other') {
      received.rejects.push(
        reject(
          document.number,
          '',
          `Документ «${document.operation || 'без ХозОперации'}» не относится ни к одному заказу файла`,
        ),
      )
      continue
    }
    if (document.kind === 'tooLarge') {
      received.rejects.push(reject(document.number, '', `Документ слишком велик: ${document.reason}`))
      continue
    }
    const { order } = document
    const id = ids.get(order.siteNumber) ?? ids.get(order.number) ?? ids.get(order.id)
    if (id === undefined)
      received.rejects.push(
        reject(order.number || order.id, order.code1c ?? '', 'Заказ с таким номером на портале не найден'),
      )
    else {
      await receiveOrder(db, id, order, known, received)
      if (order.buyer) buyers.push(order.buyer)
    }
  }
  await linkBuyers(deps, buyers, received)
}

async function receiveOrder(
  db: Db,
  id: number,
  incoming: IncomingOrder,
  known: ReceiveContext,
  received: ReceivedOrders,
): Promise<void> {
  try {
    const plan = await db.transaction((tx) => applyOrder(tx, id, incoming, known))
    if (plan.changed) received.changed += 1
    else received.unchanged += 1
    received.rejects.push(...plan.remarks.map(({ name, reason }) => reject(incoming.number, name, reason)))
  } catch (error) {
    if (isTransientDatabaseError(error)) throw error
    received.rejects.push(
      reject(
        incoming.number,
        '',
        `Документ не удалось применить: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
  }
}

async function applyOrder(
  tx: Db,
  id: number,
  incoming: IncomingOrder,
  known: ReceiveContext,
): Promise<Pick<Plan, 'changed' | 'remarks'>> {
  const current = await lockOrderWithLines(tx, { orderId: id })
  if (current === undefined) return { changed: false, remarks: [{ name: '', reason: 'Заказ удалён' }] }
  const plan = planOrder(current, incoming, { ...known, products: await listMissing(tx, current, incoming) })
  if (plan.changed)
    await applyOrderChange(tx, current, {
      kind: 'report',
      author: { by: 'exchange' },
      effect: orderEffect(current, plan),
    })
  return plan
}

function orderEffect(current: CurrentOrder, plan: Plan): OrderEffect {
  const { state, code1c, sumKopecks, paidKopecks, deliveryKopecks, cancelRequested, lines, added } = plan
  const comment = [plan.comment, describePayment(current, plan)].filter(Boolean).join('. ')
  const title =
    state === current.state ? `Заказ ${current.number} изменён` : `Заказ ${current.number}: ${stateName(state)}`
  const text = [comment, `Сумма ${formatKopecks(sumKopecks)} ₽, оплачено ${formatKopecks(paidKopecks)} ₽.`]
    .filter(Boolean)
    .join('\n')
  const columns = { state, code1c, sumKopecks, paidKopecks, deliveryKopecks, cancelRequested }
  return { columns, lines, added, comment, notice: { title, text, withoutSums: comment } }
}

/** For the order's history, which people without prices can read, too. */
function describePayment(current: CurrentOrder, plan: Plan): string {
  if (plan.paidKopecks === current.paidKopecks) return ''
  return plan.paidKopecks >= plan.sumKopecks ? 'Заказ оплачен' : 'Изменилась оплата заказа'
}

async function listMissing(tx: Db, current: CurrentOrder, incoming: IncomingOrder): Promise<PlanContext['products']> {
  // A row may also move an existing good to another warehouse, which makes a new line.
  const codes = [...new Set((incoming.lines ?? []).map(({ code }) => code))]
  const existingCodes = new Set(current.lines.map(({ code1c }) => code1c))
  const hasWarehouse = (incoming.lines ?? []).some(({ warehouse }) => warehouse !== '')
  const missing = hasWarehouse ? codes : codes.filter((code) => !existingCodes.has(code))
  return missing.length === 0 ? new Map() : listProducts(tx, { codes: missing })
}

function reject(code: string, name: string, reason: string): OrderReject {
  return { kind: 'order', code, name, reason }
}
