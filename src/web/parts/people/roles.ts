import type { Manager } from '#shared/api/organisation/managers.ts'
import { buyerRoleOf, buyerRoles, typeIdOf, type BuyerRole } from '#shared/rights.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'

/** The roles that can be chosen, by the number that calls give them. */
export const roleOptions = buyerRoles.map((role) => ({
  value: String(typeIdOf({ role })),
  label: buyerRoleNames[role],
}))

/** An unknown number is the role with the fewest rights. */
export const roleOf = ({ type_id: typeId }: Pick<Manager, 'type_id'>): { role: BuyerRole } => ({
  role: buyerRoleOf(typeId) ?? 'receiver',
})
