import { deliveryMethodRules } from './delivery-methods.ts'

/** Fields of a delivery, as named in the calls. */
export type DeliveryField = 'address' | 'delivery_company' | 'delivery_type' | 'terminal' | 'delivery_zone'

type ChosenDelivery = {
  methodId: number
  hasAddress: boolean
  hasCompany: boolean
  hasTerminal: boolean
  hasZone: boolean
  /** Whether own transport uses zones; without any it delivers everywhere. */
  zonesDrawn: boolean
  /** Whether the carrier delivers to a terminal; undefined (not chosen) counts as a terminal. */
  toTerminal: boolean | undefined
}

/** Message for a missing field. */
export const missingFieldMessages = {
  address: 'Выберите адрес доставки',
  delivery_company: 'Выберите транспортную компанию',
  terminal: 'Выберите терминал',
  delivery_zone: 'Выберите зону доставки',
} as const satisfies Partial<Record<DeliveryField, string>>

/** Message for a field whose value has been switched off by staff since it was chosen. */
export const withdrawnFieldMessages = {
  delivery_company: 'Этой компанией мы больше не отправляем',
  delivery_type: 'Так эта компания больше не возит',
  terminal: 'Этот терминал больше не работает',
  delivery_zone: 'В эту зону мы больше не возим',
} as const satisfies Partial<Record<DeliveryField, string>>

/** Message for a consignee whose power of attorney ends before the delivery. `day`: dd.mm.yyyy. */
export function attorneyEndsText(day: string): string {
  return `Доверенность получателя действует по ${day}`
}

export function attorneyEndsMessage(day: string): string {
  return `${attorneyEndsText(day)}: выберите другого получателя или дату`
}

/**
 * Missing fields of a delivery (product.md §5): own transport needs an address and its zone, a carrier its terminal or
 * an address.
 */
export function missingFields(chosen: ChosenDelivery): Partial<Record<keyof typeof missingFieldMessages, string>> {
  return Object.fromEntries(listMissing(chosen).map((field) => [field, missingFieldMessages[field]]))
}

function listMissing({
  methodId,
  hasAddress,
  hasCompany,
  hasTerminal,
  hasZone,
  zonesDrawn,
  toTerminal = true,
}: ChosenDelivery): (keyof typeof missingFieldMessages)[] {
  const { destination, usesZones } = deliveryMethodRules(methodId)
  const address = hasAddress ? [] : (['address'] as const)
  if (destination === 'address')
    return [...address, ...(usesZones && zonesDrawn && !hasZone ? (['delivery_zone'] as const) : [])]
  if (destination !== 'carrier') return []
  if (!hasCompany) return ['delivery_company']
  if (!toTerminal) return [...address]
  return hasTerminal ? [] : ['terminal']
}
