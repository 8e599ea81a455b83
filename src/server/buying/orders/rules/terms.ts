import type { Day } from '#shared/rules/dates.ts'
import type { DeliveryTerms } from '#shared/rules/delivery/delivery-price.ts'
import type { CalendarRows } from '#server/buying/delivery/shared-queries-calendar.ts'
import type { Recipient } from '../queries-recipients.ts'

/** Input of the checkout. */
export type OrderInput = {
  contractId: number
  delivery: DeliveryInput & { date: Day | undefined }
  clientNumber: string
  comment: string
  /** The delivery price shown to the buyer; undefined = none. */
  seenDeliveryKopecks?: number | undefined
}

export type DeliveryInput = {
  methodId: number
  companyId: number | undefined
  typeId: number | undefined
  terminalId: number | undefined
  zoneId: number | undefined
  addressId: number | undefined
  consigneeId: number | undefined
}

/**
 * Terms that an order is checked against: current values of the contract and of the delivery choices. Null = does not
 * exist.
 */
export type OrderTerms = {
  organisationId: number
  contractNumber: string
  status: string
  validTo: Day | null
  stopOrders: boolean
  debtAlert: string | null
  priceTypeId: number
  /** Price breaks apply under the contract. */
  hasBreaks: boolean
  payment: 'prepaid' | 'deferred'
  holdDays: number
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
  minOrderKopecks: number | null
  freeDeliveryKopecks: number | null
  warehouses: { id: number; header: string }[]
  calendar: CalendarRows
  method: { priceKopecks: number } | null
  address: { id: number } | null
  consignee: { validTo: Day | null } | null
  company: { id: number; active: boolean } | null
  type: { id: number; toTerminal: boolean; active: boolean } | null
  terminal: { id: number; active: boolean } | null
  /** The given zone, or the zone of the last delivery to the address. */
  zone: (DeliveryTerms & { id: number; active: boolean; weekdays: number[] }) | null
  /** Own transport uses zones; without any it delivers everywhere at one price. */
  zonesDrawn: boolean
  recipients: Recipient[]
}
