import type { Day } from '#shared/rules/dates.ts'
import type { DeliveryTerms } from '#shared/rules/delivery/delivery-price.ts'
import type { CalendarRows } from '#server/buying/delivery/shared-queries-calendar.ts'
import type { Recipient } from '../queries-recipients.ts'

/** What the buyer asked for at the checkout. */
export type OrderInput = {
  contractId: number
  delivery: DeliveryInput & { date: Day | undefined }
  clientNumber: string
  comment: string
  /** The delivery price that the buyer was shown; undefined = none. */
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
 * What an order must agree with: the contract as it stands now, and what its delivery names. What is null does not
 * exist.
 */
export type OrderTerms = {
  organisationId: number
  status: string
  validTo: Day | null
  stopOrders: boolean
  debtAlert: string | null
  priceTypeId: number
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
  /** The named zone, or the one that the named address was last delivered by. */
  zone: (DeliveryTerms & { id: number; active: boolean; weekdays: number[] }) | null
  /** Own transport drives by zones; where none is drawn, it drives everywhere for one price. */
  zonesDrawn: boolean
  recipients: Recipient[]
}
