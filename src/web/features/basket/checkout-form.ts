import type { getBasketTableInit } from '#shared/api/basket.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { createOrder } from '#shared/api/orders.ts'
import { carrierMethodId, ownTransportMethodId, pickupMethodId } from '#shared/constants.ts'

export type CheckoutOptions = ReplyOf<typeof getBasketTableInit>
export type OrderInput = InputOf<typeof createOrder>

/** What the person chose; 0 = nothing. */
export type CheckoutForm = {
  method: number
  company: number
  type: number
  terminal: number
  address: number
  consignee: number
  date: string
  clientNumber: string
  comment: string
}

/** Pickup unless the server says otherwise [N.5]; a lone address, company or terminal is taken at once. */
export function startingForm({ delivery_methods, delivery_companies, addresses, consignees }: CheckoutOptions): CheckoutForm {
  const company = delivery_companies[0]
  return {
    method: delivery_methods.find(({ selected }) => selected)?.id ?? pickupMethodId,
    company: company?.id ?? 0,
    type: usualType(company),
    terminal: only(company?.terminals ?? []),
    address: addresses[0]?.id ?? 0,
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

/** Which fields a method of delivery asks for. */
export function fieldsOf({ method, company, type }: CheckoutForm, { delivery_companies }: CheckoutOptions): { address: boolean; carrier: boolean; terminal: boolean } {
  if (method !== carrierMethodId) return { address: method === ownTransportMethodId, carrier: false, terminal: false }
  const chosen = delivery_companies.find(({ id }) => id === company)
  // The type that is offered first is the terminal's; any other one brings the goods to an address.
  const toTerminal = chosen?.types.find(({ id }) => id === type)?.selected ?? true
  return { address: !toTerminal, carrier: true, terminal: toTerminal }
}

/** What a delivery still lacks, by the server's names of the fields. */
export function missingFields(form: CheckoutForm, options: CheckoutOptions): Record<string, string> {
  const asks = fieldsOf(form, options)
  return {
    ...(asks.carrier && form.company === 0 ? { delivery_company: 'Выберите транспортную компанию' } : {}),
    ...(asks.terminal && form.terminal === 0 ? { terminal: 'Выберите терминал' } : {}),
    ...(asks.address && form.address === 0 ? { address: 'Выберите адрес доставки' } : {}),
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
    consignee: form.consignee || null,
    date: form.date || null,
    client_number: form.clientNumber.trim() || null,
    comment: form.comment.trim() || null,
  }
}

/** What delivery costs on top of the goods; free from the contract's sum on. Roubles. */
export function deliveryPrice(method: number, { delivery_methods }: CheckoutOptions, goods: number, freeFrom: number | null): number {
  if (freeFrom !== null && goods >= freeFrom) return 0
  return delivery_methods.find(({ id }) => id === method)?.price ?? 0
}

function usualType(company: CheckoutOptions['delivery_companies'][number] | undefined): number {
  return (company?.types.find(({ selected }) => selected) ?? company?.types[0])?.id ?? 0
}

function only(list: readonly { id: number }[]): number {
  return list.length === 1 ? (list[0]?.id ?? 0) : 0
}
