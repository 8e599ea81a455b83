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

/** The order's delivery without unavailable choices; fields that its method does not use have the defaults. */
export function currentForm(current: CurrentDelivery): StaffDeliveryForm {
  const form = formOf(current)
  return dropUnavailable(form, offerFor(form, current))
}

/** Choices of the order that are no longer offered, by the server's field names. */
export function unavailableFields(current: CurrentDelivery): Record<string, string> {
  const chosen = formOf(current)
  const offered = currentForm(current)
  const fields = fieldsOf(chosen, current)
  const isUnavailable = (field: keyof DeliveryForm) => chosen[field] !== 0 && chosen[field] !== offered[field]
  return {
    ...(fields.carrier && isUnavailable('company')
      ? { delivery_company: withdrawnFieldMessages.delivery_company }
      : {}),
    ...(fields.carrier && !isUnavailable('company') && isUnavailable('type')
      ? { delivery_type: withdrawnFieldMessages.delivery_type }
      : {}),
    ...(fields.terminal && !isUnavailable('company') && isUnavailable('terminal')
      ? { terminal: withdrawnFieldMessages.terminal }
      : {}),
    ...(fields.address && isUnavailable('address') ? { address: 'Этого адреса у покупателя больше нет' } : {}),
    ...(fields.zone && isUnavailable('zone') ? { delivery_zone: withdrawnFieldMessages.delivery_zone } : {}),
    ...(isUnavailable('consignee') ? { consignee: 'Доверенность этого получателя закончилась, или его удалили' } : {}),
  }
}

/** The offer including the agreed day, which stays available while the method and zone are unchanged. */
export function offerFor(form: DeliveryForm, current: CurrentDelivery): CurrentDelivery {
  const { date } = current.chosen
  if (date === null || !isSameDelivery(form, current) || datesOf(form, current).includes(date)) return current
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
 * Roubles: an unchanged method and zone keep the agreed price, others have the current price; own transport without a
 * zone costs nothing yet.
 */
export function priceOf(form: DeliveryForm, current: CurrentDelivery): number {
  return isSameDelivery(form, current)
    ? current.delivery_price
    : deliveryPriceOf(form, current, current.goods, current.contract_free).price
}

/** Sum of the order with that delivery, roubles. */
export function sumWith(form: DeliveryForm, current: CurrentDelivery): number {
  return roubles(kopecks(current.goods) + kopecks(priceOf(form, current)))
}

function isSameDelivery({ method, zone }: DeliveryForm, { chosen }: CurrentDelivery): boolean {
  return (
    method === chosen.delivery_method &&
    (!deliveryMethodRules(method).usesZones || zone === (chosen.delivery_zone ?? 0))
  )
}

function formOf(current: CurrentDelivery): StaffDeliveryForm {
  const { chosen } = current
  const initial = initialDeliveryForm(current)
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
    ...initial,
    method: chosen.delivery_method,
    ...carrier,
    ...destination,
    consignee: chosen.consignee ?? 0,
    date: chosen.date ?? '',
    clientNumber: chosen.client_number,
  }
}
