import {
  accepted,
  awaitingApproval,
  cancelled as cancelledState,
  done as doneState,
  isOrderState,
  newOrder,
  orderStateSequence,
  partlyShipped,
  fullyShipped as shippedState,
  type OrderState,
} from '#shared/rules/order-states.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import { reservedAfter } from '#server/catalogue/stock/reservation.ts'
import { describeChanges, sameLine } from './compare-lines.ts'
import type { IncomingOrder } from './incoming.ts'
import { matchLines, type CurrentLine, type LineValues, type IncomingRow } from './match-lines.ts'
import { deliveryCode } from './order-document.ts'
import { reportedShipment } from './shipping.ts'
import { stateOfStatus } from './state-of-status.ts'

/** Order fields, besides lines, that 1C decides. */
type OrderHead = {
  state: number
  code1c: string | null
  sumKopecks: number
  paidKopecks: number
  deliveryKopecks: number
  cancelRequested: boolean
}

export type CurrentOrder = OrderHead & {
  id: number
  number: string
  confirmed: boolean
  /** Changed since the last export to 1C: 1C's data on lines and states may be outdated. */
  hasUnexportedChanges: boolean
  lines: CurrentLine[]
}

export type Product = {
  id: number
  code1c: string
  name: string
  articul: string
  unit: string
  vatPercent: number | null
}

export type PlanContext = {
  /** Meaning of 1C's stock figures (setting `stock.meaning`). */
  stockMeaning: 'free' | 'onHand'
  /** States of the wholesaler's 1C by name (setting `exchange.orders.states`). */
  states: Record<string, number>
  /** Id of a warehouse by Ид or name. */
  warehouseIdOf: (warehouse: string) => number | undefined
  /** Goods by Ид that are in 1C's rows but not in the order. */
  products: Map<string, Product>
}

export type PlannedLine = CurrentLine
export type AddedLine = PlannedLine & Pick<Product, 'name' | 'articul' | 'unit' | 'vatPercent'>

/** The resulting order; `changed` false: nothing differs. */
export type Plan = OrderHead & {
  changed: boolean
  lines: PlannedLine[]
  added: AddedLine[]
  /** For the order's history: changes other than the state. */
  comment: string
  /** For the run's log, in Russian. */
  remarks: { name: string; reason: string }[]
}

/**
 * Applies 1C's document to an order. Pure and idempotent. 1C may set any state (product.md §5). While the order has
 * unexported changes, 1C cannot add lines or change the delivery price, and of its states only cancellation and
 * shipment apply.
 */
export function planOrder(current: CurrentOrder, incoming: IncomingOrder, planContext: PlanContext): Plan {
  const remarks: Plan['remarks'] = []
  const goods = applyGoods(current, incoming, planContext, remarks)
  const state = nextState(current, incoming, planContext, remarks)
  const shipped = reportedShipment([...goods.lines, ...goods.added], current.lines, incoming, state)
  const before = new Map(current.lines.map((line) => [line.position, line]))
  const withShipment = <Line extends PlannedLine>(line: Line): Line => {
    const shippedLine = { ...line, shippedMilli: shipped.quantities.get(line.position) ?? line.shippedMilli }
    return {
      ...shippedLine,
      reservedMilli: reservedAfter(
        shippedLine,
        before.get(line.position),
        { from: current.state, to: shipped.state },
        planContext.stockMeaning,
      ),
    }
  }
  const lines = goods.lines.map(withShipment)
  const added = goods.added.map(withShipment)
  const sumKopecks = [...lines, ...added].reduce(
    (sum, line) => sum + (line.cancelled ? 0 : line.sumKopecks),
    goods.deliveryKopecks,
  )
  const planned = {
    state: shipped.state,
    code1c: incoming.code1c ?? current.code1c,
    sumKopecks: goods.taken ? sumKopecks : current.sumKopecks,
    deliveryKopecks: goods.deliveryKopecks,
    cancelRequested: shipped.state === current.state ? current.cancelRequested : false,
  }
  const paidKopecks =
    incoming.paid === undefined
      ? current.paidKopecks
      : incoming.paid === 'full'
        ? planned.sumKopecks
        : incoming.paid.kopecks
  const linesChanged =
    added.length > 0 ||
    lines.some((line) => !sameLine(line, before.get(line.position))) ||
    planned.deliveryKopecks !== current.deliveryKopecks
  return {
    ...planned,
    paidKopecks,
    lines,
    added,
    changed:
      linesChanged ||
      shipped.state !== current.state ||
      planned.code1c !== current.code1c ||
      paidKopecks !== current.paidKopecks ||
      planned.sumKopecks !== current.sumKopecks ||
      !current.confirmed,
    comment: describeChanges(current.lines, lines, added.length),
    remarks,
  }
}

const statesDespiteUnexportedChanges: readonly number[] = [cancelledState, partlyShipped, shippedState, doneState]

function nextState(
  current: CurrentOrder,
  incoming: IncomingOrder,
  { states }: PlanContext,
  remarks: Plan['remarks'],
): number {
  if (incoming.cancelled) return cancelledState
  const named = stateOfStatus(incoming.status, states)
  if (incoming.status !== '' && named === undefined)
    remarks.push({
      name: incoming.status,
      reason:
        `Статус «${incoming.status}» не сопоставлен с состоянием заказа: ` +
        'задайте его в настройке exchange.orders.states',
    })
  const planned = withShipmentFacts(current.state, named, incoming)
  if (planned === current.state || !current.hasUnexportedChanges || statesDespiteUnexportedChanges.includes(planned))
    return planned
  remarks.push({
    name: incoming.status,
    reason: 'Заказ изменён на портале после выгрузки в 1С: состояние из 1С не принято до следующего обмена',
  })
  return current.state
}

/** Shipment facts outrank the status; without a status they only move an order forward. */
function withShipmentFacts(state: number, named: OrderState | undefined, incoming: IncomingOrder): number {
  if (named === cancelledState || named === doneState) return named
  const fact = incoming.shipped === 'full' ? shippedState : incoming.shipped === 'some' ? partlyShipped : undefined
  if (named !== undefined) {
    if (fact !== undefined && progress(fact) > progress(named)) return fact
    return named === newOrder && incoming.posted ? accepted : named
  }
  if (state === cancelledState) return state
  if (fact !== undefined) return progress(fact) > progress(state) ? fact : state
  return incoming.posted && (state === newOrder || state === awaitingApproval) ? accepted : state
}

function progress(state: number): number {
  return isOrderState(state) ? orderStateSequence.indexOf(state) : -1
}

type AppliedGoods = { taken: boolean; lines: PlannedLine[]; added: AddedLine[]; deliveryKopecks: number }

function applyGoods(
  current: CurrentOrder,
  incoming: IncomingOrder,
  planContext: PlanContext,
  remarks: Plan['remarks'],
): AppliedGoods {
  const unchangedGoods = { taken: false, lines: current.lines, added: [], deliveryKopecks: current.deliveryKopecks }
  if (incoming.lines === undefined || incoming.lines.length === 0 || incoming.cancelled) return unchangedGoods

  const orderCodes = new Set(current.lines.map(({ code1c }) => code1c))
  const goodsCodes = new Set(
    incoming.lines.filter(({ code, service }) => !service && code !== deliveryCode).map(({ code }) => code),
  )
  const services = incoming.lines.filter(({ code }) => !orderCodes.has(code) && !goodsCodes.has(code))
  const rows = incoming.lines.filter((row) => !services.includes(row))
  const known = rows.filter(({ code }) => orderCodes.has(code) || planContext.products.has(code))
  for (const row of rows) {
    if (!known.includes(row))
      remarks.push({
        name: row.name || row.code,
        reason: `Товар ${row.code} из заказа 1С на портале не найден: строка не принята`,
      })
  }
  // A document without any known goods neither changes nor removes lines.
  if (known.length === 0) return unchangedGoods

  const matched = matchLines(current.lines, known, planContext.warehouseIdOf)
  const planned = current.lines.map((line) => ({ ...line, ...pickValues(matched.inputs.get(line.position)) }))
  const added = toAdded(current, matched.added, planContext)
  const deliveryKopecks = services.reduce((sum, row) => sum + Math.max(0, row.sumKopecks ?? 0), 0)
  if (!current.hasUnexportedChanges) return { taken: true, lines: planned, added, deliveryKopecks }

  // Lines that the buyer has reduced or removed must not come back; reductions and removals by 1C apply.
  const lines = planned.map((line, index) =>
    isIncreased(line, current.lines[index]) ? (current.lines[index] ?? line) : line,
  )
  const refused = added.length > 0 || lines.some((line, index) => line !== planned[index])
  if (refused)
    remarks.push({
      name: current.number,
      reason: 'Заказ изменён на портале после выгрузки в 1С: добавленное в 1С не принято до следующего обмена',
    })
  // The buyer's new delivery keeps its price, too.
  if (deliveryKopecks !== current.deliveryKopecks)
    remarks.push({
      name: current.number,
      reason: 'Заказ изменён на портале после выгрузки в 1С: стоимость доставки из 1С не принята до следующего обмена',
    })
  return { taken: true, lines, added: [], deliveryKopecks: current.deliveryKopecks }
}

function isIncreased(line: PlannedLine, before: PlannedLine | undefined): boolean {
  return (
    before !== undefined &&
    ((before.cancelled && !line.cancelled) || (!before.cancelled && line.quantityMilli > before.quantityMilli))
  )
}

function pickValues(values: LineValues | undefined): Partial<PlannedLine> {
  if (values === undefined) return {}
  const { quantityMilli, priceKopecks, sumKopecks, cancelled } = values
  return { quantityMilli, priceKopecks, sumKopecks, cancelled }
}

function toAdded(current: CurrentOrder, added: IncomingRow[], { products }: PlanContext): AddedLine[] {
  const last = Math.max(0, ...current.lines.map(({ position }) => position))
  return added.flatMap((row, index) => {
    const sibling = current.lines.find(({ code1c }) => code1c === row.code)
    const product = products.get(row.code)
    const warehouseId = row.warehouseId ?? current.lines[0]?.warehouseId
    if (product === undefined || warehouseId === undefined) return []
    const priceKopecks = row.priceKopecks ?? sibling?.priceKopecks ?? 0
    return [
      {
        position: last + 1 + index,
        productId: product.id,
        code1c: row.code,
        warehouseId,
        quantityMilli: row.quantityMilli,
        priceKopecks,
        sumKopecks: row.sumKopecks ?? lineSumKopecks(priceKopecks, row.quantityMilli),
        shippedMilli: 0,
        cancelled: false,
        reservedMilli: 0,
        name: product.name,
        articul: product.articul,
        unit: product.unit,
        vatPercent: product.vatPercent,
      },
    ]
  })
}
