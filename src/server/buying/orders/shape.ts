import type { OrderDetails, OrderSummary } from '#shared/api/orders.ts'
import { dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { may, type Person } from '#shared/rights.ts'
import { awaitingApproval, cancelled, stateRules, stateName } from '#shared/rules/order-states.ts'
import type { OrderEventRow, OrderFacts, OrderLineRow } from './read/queries-details.ts'
import type { OrderRow } from './queries-read.ts'
import { overdueDays } from './rules/overdue.ts'

export type OrderView = {
  pricesShown: boolean
  mayCancel: boolean
  mayChange: boolean
  mayApprove: boolean
  today: Day
}

export function buyerView(buyer: Person, now = new Date()): OrderView {
  return {
    pricesShown: may(buyer, 'price.contract'),
    mayCancel: may(buyer, 'order.cancel'),
    mayChange: may(buyer, 'order.change'),
    mayApprove: may(buyer, 'order.approve'),
    today: dayOf(now),
  }
}

/** Staff see every price; the buyer's actions are not offered to them. */
export function staffView(now = new Date()): OrderView {
  return { pricesShown: true, mayCancel: false, mayChange: false, mayApprove: false, today: dayOf(now) }
}

export function shapeSummary(row: OrderRow, view: OrderView): OrderSummary {
  const { buyerCancel: rule, buyerChange } = stateRules(row.state)
  const buyerCancel = view.mayCancel ? rule : undefined
  return {
    id: row.id,
    numberOrder: row.number,
    code1c: row.code1c,
    client_number: row.clientNumber || null,
    created_at: row.createdAt,
    state: row.state,
    status: stateName(row.state),
    paid: money(row.paidKopecks, view),
    payment: paymentLabel(row, view.today),
    sum: money(row.sumKopecks, view),
    lines: row.lines,
    contract: { id: row.contractId, number: row.contractNumber, contragent: row.contragent },
    account: row.account,
    delivery: row.delivery,
    date: row.deliveryDate && formatDay(row.deliveryDate),
    may: {
      cancel: buyerCancel === 'cancel',
      askToCancel: buyerCancel === 'ask' && !row.cancelRequested,
      change: view.mayChange && buyerChange === true,
      approve: view.mayApprove && row.state === awaitingApproval,
    },
  }
}

export function shapeDetails(facts: OrderFacts, view: OrderView): OrderDetails {
  return {
    ...shapeSummary(facts, view),
    products: facts.products.map((line) => shapeLine(line, view)),
    history: facts.history.map(shapeEvent),
    delivery_method: facts.methodId,
    delivery_price: money(facts.deliveryKopecks, view),
    address: facts.address,
    consignee: facts.consignee,
    comment: facts.comment,
    cancel_requested: facts.cancelRequested,
    pay_until:
      facts.payUntil === null || facts.state === cancelled || facts.paidKopecks >= facts.sumKopecks
        ? null
        : formatDay(facts.payUntil),
    version: facts.revision,
  }
}

function paymentLabel(row: OrderRow, today: Day): string {
  if (row.paidKopecks >= row.sumKopecks) return 'Оплачен'
  const late = overdueDays(row, today)
  if (late > 0) return `Просрочен ${late} дн.`
  return row.paidKopecks > 0 ? 'Частично' : 'Не оплачен'
}

function shapeLine(line: OrderLineRow, view: OrderView): OrderDetails['products'][number] {
  return {
    line: line.position,
    id: line.productId,
    parent: line.parentId,
    header: line.header,
    articul: line.articul,
    unit: line.unit,
    qnt: units(line.quantityMilli),
    step: units(line.stepMilli),
    decimals: line.decimals,
    price: money(line.priceKopecks, view),
    sum: money(line.sumKopecks, view),
    vat: line.vatPercent,
    wms: line.warehouseId,
    wms_header: line.warehouse,
    comment: line.note,
    shipping: units(line.shippedMilli),
    cancel: line.cancelled,
    picture: line.picture?.id ?? 0,
    picturetype: line.picture?.type ?? '',
  }
}

function shapeEvent({ at, state, author, comment }: OrderEventRow): OrderDetails['history'][number] {
  return { at, state, status: stateName(state), author, comment }
}

function money(kopecks: number, { pricesShown }: OrderView): number | null {
  return pricesShown ? roubles(kopecks) : null
}
