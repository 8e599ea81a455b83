import type { OrderDetails, OrderSummary } from '#shared/api/orders.ts'
import { dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { may } from '#shared/rights.ts'
import { awaitingApproval, cancelled, stateRules, stateName } from '#shared/rules/order-states.ts'
import { priceSourceText } from '#shared/rules/prices/price-source.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { shapeRate } from '#server/catalogue/prices/shape-rate.ts'
import { shownStoredSum } from '#server/catalogue/prices/shown-prices.ts'
import type { OrderEventRow, OrderFacts, OrderLineRow } from './read/queries-details.ts'
import type { OrderRow } from './queries-read.ts'
import { overdueDays } from './rules/overdue.ts'
import { everyOrderPrice, type OrderPrices } from './order-prices.ts'

export type OrderView = {
  prices: OrderPrices
  mayCancel: boolean
  mayChange: boolean
  mayApprove: boolean
  today: Day
}

/** Approving is refused while staff act as the buyer. */
export function buyerView(buyer: Pick<Actor, 'rights' | 'actedBy'>, prices: OrderPrices, now = new Date()): OrderView {
  return {
    prices,
    mayCancel: may(buyer, 'order.cancel'),
    mayChange: may(buyer, 'order.change'),
    mayApprove: may(buyer, 'order.approve') && !buyer.actedBy,
    today: dayOf(now),
  }
}

/** Staff see every price and get no buyer's actions. */
export function staffView(now = new Date()): OrderView {
  return { prices: everyOrderPrice, mayCancel: false, mayChange: false, mayApprove: false, today: dayOf(now) }
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
    paid: view.prices.showsPaid ? roubles(row.paidKopecks) : null,
    payment: paymentLabel(row, view.today),
    sum: money(view.prices.sumOf(row)),
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
    products: facts.products.map((line) => shapeLine(facts.contractId, line, view.prices)),
    history: facts.history.map(shapeEvent),
    delivery_method: facts.methodId,
    delivery_price: view.prices.deliveryShown ? roubles(facts.deliveryKopecks) : null,
    address: facts.address,
    consignee: facts.consignee,
    comment: facts.comment,
    cancel_requested: facts.cancelRequested,
    pay_until:
      facts.payUntil === null || facts.state === cancelled || facts.paidKopecks >= facts.sumKopecks
        ? null
        : formatDay(facts.payUntil),
    // A rate belongs to the contract's own prices.
    rates: view.prices.showsPaid ? facts.rates.map(shapeRate) : [],
    version: facts.revision,
  }
}

function paymentLabel(row: OrderRow, today: Day): string {
  if (row.paidKopecks >= row.sumKopecks) return 'Оплачен'
  const late = overdueDays(row, today)
  if (late > 0) return `Просрочен ${late} дн.`
  return row.paidKopecks > 0 ? 'Частично' : 'Не оплачен'
}

function shapeLine(
  contractId: number,
  line: OrderLineRow,
  { shownIn, showsPaid }: OrderPrices,
): OrderDetails['products'][number] {
  const shown = shownIn(contractId)
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
    price: money(shown(line)),
    sum: money(shownStoredSum(shown, line)),
    vat: line.vatPercent,
    wms: line.warehouseId,
    wms_header: line.warehouse,
    comment: line.note,
    // What made the contract's own price.
    price_note: showsPaid && line.priceSource !== null ? priceSourceText(line.priceSource) : '',
    shipping: units(line.shippedMilli),
    cancel: line.cancelled,
    changed_from: line.changedFromMilli === null ? null : units(line.changedFromMilli),
    picture: line.picture?.id ?? 0,
    picturetype: line.picture?.type ?? '',
  }
}

function shapeEvent({ at, state, author, comment }: OrderEventRow): OrderDetails['history'][number] {
  return { at, state, status: stateName(state), author, comment }
}

function money(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks)
}
