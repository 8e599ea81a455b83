import type { InputOf } from '#shared/api/endpoint.ts'
import type { DeliveryOffer } from '#shared/api/delivery.ts'
import type { staffChangeDelivery } from '#shared/api/staff/orders.ts'
import { attorneyEndsMessage, missingFields as missingDeliveryFields } from '#shared/rules/delivery/delivery-fields.ts'
import { defaultDeliveryMethodId, deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { deliveryKopecks, deliveryTerms, type DeliveryTerms } from '#shared/rules/delivery/delivery-price.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'

/** Delivery choices of an order; 0 = nothing chosen. */
export type DeliveryForm = {
  method: number
  company: number
  type: number
  terminal: number
  address: number
  zone: number
  consignee: number
  date: string
}

/** Pickup unless the server selects otherwise [N.5]; a single address, company or terminal is preselected. */
export function initialDeliveryForm({
  delivery_methods,
  delivery_companies,
  delivery_zones,
  addresses,
  consignees,
}: DeliveryOffer): DeliveryForm {
  const company = delivery_companies[0]
  return {
    method: delivery_methods.find(({ selected }) => selected)?.id ?? defaultDeliveryMethodId,
    company: company?.id ?? 0,
    type: usualType(company),
    terminal: onlyId(company?.terminals ?? []),
    address: addresses[0]?.id ?? 0,
    zone: addresses[0]?.zone ?? onlyId(delivery_zones),
    consignee: onlyId(consignees),
    date: '',
  }
}

/** Another carrier has its own types and terminals. */
export function withCompany<Form extends DeliveryForm>(form: Form, offer: DeliveryOffer, id: number): Form {
  const company = offer.delivery_companies.find((company) => company.id === id)
  return { ...form, company: id, type: usualType(company), terminal: onlyId(company?.terminals ?? []) }
}

/** An address preselects the zone of its last delivery; without one the buyer chooses. */
export function withAddress<Form extends DeliveryForm>(form: Form, offer: DeliveryOffer, id: number): Form {
  const zone = offer.addresses.find((address) => address.id === id)?.zone
  return { ...form, address: id, zone: zone ?? onlyId(offer.delivery_zones) }
}

/** Delivery days of the chosen method. */
export function datesOf(form: DeliveryForm, offer: DeliveryOffer): string[] {
  return zoneOf(form, offer)?.dates ?? offer.dates
}

/** Choices that are still offered; removed or expired ones are cleared. */
export function dropUnavailable<Form extends DeliveryForm>(form: Form, offer: DeliveryOffer): Form {
  const company = offer.delivery_companies.find(({ id }) => id === form.company)
  const ifListed = (list: readonly { id: number }[] | undefined, id: number) =>
    list?.some((each) => each.id === id) ? id : 0
  return withOfferedDate(
    {
      ...form,
      company: company?.id ?? 0,
      type: ifListed(company?.types, form.type) || usualType(company),
      terminal: ifListed(company?.terminals, form.terminal),
      address: ifListed(offer.addresses, form.address),
      zone: ifListed(offer.delivery_zones, form.zone),
      consignee: ifListed(offer.consignees, form.consignee),
    },
    offer,
  )
}

/** Clears a date the chosen delivery method does not offer. */
export function withOfferedDate<Form extends DeliveryForm>(form: Form, offer: DeliveryOffer): Form {
  return form.date === '' || datesOf(form, offer).includes(form.date) ? form : { ...form, date: '' }
}

/** The chosen zone, if the method uses zones. */
export function zoneOf(
  { method, zone }: Pick<DeliveryForm, 'method' | 'zone'>,
  { delivery_zones }: DeliveryOffer,
): DeliveryOffer['delivery_zones'][number] | undefined {
  return deliveryMethodRules(method).usesZones ? delivery_zones.find(({ id }) => id === zone) : undefined
}

/** Which fields a delivery method needs. */
export function fieldsOf(
  { method, company, type }: DeliveryForm,
  { delivery_companies, delivery_zones }: DeliveryOffer,
): OfferedTermsInput {
  const { destination, usesZones } = deliveryMethodRules(method)
  if (destination !== 'carrier')
    return {
      address: destination === 'address',
      carrier: false,
      terminal: false,
      zone: usesZones && delivery_zones.length > 0,
    }
  const chosen = delivery_companies.find(({ id }) => id === company)
  const toTerminal = chosen?.types.find(({ id }) => id === type)?.to_terminal ?? true
  return { address: !toTerminal, carrier: true, terminal: toTerminal, zone: false }
}

/** Missing fields of a delivery, by the server's field names. */
export function missingFields(form: DeliveryForm, offer: DeliveryOffer): Record<string, string> {
  const fields = fieldsOf(form, offer)
  const missing = missingDeliveryFields({
    methodId: form.method,
    hasAddress: form.address !== 0,
    hasCompany: form.company !== 0,
    hasTerminal: form.terminal !== 0,
    hasZone: zoneOf(form, offer) !== undefined,
    zonesDrawn: offer.delivery_zones.length > 0,
    toTerminal: fields.terminal,
  })
  const attorneyEnd = findTooEarlyEnd(form, offer)
  return { ...missing, ...(attorneyEnd === undefined ? {} : { consignee: attorneyEndsMessage(attorneyEnd) }) }
}

export function deliveryChoiceOf(form: DeliveryForm, offer: DeliveryOffer) {
  const fields = fieldsOf(form, offer)
  return {
    delivery_method: form.method,
    delivery_company: fields.carrier ? form.company || null : null,
    delivery_type: fields.carrier ? form.type || null : null,
    terminal: fields.terminal ? form.terminal || null : null,
    address: fields.address ? form.address || null : null,
    delivery_zone: zoneOf(form, offer)?.id ?? null,
    consignee: form.consignee || null,
    date: form.date || null,
  } satisfies Partial<InputOf<typeof staffChangeDelivery>>
}

/** Refused fields that have not been changed since. */
export function remainingErrors<Input extends object>(
  fields: Record<string, string>,
  before: Input,
  now: Input,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => before[field as keyof Input] === now[field as keyof Input]),
  )
}

/**
 * Price of a method in addition to the goods, and its free delivery threshold. Roubles; a missing zone costs nothing
 * yet.
 */
export function deliveryPriceOf(
  form: Pick<DeliveryForm, 'method' | 'zone'>,
  offer: DeliveryOffer,
  goods: number,
  contractFree: number | null,
): { price: number; freeFrom: number | null } {
  const terms = termsOf(form, offer, contractFree)
  return {
    price: roubles(deliveryKopecks(kopecks(goods), terms)),
    freeFrom: terms.freeFromKopecks === null ? null : roubles(terms.freeFromKopecks),
  }
}

/** The last day of the consignee's power of attorney, if the delivery is later. */
function findTooEarlyEnd(form: DeliveryForm, offer: DeliveryOffer): string | undefined {
  const validTo = offer.consignees.find(({ id }) => id === form.consignee)?.valid_to ?? null
  const day = form.date || datesOf(form, offer)[0]
  return validTo !== null && day !== undefined && parseDay(validTo) < parseDay(day) ? validTo : undefined
}

type OfferedTermsInput = { address: boolean; carrier: boolean; terminal: boolean; zone: boolean }

function termsOf(
  { method: methodId, zone: zoneId }: Pick<DeliveryForm, 'method' | 'zone'>,
  offer: DeliveryOffer,
  contractFree: number | null,
): DeliveryTerms {
  const chosen = zoneOf({ method: methodId, zone: zoneId }, offer)
  const unknown = deliveryMethodRules(methodId).usesZones && chosen === undefined && offer.delivery_zones.length > 0
  const price = unknown ? 0 : (offer.delivery_methods.find(({ id }) => id === methodId)?.price ?? 0)
  return deliveryTerms({
    methodId,
    method: { priceKopecks: kopecks(price) },
    zone: chosen
      ? {
          priceKopecks: kopecks(chosen.price ?? 0),
          freeFromKopecks: chosen.free_from === null ? null : kopecks(chosen.free_from),
        }
      : null,
    contractFreeKopecks: contractFree === null ? null : kopecks(contractFree),
  })
}

function usualType(company: DeliveryOffer['delivery_companies'][number] | undefined): number {
  return (company?.types.find(({ selected }) => selected) ?? company?.types[0])?.id ?? 0
}

function onlyId(list: readonly { id: number }[]): number {
  return list.length === 1 ? (list[0]?.id ?? 0) : 0
}
