/**
 * Who may do what. A role and grants give a person rights (`rightsOf`); server and screens check a right (`may`), never
 * a role.
 */

export const buyerRoles = ['owner', 'manager', 'accountant', 'receiver'] as const
export const staffRoles = ['admin', 'sales', 'content'] as const
export type BuyerRole = (typeof buyerRoles)[number]
export type StaffRole = (typeof staffRoles)[number]
/** 'exchange' is the account of 1C: it may only use the exchange. */
export type Role = BuyerRole | StaffRole | 'exchange'
const roles: readonly Role[] = [...buyerRoles, ...staffRoles, 'exchange']

/** Every buyer has a chat with the personal manager. */
const catalogue = ['catalogue.view', 'contract.choose', 'delivery.view', 'chat.use'] as const
/** `price.contract`: the contract's own prices, not those of price politics instead. */
const prices = ['price.view', 'price.contract'] as const
/** `priceList.request`: files that staff make by hand, with the contract's prices. */
const lists = ['lists.edit', 'priceList.view', 'priceList.request'] as const
/** An address and a consignee may be added where they are needed, at checkout. */
const buying = ['basket.edit', 'draft.edit', 'order.place', 'order.cancel', 'order.change', 'address.add'] as const
/** Employees, contragents, addresses and consignees [R.3]. */
const organisation = ['organisation.manage'] as const
/** Uses every contract of the organisation; approves employees' orders and sets their limits. */
const heading = ['contract.all', 'order.approve'] as const
/** Rights that the owner may grant a manager. */
const accounting = ['finances.view', 'documents.view', 'acts.view'] as const

/** Claims about shipped goods. */
const claiming = ['claim.view', 'claim.file'] as const

/** Managing their own second factor. */
const ofStaff = ['secondFactor.own'] as const

export const rightsByRole = {
  owner: [
    ...catalogue,
    ...lists,
    ...prices,
    'basket.view',
    ...buying,
    ...heading,
    'order.view',
    'purchased.view',
    ...accounting,
    ...claiming,
    ...organisation,
  ],
  manager: [...catalogue, ...lists, ...prices, 'basket.view', ...buying, 'order.view', 'purchased.view', ...claiming],
  accountant: [...catalogue, ...prices, 'order.view', 'purchased.view', ...accounting, 'claim.view'],
  receiver: [...catalogue, 'order.view', ...claiming],
  admin: [
    ...ofStaff,
    'staff.dashboard',
    'staff.orders',
    'staff.claims',
    'staff.customers',
    'staff.registrations',
    // Every organisation is their customer, regardless of its personal manager.
    'staff.allCustomers',
    'staff.catalogue',
    'staff.delivery',
    'staff.settings',
    'staff.audit',
  ],
  sales: [...ofStaff, 'staff.dashboard', 'staff.orders', 'staff.claims', 'staff.customers', 'staff.registrations'],
  content: [...ofStaff, 'staff.dashboard', 'staff.catalogue'],
  exchange: ['exchange'],
} as const satisfies Record<Role, readonly string[]>

export type Right = (typeof rightsByRole)[Role][number]

/** The role to which an owner may grant rights. */
export const grantableRole: Role = 'manager'
export const rightsByGrant = {
  finances: ['finances.view', 'documents.view'],
  acts: ['acts.view'],
} as const satisfies Record<string, readonly Right[]>
export type Grant = keyof typeof rightsByGrant
const grants = Object.keys(rightsByGrant) as Grant[]

/** What somebody loses to whom price politics show other prices: everything that holds the contract's own. */
export const contractPriceRights: readonly Right[] = [
  'price.contract',
  'priceList.request',
  'purchased.view',
  ...accounting,
]

type Described = { role: Role; grants: readonly string[]; pricePolitics?: readonly unknown[] }

/** The only place that decides a person's rights. */
export function rightsOf({ role, grants: granted, pricePolitics = [] }: Described): Right[] {
  const given = role === grantableRole ? grants.filter((grant) => granted.includes(grant)) : []
  const all = [...new Set([...rightsByRole[role], ...given.flatMap((grant) => rightsByGrant[grant])])]
  return pricePolitics.length === 0 ? all : all.filter((right) => !contractPriceRights.includes(right))
}

/** Anything with rights: an actor, an account, `me` on the web. */
export type Person = { rights: readonly string[] }

/** A guest (null) has no right. */
export function may(person: Person | null | undefined, right: Right): boolean {
  return person?.rights.includes(right) ?? false
}

/** Whether somebody lacks a right because price politics show them other prices than the contract's. */
export function isHiddenByPricePolitics(person: Person, right: Right): boolean {
  return contractPriceRights.includes(right) && may(person, 'price.view') && !may(person, 'price.contract')
}

/** For SQL over accounts: roles that hold a right by themselves. */
export function rolesWith(right: Right): Role[] {
  return roles.filter((role) => (rightsByRole[role] as readonly Right[]).includes(right))
}

/** For SQL over accounts: grants that give a right to `grantableRole`. */
export function grantsWith(right: Right): Grant[] {
  return grants.filter((grant) => (rightsByGrant[grant] as readonly Right[]).includes(right))
}

type OfRole<R extends Role> = { role: R }

export function isBuyer<P extends OfRole<Role>>(person: P): person is P & OfRole<BuyerRole> {
  return (buyerRoles as readonly string[]).includes(person.role)
}

export function isStaff<P extends OfRole<Role>>(person: P): person is P & OfRole<StaffRole> {
  return (staffRoles as readonly string[]).includes(person.role)
}

/** Staff with a personal manager's card: the organisations assigned to the card are their customers. */
export function isPersonalManager({ role }: OfRole<Role>): boolean {
  return role === 'sales'
}

/** The specification's number of a buyer's role: 1 owner, 2 manager (default), 3 accountant, 4 receiver. */
export function typeIdOf({ role }: OfRole<BuyerRole>): number {
  return buyerRoles.indexOf(role) + 1
}

/** The role of that number. */
export function buyerRoleOf(typeId: number): BuyerRole | undefined {
  return buyerRoles[typeId - 1]
}
