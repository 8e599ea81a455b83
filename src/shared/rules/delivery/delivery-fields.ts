import { carrierMethodId, ownTransportMethodId } from '../../constants.ts'

/** Fields of a delivery, as named in the calls. */
export type DeliveryField = 'address' | 'delivery_company' | 'delivery_type' | 'terminal' | 'delivery_zone'

type Given = {
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
export function missingFields(given: Given): Partial<Record<keyof typeof missingFieldMessages, string>> {
  return Object.fromEntries(listMissing(given).map((field) => [field, missingFieldMessages[field]]))
}

function listMissing({
  methodId,
  hasAddress,
  hasCompany,
  hasTerminal,
  hasZone,
  zonesDrawn,
  toTerminal = true,
}: Given): (keyof typeof missingFieldMessages)[] {
  const address = hasAddress ? [] : (['address'] as const)
  if (methodId === ownTransportMethodId)
    return [...address, ...(hasZone || !zonesDrawn ? [] : (['delivery_zone'] as const))]
  if (methodId !== carrierMethodId) return []
  if (!hasCompany) return ['delivery_company']
  if (!toTerminal) return [...address]
  return hasTerminal ? [] : ['terminal']
}
