/** Built-in delivery methods. Staff edit their names and prices, in the table `delivery_methods`. */
export type DeliveryMethod = 'ownTransport' | 'carrier' | 'pickup'

type DeliveryMethodRules = {
  /** Id in the table and in calls. */
  id: number
  /** An address, a carrier's terminal or door, or pickup at the warehouse; 'unspecified': an optional address. */
  destination: 'address' | 'carrier' | 'pickup' | 'unspecified'
  /** Whether delivery zones determine price and days. */
  usesZones: boolean
  /** Meaning of the price 0: free, or by the carrier's own tariff. */
  zeroPrice: 'free' | 'tariff'
}

/** Everything that differs between the methods: other code asks for these rules, never for an id. */
const methods: Record<DeliveryMethod, DeliveryMethodRules> = {
  ownTransport: { id: 1, destination: 'address', usesZones: true, zeroPrice: 'free' },
  carrier: { id: 2, destination: 'carrier', usesZones: false, zeroPrice: 'tariff' },
  pickup: { id: 3, destination: 'pickup', usesZones: false, zeroPrice: 'free' },
}

const allRules = Object.values(methods)
const otherMethod: DeliveryMethodRules = { id: 0, destination: 'unspecified', usesZones: false, zeroPrice: 'free' }

/** Selected initially if staff offer it [N.5]. */
export const defaultDeliveryMethodId = methods.pickup.id

export const deliveryMethodIds: readonly number[] = allRules.map(({ id }) => id)
export const zoneMethodIds: readonly number[] = allRules.filter(({ usesZones }) => usesZones).map(({ id }) => id)

export function deliveryMethodId(method: DeliveryMethod): number {
  return methods[method].id
}

/** Rules of a method by id; a row added to the table without rules requires no fields. */
export function deliveryMethodRules(id: number): DeliveryMethodRules {
  return allRules.find((rules) => rules.id === id) ?? otherMethod
}
