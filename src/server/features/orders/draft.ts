import { suspensionTitle } from '#shared/errors.ts'
import { addWorkingDays, dayOf, deliveryDays, type Day } from '#shared/rules/dates.ts'
import { lineSumKopecks, vatPercentOn } from '#shared/rules/money.ts'
import { awaitingApproval, newOrder, type OrderState } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import type { BasketRow } from '#server/features/basket/queries-lines.ts'
import type { DeliveryWish, Terms } from './queries-place.ts'

/** What the buyer asked for at the checkout. */
export type OrderWish = {
  contractId: number
  delivery: DeliveryWish & { date: Day | undefined }
  clientNumber: string
  comment: string
}

/** An order as it will be written; thousandths and kopecks. */
export type OrderDraft = {
  organisationId: number
  contractId: number
  accountId: number
  author: string
  state: OrderState
  eventComment: string
  sumKopecks: number
  payUntil: Day | null
  methodId: number
  companyId: number | null
  typeId: number | null
  terminalId: number | null
  deliveryKopecks: number
  deliveryDate: Day | null
  addressId: number | null
  consigneeId: number | null
  clientNumber: string
  comment: string
  lines: DraftLine[]
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
}

const methods = { ownTransport: 1, carrier: 2 } as const

/** A contract that is not in force or is stopped takes no new order [V.14]. */
export function refuseStopped({ status, validTo, stopOrders, debtAlert }: Terms, today: Day): void {
  if (status !== 'active' || (validTo !== null && validTo < today)) throw new AppError('contractInactive')
  if (stopOrders) throw new AppError('ordersSuspended', { title: suspensionTitle, ...(debtAlert ? { message: debtAlert } : {}) })
}

/** Refuses what the delivery names but does not exist for this buyer, what it lacks, and a day without delivery. */
export function refuseDelivery({ delivery }: OrderWish, terms: Terms, now: Date): void {
  const named = [
    ['delivery_method', delivery.methodId, terms.method],
    ['address', delivery.addressId, terms.address],
    ['consignee', delivery.consigneeId, terms.consignee],
    ['delivery_company', delivery.companyId, terms.company],
    ['delivery_type', delivery.typeId, terms.type],
    ['terminal', delivery.terminalId, terms.terminal],
  ] as const
  for (const [field, id, found] of named) {
    if (id !== undefined && found === null) throw new AppError('notFound', { fields: { [field]: 'Не найдено' } })
  }
  const lacking = lackingFields(delivery, terms)
  if (Object.keys(lacking).length > 0) throw new AppError('deliveryIncomplete', { fields: lacking })

  const calendar = new Map(terms.calendar.map(({ day, working }) => [day, working]))
  if (delivery.date !== undefined && !deliveryDays(now, calendar).includes(delivery.date)) {
    throw new AppError('deliveryDate', { fields: { date: 'На эту дату доставки нет' } })
  }
  const validTo = terms.consignee?.validTo ?? null
  if (validTo !== null && validTo < (delivery.date ?? dayOf(now))) {
    throw new AppError('deliveryIncomplete', { fields: { consignee: 'Срок доверенности истёк' } })
  }
}

function lackingFields(delivery: OrderWish['delivery'], terms: Terms): Record<string, string> {
  const address: Record<string, string> = delivery.addressId === undefined ? { address: 'Выберите адрес доставки' } : {}
  if (delivery.methodId === methods.ownTransport) return address
  if (delivery.methodId !== methods.carrier) return {}
  if (terms.company === null) return { delivery_company: 'Выберите транспортную компанию' }
  if (terms.type?.toTerminal === false) return address
  return delivery.terminalId === undefined ? { terminal: 'Выберите терминал' } : {}
}

/** The order of a basket that has been found unchanged. */
export function draftOrder(wish: OrderWish, terms: Terms, rows: BasketRow[], actor: BuyerActor, now: Date): OrderDraft {
  const today = dayOf(now)
  const lines = rows.map((row) => draftLine(row, today))
  const goodsKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, 0)
  const { delivery } = wish
  const carried = delivery.methodId === methods.carrier
  const pickedUp = !carried && delivery.methodId !== methods.ownTransport
  const deliveryKopecks = isFree(goodsKopecks, terms) ? 0 : (terms.method?.priceKopecks ?? 0)
  const sumKopecks = goodsKopecks + deliveryKopecks
  const aboveLimit = terms.accountLimitKopecks !== null && sumKopecks > terms.accountLimitKopecks
  const calendar = new Map(terms.calendar.map(({ day, working }) => [day, working]))
  return {
    organisationId: terms.organisationId,
    contractId: wish.contractId,
    accountId: actor.accountId,
    author: actor.name,
    state: aboveLimit ? awaitingApproval : newOrder,
    eventComment: aboveLimit ? 'Сумма выше лимита сотрудника: нужно согласование' : '',
    sumKopecks,
    payUntil: terms.payment === 'prepaid' ? addWorkingDays(today, terms.holdDays, calendar) : null,
    methodId: delivery.methodId,
    companyId: carried ? (terms.company?.id ?? null) : null,
    typeId: carried ? (terms.type?.id ?? null) : null,
    terminalId: carried && terms.type?.toTerminal !== false ? (terms.terminal?.id ?? null) : null,
    deliveryKopecks,
    deliveryDate: delivery.date ?? null,
    addressId: pickedUp ? null : (delivery.addressId ?? null),
    consigneeId: delivery.consigneeId ?? null,
    clientNumber: wish.clientNumber,
    comment: wish.comment,
    lines,
  }
}

/** Delivery costs nothing from the contract's sum on. */
function isFree(goodsKopecks: number, { freeDeliveryKopecks }: Terms): boolean {
  return freeDeliveryKopecks !== null && goodsKopecks >= freeDeliveryKopecks
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
  }
}
