/** What follows from a buyer's role, for screen and server. */
import { may, rightsOf, type BuyerRole, type Grant } from '../../rights.ts'

type OfRole = { role: BuyerRole }

const holder = ({ role }: OfRole, grants: readonly string[] = []) => ({ rights: rightsOf({ role, grants }) })

/** Manages the organisation and uses every contract. */
export const isOwner = (person: OfRole): boolean => may(holder(person), 'organisation.manage')

/** Orders above limits need approval. */
export const isLimited = (person: OfRole): boolean =>
  may(holder(person), 'order.place') && !may(holder(person), 'order.approve')

/** Grants that add rights to the role. */
export function grantsFor(person: OfRole, granted: readonly Grant[]): Grant[] {
  const own = holder(person).rights.length
  return granted.filter((grant) => holder(person, [grant]).rights.length > own)
}

export const seesPrices = (person: OfRole): boolean => may(holder(person), 'price.view')

/** Price politics apply neither to owners, who see every price, nor to people who see none. */
export const followsPolitics = (person: OfRole): boolean => seesPrices(person) && !isOwner(person)
