import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { errors } from '#shared/errors.ts'
import { dayOf, deliveryDays, formatDay, type Day } from '#shared/rules/dates.ts'
import { missingFields, withdrawnFieldMessages, attorneyEndsMessage } from '#shared/rules/delivery/delivery-fields.ts'
import { AppError } from '#server/platform/app-error.ts'
import { calendarOf } from '#server/buying/delivery/shared-queries-calendar.ts'
import type { DeliveryInput, OrderInput, OrderTerms } from './terms.ts'

/** Throws for unknown or missing choices, or a day without delivery; an already `agreed` day stays valid. */
export function checkDelivery(
  { delivery }: Pick<OrderInput, 'delivery'>,
  terms: OrderTerms,
  now: Date,
  agreed?: Day | null,
): void {
  const named = [
    ['delivery_method', delivery.methodId, terms.method],
    ['address', delivery.addressId, terms.address],
    ['consignee', delivery.consigneeId, terms.consignee],
    ['delivery_company', delivery.companyId, terms.company],
    ['delivery_type', delivery.typeId, terms.type],
    ['terminal', delivery.terminalId, terms.terminal],
    ['delivery_zone', delivery.zoneId, terms.zone],
  ] as const
  for (const [field, id, found] of named) {
    if (id !== undefined && found === null) throw new AppError('notFound', { fields: { [field]: 'Не найдено' } })
  }
  const missingFields = missingFieldsOf(delivery, terms)
  if (Object.keys(missingFields).length > 0) throw new AppError('deliveryIncomplete', { fields: missingFields })
  const unavailable = unavailableFields(delivery, terms)
  if (Object.keys(unavailable).length > 0) throw new AppError('deliveryGone', { fields: unavailable })

  const zone = requiredZone(delivery, terms)
  const days = deliveryDays(now, calendarOf(terms.calendar), zone?.weekdays)
  if (delivery.date !== undefined && delivery.date !== agreed && !days.includes(delivery.date)) {
    throw new AppError('deliveryDate', { fields: { date: errors.deliveryDate.message } })
  }
  const validTo = terms.consignee?.validTo ?? null
  // Without a day the first possible one is assumed.
  if (validTo !== null && validTo < (delivery.date ?? days[0] ?? dayOf(now))) {
    throw new AppError('deliveryIncomplete', {
      fields: { consignee: attorneyEndsMessage(formatDay(validTo)) },
    })
  }
}

/** The zone, if the method uses zones. */
export function requiredZone(
  { methodId }: Pick<DeliveryInput, 'methodId'>,
  { zone }: Pick<OrderTerms, 'zone'>,
): OrderTerms['zone'] {
  return deliveryMethodRules(methodId).usesZones ? zone : null
}

/** Without its zone a delivery has no known price. */
export function isZoneMissing(
  { methodId }: Pick<DeliveryInput, 'methodId'>,
  { zone, zonesDrawn }: Pick<OrderTerms, 'zone' | 'zonesDrawn'>,
): boolean {
  return deliveryMethodRules(methodId).usesZones && zone === null && zonesDrawn
}

function missingFieldsOf(delivery: OrderInput['delivery'], terms: OrderTerms): Record<string, string> {
  const { methodId, addressId, terminalId } = delivery
  return missingFields({
    methodId,
    hasAddress: addressId !== undefined,
    hasCompany: terms.company !== null,
    hasTerminal: terminalId !== undefined,
    hasZone: terms.zone !== null,
    zonesDrawn: terms.zonesDrawn,
    toTerminal: terms.type?.toTerminal,
  })
}

/** Choices that staff have switched off since. */
function unavailableFields(
  { methodId }: DeliveryInput,
  { zone, company, type, terminal }: OrderTerms,
): Record<string, string> {
  const { destination, usesZones } = deliveryMethodRules(methodId)
  const named = {
    ...(usesZones ? { delivery_zone: zone } : {}),
    ...(destination === 'carrier' ? { delivery_company: company, delivery_type: type, terminal } : {}),
  }
  const fields = Object.keys(named) as (keyof typeof named)[]
  return Object.fromEntries(
    fields.flatMap((field) => (named[field]?.active === false ? [[field, withdrawnFieldMessages[field]]] : [])),
  )
}
