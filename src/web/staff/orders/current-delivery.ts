import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { staffOrderDelivery } from '#shared/api/staff/orders.ts'
import { withdrawnFieldMessages } from '#shared/rules/delivery/delivery-fields.ts'
import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import {
  datesOf,
  deliveryPriceOf,
  fieldsOf,
  initialDeliveryForm,
  dropUnavailable,
  zoneOf,
  type DeliveryForm,
} from '#web/parts/delivery/delivery-form.ts'

/** Current delivery of an order, and the choices of its buyer. */
export type CurrentDelivery = ReplyOf<typeof staffOrderDelivery>

export type StaffDeliveryForm = DeliveryForm & { clientNumber: string }

/** The order's delivery, as far as it is still offered; fields that its method does not use start as at checkout. */
export function currentForm(current: CurrentDelivery): StaffDeliveryForm {
  const form = formOf(current)
  return dropUnavailable(form, offerFor(form, current))
}

/** Choices of the order that are no longer offered, by the server's field names. */
export function unavailableFields(current: CurrentDelivery): Record<string, string> {
  const before = formOf(current)
  const offered = currentForm(current)
  const asks = fieldsOf(before, current)
  const gone = (field: keyof DeliveryForm) => before[field] !== 0 && before[field] !== offered[field]
  return {
    ...(asks.carrier && gone('company') ? { delivery_company: withdrawnFieldMessages.delivery_company } : {}),
    ...(asks.carrier && !gone('company') && gone('type')
      ? { delivery_type: withdrawnFieldMessages.delivery_type }
      : {}),
    ...(asks.terminal && !gone('company') && gone('terminal') ? { terminal: withdrawnFieldMessages.terminal } : {}),
    ...(asks.address && gone('address') ? { address: 'Этого адреса у покупателя больше нет' } : {}),
    ...(asks.zone && gone('zone') ? { delivery_zone: withdrawnFieldMessages.delivery_zone } : {}),
    ...(gone('consignee') ? { consignee: 'Доверенность этого получателя закончилась, или его удалили' } : {}),
  }
}

/** The same offer including the agreed day, which stays while the delivery way stays. */
export function offerFor(form: DeliveryForm, current: CurrentDelivery): CurrentDelivery {
  const { date } = current.chosen
  if (date === null || !isSameWay(form, current) || datesOf(form, current).includes(date)) return current
  const zone = zoneOf(form, current)
  if (!zone) return { ...current, dates: [date, ...current.dates] }
  return {
    ...current,
    delivery_zones: current.delivery_zones.map((each) =>
      each === zone ? { ...each, dates: [date, ...each.dates] } : each,
    ),
  }
}

/**
 * Roubles: an unchanged way keeps the agreed price, another has its current price; own transport without a zone costs
 * nothing yet.
 */
export function priceOf(form: DeliveryForm, current: CurrentDelivery): number {
  return isSameWay(form, current)
    ? current.delivery_price
    : deliveryPriceOf(form, current, current.goods, current.contract_free).price
}

/** Sum of the order with that delivery, roubles. */
export function sumWith(form: DeliveryForm, current: CurrentDelivery): number {
  return roubles(kopecks(current.goods) + kopecks(priceOf(form, current)))
}

function isSameWay({ method, zone }: DeliveryForm, { chosen }: CurrentDelivery): boolean {
  return (
    method === chosen.delivery_method &&
    (!deliveryMethodRules(method).usesZones || zone === (chosen.delivery_zone ?? 0))
  )
}

function formOf(current: CurrentDelivery): StaffDeliveryForm {
  const { chosen } = current
  const start = initialDeliveryForm(current)
  const carrier =
    chosen.delivery_company === null
      ? {}
      : { company: chosen.delivery_company, type: chosen.delivery_type ?? 0, terminal: chosen.terminal ?? 0 }
  const destination =
    chosen.address === null
      ? {}
      : {
          address: chosen.address,
          zone: chosen.delivery_zone ?? current.addresses.find(({ id }) => id === chosen.address)?.zone ?? 0,
        }
  return {
    ...start,
    method: chosen.delivery_method,
    ...carrier,
    ...destination,
    consignee: chosen.consignee ?? 0,
    date: chosen.date ?? '',
    clientNumber: chosen.client_number,
  }
}
