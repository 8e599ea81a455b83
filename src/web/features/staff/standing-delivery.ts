import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { staffOrderDelivery } from '#shared/api/staff-orders.ts'
import { ownTransportMethodId } from '#shared/constants.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { datesOf, deliveryOf, fieldsOf, startingDelivery, stillOffered, zoneOf, type DeliveryForm } from '#web/ui/delivery/delivery-form.ts'

/** How an order travels, beside what its buyer may choose from. */
export type StandingDelivery = ReplyOf<typeof staffOrderDelivery>

export type StaffDeliveryForm = DeliveryForm & { clientNumber: string }

/** The order's delivery as far as it is offered still; what its method does not use starts as at the checkout. */
export function standingForm(standing: StandingDelivery): StaffDeliveryForm {
  const form = asItStands(standing)
  return stillOffered(form, offerFor(form, standing))
}

/** What the order has and nobody offers any more, by the server's names of the fields. */
export function goneFields(standing: StandingDelivery): Record<string, string> {
  const before = asItStands(standing)
  const offered = standingForm(standing)
  const asks = fieldsOf(before, standing)
  const gone = (field: keyof DeliveryForm) => before[field] !== 0 && before[field] !== offered[field]
  return {
    ...(asks.carrier && gone('company') ? { delivery_company: 'Этой компанией мы больше не отправляем' } : {}),
    ...(asks.carrier && !gone('company') && gone('type') ? { delivery_type: 'Так эта компания больше не возит' } : {}),
    ...(asks.terminal && !gone('company') && gone('terminal') ? { terminal: 'Этот терминал больше не работает' } : {}),
    ...(asks.address && gone('address') ? { address: 'Этого адреса у покупателя больше нет' } : {}),
    ...(asks.zone && gone('zone') ? { delivery_zone: 'В эту зону мы больше не возим' } : {}),
    ...(gone('consignee') ? { consignee: 'Доверенность этого получателя закончилась, или его удалили' } : {}),
  }
}

/** The same offer with the day that was agreed, which stays while the goods travel the same way. */
export function offerFor(form: DeliveryForm, standing: StandingDelivery): StandingDelivery {
  const { date } = standing.chosen
  if (date === null || !isSameWay(form, standing) || datesOf(form, standing).includes(date)) return standing
  const zone = zoneOf(form, standing)
  if (!zone) return { ...standing, dates: [date, ...standing.dates] }
  return { ...standing, delivery_zones: standing.delivery_zones.map((each) => (each === zone ? { ...each, dates: [date, ...each.dates] } : each)) }
}

/** Roubles: the same way costs what was agreed, another what it does now, own transport without a zone nothing yet. */
export function priceOf(form: DeliveryForm, standing: StandingDelivery): number {
  return isSameWay(form, standing) ? standing.delivery_price : deliveryOf(form, standing, standing.goods, standing.contract_free).price
}

/** Roubles of the order with that delivery. */
export function sumWith(form: DeliveryForm, standing: StandingDelivery): number {
  return roubles(kopecks(standing.goods) + kopecks(priceOf(form, standing)))
}

function isSameWay({ method, zone }: DeliveryForm, { chosen }: StandingDelivery): boolean {
  return method === chosen.delivery_method && (method !== ownTransportMethodId || zone === (chosen.delivery_zone ?? 0))
}

function asItStands(standing: StandingDelivery): StaffDeliveryForm {
  const { chosen } = standing
  const start = startingDelivery(standing)
  const carrier = chosen.delivery_company === null ? {} : { company: chosen.delivery_company, type: chosen.delivery_type ?? 0, terminal: chosen.terminal ?? 0 }
  const place = chosen.address === null ? {} : { address: chosen.address, zone: chosen.delivery_zone ?? standing.addresses.find(({ id }) => id === chosen.address)?.zone ?? 0 }
  return { ...start, method: chosen.delivery_method, ...carrier, ...place, consignee: chosen.consignee ?? 0, date: chosen.date ?? '', clientNumber: chosen.client_number }
}
