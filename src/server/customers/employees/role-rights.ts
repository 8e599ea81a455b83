import { may, rightsOf, type BuyerRole } from '#shared/rights.ts'

type OfRole = { role: BuyerRole }

const holder = ({ role }: OfRole, grants: readonly string[] = []) => ({ rights: rightsOf({ role, grants }) })

/** Manages the organisation and uses every contract. */
export const isOwner = (person: OfRole): boolean => may(holder(person), 'organisation.manage')

/** Whose orders need approval above limits. */
export const isLimited = (person: OfRole): boolean =>
  may(holder(person), 'order.place') && !may(holder(person), 'order.approve')

/** The grants that add to what the role gives. */
export function grantsFor(person: OfRole, granted: readonly string[]): string[] {
  const own = holder(person).rights.length
  return granted.filter((grant) => holder(person, [grant]).rights.length > own)
}

/** An owner sees every price, whoever may see none has none to be changed. */
export const followsPolitics = (person: OfRole): boolean => may(holder(person), 'price.view') && !isOwner(person)
