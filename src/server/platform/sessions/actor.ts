import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { BuyerRole, Right, Role, StaffRole } from '#shared/rights.ts'

/** Who calls: put together from the session, handed to every service. */
export type Actor = {
  accountId: number
  login: string
  name: string
  role: Role
  /** Asked by `may`. */
  rights: readonly Right[]
  organisationId: number | null
  /** What they see instead of the contract's prices; empty: those. */
  pricePolitics: readonly PriceRule[]
  /** A visitor of the demo mode, in an organisation of their own. */
  demo: boolean
}

export type BuyerActor = Actor & { role: BuyerRole; organisationId: number }
export type StaffActor = Actor & { role: StaffRole; organisationId: null }
