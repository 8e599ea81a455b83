import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { BuyerRole, Right, Role, StaffRole } from '#shared/rights.ts'

/** The caller, built from the session and passed to every service. */
export type Actor = {
  accountId: number
  login: string
  /** The name that stands beside what the caller does; of staff acting as a buyer both names. */
  name: string
  role: Role
  /** Used by `may`. */
  rights: readonly Right[]
  organisationId: number | null
  /** Price rules instead of the contract's prices; empty: the contract's. */
  pricePolitics: readonly PriceRule[]
  /** A visitor of the demo mode, in an organisation of their own. */
  demo: boolean
  /** Staff who act as this buyer. */
  actedBy?: ActingStaff | undefined
}

/** `askedBy`: who asked for this call, and how; only of calls that demand it. */
export type ActingStaff = { accountId: number; name: string; askedBy?: string }

/** Who changes what an organisation itself manages: its owner, or staff whose customer it is. */
export type OrganisationEditor = Pick<Actor, 'accountId' | 'name' | 'role' | 'demo' | 'actedBy'> & {
  organisationId: number
}

export type BuyerActor = Actor & { role: BuyerRole; organisationId: number }
export type StaffActor = Actor & { role: StaffRole; organisationId: null }
