import type { getBasketTableInit } from '#shared/api/basket.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { createOrder } from '#shared/api/orders.ts'
import { carrierMethodId, ownTransportMethodId, pickupMethodId } from '#shared/constants.ts'
import { deliveryKopecks, deliveryTerms, type DeliveryTerms } from '#shared/rules/delivery-price.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'

export type CheckoutOptions = ReplyOf<typeof getBasketTableInit>
export type OrderInput = InputOf<typeof createOrder>

/** What the person chose; 0 = nothing. */
export type CheckoutForm = {
  method: number
  company: number
  type: number
  terminal: number
  address: number
  zone: number
  consignee: number
  date: string
  clientNumber: string
  comment: string
}

/** Pickup unless the server says otherwise [N.5]; a lone address, company or terminal is taken at once. */
export function startingForm({ delivery_methods, delivery_companies, delivery_zones, addresses, consignees }: CheckoutOptions): CheckoutForm {
  const company = delivery_companies[0]
  return {
    method: delivery_methods.find(({ selected }) => selected)?.id ?? pickupMethodId,
    company: company?.id ?? 0,
    type: usualType(company),
    terminal: only(company?.terminals ?? []),
    address: addresses[0]?.id ?? 0,
    zone: addresses[0]?.zone ?? only(delivery_zones),
    consignee: only(consignees),
    date: '',
    clientNumber: '',
    comment: '',
  }
}

/** Another carrier brings its own types and terminals. */
export function withCompany(form: CheckoutForm, options: CheckoutOptions, id: number): CheckoutForm {
  const company = options.delivery_companies.find((company) => company.id === id)
  return { ...form, company: id, type: usualType(company), terminal: only(company?.terminals ?? []) }
}

/** An address brings the zone that it was last delivered by; where it has none, it is to be chosen. */
export function withAddress(form: CheckoutForm, options: CheckoutOptions, id: number): CheckoutForm {
  const zone = options.addresses.find((address) => address.id === id)?.zone
  return { ...form, address: id, zone: zone ?? only(options.delivery_zones) }
}

/** Days that the chosen way of delivery has. */
export function datesOf(form: CheckoutForm, options: CheckoutOptions): string[] {
  return zoneOf(form, options)?.dates ?? options.dates
}

/** The same choices as far as they are offered still: what staff have taken away, or time has, is to be chosen anew. */
export function stillOffered(form: CheckoutForm, options: CheckoutOptions): CheckoutForm {
  const company = options.delivery_companies.find(({ id }) => id === form.company)
  const kept = (list: readonly { id: number }[] | undefined, id: number) => (list?.some((each) => each.id === id) ? id : 0)
  return withOfferedDate(
    {
      ...form,
      company: company?.id ?? 0,
      type: kept(company?.types, form.type) || usualType(company),
      terminal: kept(company?.terminals, form.terminal),
      address: kept(options.addresses, form.address),
      zone: kept(options.delivery_zones, form.zone),
      consignee: kept(options.consignees, form.consignee),
    },
    options,
  )
}

/** A day that the chosen way does not have is no longer asked for. */
export function withOfferedDate(form: CheckoutForm, options: CheckoutOptions): CheckoutForm {
  return form.date === '' || datesOf(form, options).includes(form.date) ? form : { ...form, date: '' }
}

/** The zone by which goods travel: own transport's. */
export function zoneOf({ method, zone }: Pick<CheckoutForm, 'method' | 'zone'>, { delivery_zones }: CheckoutOptions): CheckoutOptions['delivery_zones'][number] | undefined {
  return method === ownTransportMethodId ? delivery_zones.find(({ id }) => id === zone) : undefined
}

/** Which fields a method of delivery asks for. */
export function fieldsOf({ method, company, type }: CheckoutForm, { delivery_companies, delivery_zones }: CheckoutOptions): Asked {
  const driven = method === ownTransportMethodId
  if (method !== carrierMethodId) return { address: driven, carrier: false, terminal: false, zone: driven && delivery_zones.length > 0 }
  const chosen = delivery_companies.find(({ id }) => id === company)
  const toTerminal = chosen?.types.find(({ id }) => id === type)?.to_terminal ?? true
  return { address: !toTerminal, carrier: true, terminal: toTerminal, zone: false }
}

/** What a delivery still lacks, by the server's names of the fields. */
export function missingFields(form: CheckoutForm, options: CheckoutOptions): Record<string, string> {
  const asks = fieldsOf(form, options)
  return {
    ...(asks.carrier && form.company === 0 ? { delivery_company: 'Выберите транспортную компанию' } : {}),
    ...(asks.terminal && form.terminal === 0 ? { terminal: 'Выберите терминал' } : {}),
    ...(asks.address && form.address === 0 ? { address: 'Выберите адрес доставки' } : {}),
    ...(asks.zone && zoneOf(form, options) === undefined ? { delivery_zone: 'Выберите зону доставки' } : {}),
    ...(endsBefore(form, options) ? { consignee: 'Доверенность закончится раньше: выберите другого получателя или дату' } : {}),
  }
}

export function orderInputOf(form: CheckoutForm, options: CheckoutOptions, contract: number): OrderInput {
  const asks = fieldsOf(form, options)
  return {
    contract,
    delivery_method: form.method,
    delivery_company: asks.carrier ? form.company || null : null,
    delivery_type: asks.carrier ? form.type || null : null,
    terminal: asks.terminal ? form.terminal || null : null,
    address: asks.address ? form.address || null : null,
    delivery_zone: zoneOf(form, options)?.id ?? null,
    consignee: form.consignee || null,
    date: form.date || null,
    client_number: form.clientNumber.trim() || null,
    comment: form.comment.trim() || null,
  }
}

/** What was refused and has not been changed since. */
export function stillWrong(fields: Record<string, string>, before: OrderInput, now: OrderInput): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => before[field as keyof OrderInput] === now[field as keyof OrderInput]))
}

/** What a method costs on top of the goods, and from which sum it is free. Roubles; a zone that is not chosen costs nothing yet. */
export function deliveryOf(form: Pick<CheckoutForm, 'method' | 'zone'>, options: CheckoutOptions, goods: number, contractFree: number | null): { price: number; freeFrom: number | null } {
  const terms = termsOf(form, options, contractFree)
  return { price: roubles(deliveryKopecks(kopecks(goods), terms)), freeFrom: terms.freeFromKopecks === null ? null : roubles(terms.freeFromKopecks) }
}

/** Whether the consignee's power of attorney ends before the day of the delivery: the chosen one, else the first there is. */
function endsBefore(form: CheckoutForm, options: CheckoutOptions): boolean {
  const validTo = options.consignees.find(({ id }) => id === form.consignee)?.valid_to ?? null
  const day = form.date || datesOf(form, options)[0]
  return validTo !== null && day !== undefined && parseDay(validTo) < parseDay(day)
}

type Asked = { address: boolean; carrier: boolean; terminal: boolean; zone: boolean }

function termsOf({ method: methodId, zone: zoneId }: Pick<CheckoutForm, 'method' | 'zone'>, options: CheckoutOptions, contractFree: number | null): DeliveryTerms {
  const chosen = zoneOf({ method: methodId, zone: zoneId }, options)
  const unknown = methodId === ownTransportMethodId && chosen === undefined && options.delivery_zones.length > 0
  const price = unknown ? 0 : (options.delivery_methods.find(({ id }) => id === methodId)?.price ?? 0)
  return deliveryTerms({
    methodId,
    method: { priceKopecks: kopecks(price) },
    zone: chosen ? { priceKopecks: kopecks(chosen.price ?? 0), freeFromKopecks: chosen.free_from === null ? null : kopecks(chosen.free_from) } : null,
    contractFreeKopecks: contractFree === null ? null : kopecks(contractFree),
  })
}

function usualType(company: CheckoutOptions['delivery_companies'][number] | undefined): number {
  return (company?.types.find(({ selected }) => selected) ?? company?.types[0])?.id ?? 0
}

function only(list: readonly { id: number }[]): number {
  return list.length === 1 ? (list[0]?.id ?? 0) : 0
}
