import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { addWorkingDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { deliveryKopecks as priceOf, deliveryTerms } from '#shared/rules/delivery/delivery-price.ts'
import { lineSumKopecks, vatPercentOn } from '#shared/rules/money.ts'
import { awaitingApproval, newOrder, type OrderState } from '#shared/rules/order-states.ts'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import type { ActingStaff, BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import type { BasketRow } from '#server/buying/basket/shared-queries-lines.ts'
import { calendarOf } from '#server/buying/delivery/shared-queries-calendar.ts'
import { isZoneMissing, requiredZone } from './check-delivery.ts'
import type { OrderInput, OrderTerms } from './terms.ts'

/** An order to be inserted; thousandths and kopecks. */
export type NewOrder = {
  organisationId: number
  contractId: number
  accountId: number
  author: string
  /** Staff who place it for the account. */
  actedBy: ActingStaff | undefined
  state: OrderState
  /** 'waiting' for approval by the organisation's head. */
  approval: 'waiting' | null
  eventComment: string
  sumKopecks: number
  payUntil: Day | null
  clientNumber: string
  comment: string
  lines: NewOrderLine[]
  /** The rates that made its prices, one per currency. */
  rates: Rate[]
} & OrderDelivery

/** Delivery of an order with its price. */
export type OrderDelivery = {
  methodId: number
  companyId: number | null
  typeId: number | null
  terminalId: number | null
  zoneId: number | null
  deliveryKopecks: number
  deliveryDate: Day | null
  addressId: number | null
  consigneeId: number | null
}

export type NewOrderLine = {
  productId: number
  warehouseId: number
  name: string
  articul: string
  unit: string
  quantityMilli: number
  priceKopecks: number
  sumKopecks: number
  vatPercent: number | null
  /** The buyer's comment. */
  note: string
  priceSource: PriceSource | null
}

/** Builds the order for a basket. The caller has checked that the basket is unchanged. */
export function buildOrder(
  input: OrderInput,
  terms: OrderTerms,
  rows: BasketRow[],
  actor: BuyerActor,
  now: Date,
): NewOrder {
  const today = dayOf(now)
  const lines = rows.map((row) => buildLine(row, today))
  const goodsKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, 0)
  const delivery = resolveDelivery(input.delivery, terms, goodsKopecks)
  return {
    organisationId: terms.organisationId,
    contractId: input.contractId,
    accountId: actor.accountId,
    author: actor.name,
    actedBy: actor.actedBy,
    state: newOrder,
    approval: null,
    eventComment: '',
    sumKopecks: goodsKopecks + delivery.deliveryKopecks,
    payUntil: terms.payment === 'prepaid' ? addWorkingDays(today, terms.holdDays, calendarOf(terms.calendar)) : null,
    ...delivery,
    clientNumber: input.clientNumber,
    comment: input.comment,
    lines,
    rates: [...new Map(rows.flatMap(({ rate }) => (rate === null ? [] : [[rate.currency, rate]]))).values()],
  }
}

/** The requested delivery and its price for goods of this sum; drops choices that its method does not use. */
export function resolveDelivery(input: OrderInput['delivery'], terms: OrderTerms, goodsKopecks: number): OrderDelivery {
  const { methodId } = input
  const { destination } = deliveryMethodRules(methodId)
  const usesCarrier = destination === 'carrier'
  const zone = requiredZone(input, terms)
  const method = isZoneMissing(input, terms) ? null : terms.method
  return {
    methodId,
    companyId: usesCarrier ? (terms.company?.id ?? null) : null,
    typeId: usesCarrier ? (terms.type?.id ?? null) : null,
    terminalId: usesCarrier && terms.type?.toTerminal !== false ? (terms.terminal?.id ?? null) : null,
    zoneId: zone?.id ?? null,
    deliveryKopecks: priceOf(
      goodsKopecks,
      deliveryTerms({ methodId, method, zone, contractFreeKopecks: terms.freeDeliveryKopecks }),
    ),
    deliveryDate: input.date ?? null,
    addressId: destination === 'pickup' ? null : (input.addressId ?? null),
    consigneeId: input.consigneeId ?? null,
  }
}

/** The same order, waiting for approval. */
export function asAwaitingApproval(draft: NewOrder, reason: string): NewOrder {
  return { ...draft, state: awaitingApproval, approval: 'waiting', eventComment: reason }
}

function buildLine(row: BasketRow, today: Day): NewOrderLine {
  const priceKopecks = row.priceKopecks ?? 0
  return {
    productId: row.productId,
    warehouseId: row.warehouseId,
    name: row.header,
    articul: row.articul,
    unit: row.unit,
    quantityMilli: row.quantityMilli,
    priceKopecks,
    sumKopecks: lineSumKopecks(priceKopecks, row.quantityMilli),
    vatPercent: vatPercentOn(row.vat, today),
    note: row.note,
    priceSource: row.priceSource,
  }
}
