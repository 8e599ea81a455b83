import { carrierMethodId, ownTransportMethodId } from '#shared/constants.ts'
import { addWorkingDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { deliveryKopecks as priceOf, deliveryTerms } from '#shared/rules/delivery-price.ts'
import { lineSumKopecks, vatPercentOn } from '#shared/rules/money.ts'
import { awaitingApproval, newOrder, type OrderState } from '#shared/rules/order-states.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import type { BasketRow } from '#server/features/basket/queries-lines.ts'
import { calendarOf } from '#server/features/delivery/queries-calendar.ts'
import { lacksZone, zoneOf, type OrderWish, type Terms } from './terms.ts'

/** An order as it will be written; thousandths and kopecks. */
export type OrderDraft = {
  organisationId: number
  contractId: number
  accountId: number
  author: string
  state: OrderState
  /** 'waiting' for the head of the organisation. */
  approval: 'waiting' | null
  eventComment: string
  sumKopecks: number
  payUntil: Day | null
  clientNumber: string
  comment: string
  lines: DraftLine[]
} & OrderDelivery

/** How an order travels, and what that costs. */
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

export type DraftLine = {
  productId: number
  warehouseId: number
  name: string
  articul: string
  unit: string
  quantityMilli: number
  priceKopecks: number
  sumKopecks: number
  vatPercent: number | null
  /** The buyer's own words. */
  note: string
}

/** The order of a basket that has been found unchanged. */
export function draftOrder(wish: OrderWish, terms: Terms, rows: BasketRow[], actor: BuyerActor, now: Date): OrderDraft {
  const today = dayOf(now)
  const lines = rows.map((row) => draftLine(row, today))
  const goodsKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, 0)
  const delivery = deliveryOf(wish.delivery, terms, goodsKopecks)
  return {
    organisationId: terms.organisationId,
    contractId: wish.contractId,
    accountId: actor.accountId,
    author: actor.name,
    state: newOrder,
    approval: null,
    eventComment: '',
    sumKopecks: goodsKopecks + delivery.deliveryKopecks,
    payUntil: terms.payment === 'prepaid' ? addWorkingDays(today, terms.holdDays, calendarOf(terms.calendar)) : null,
    ...delivery,
    clientNumber: wish.clientNumber,
    comment: wish.comment,
    lines,
  }
}

/** The delivery that was wished for, for goods of this sum: only what its method uses. */
export function deliveryOf(wish: OrderWish['delivery'], terms: Terms, goodsKopecks: number): OrderDelivery {
  const { methodId } = wish
  const carried = methodId === carrierMethodId
  const pickedUp = !carried && methodId !== ownTransportMethodId
  const zone = zoneOf(wish, terms)
  const method = lacksZone(wish, terms) ? null : terms.method
  return {
    methodId,
    companyId: carried ? (terms.company?.id ?? null) : null,
    typeId: carried ? (terms.type?.id ?? null) : null,
    terminalId: carried && terms.type?.toTerminal !== false ? (terms.terminal?.id ?? null) : null,
    zoneId: zone?.id ?? null,
    deliveryKopecks: priceOf(goodsKopecks, deliveryTerms({ methodId, method, zone, contractFreeKopecks: terms.freeDeliveryKopecks })),
    deliveryDate: wish.date ?? null,
    addressId: pickedUp ? null : (wish.addressId ?? null),
    consigneeId: wish.consigneeId ?? null,
  }
}

/** The same order, which waits for approval. */
export function waiting(draft: OrderDraft, reason: string): OrderDraft {
  return { ...draft, state: awaitingApproval, approval: 'waiting', eventComment: reason }
}

function draftLine(row: BasketRow, today: Day): DraftLine {
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
  }
}
