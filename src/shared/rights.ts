/** Who may do what: one table, checked by the server before every call and by screens to decide what they show. */

export const buyerRoles = ['owner', 'manager', 'accountant', 'receiver'] as const
export const staffRoles = ['admin', 'sales', 'content'] as const
export type BuyerRole = (typeof buyerRoles)[number]
export type StaffRole = (typeof staffRoles)[number]
/** 'exchange' is the account of 1C: it may only use the exchange. */
export type Role = BuyerRole | StaffRole | 'exchange'
const roles: readonly Role[] = [...buyerRoles, ...staffRoles, 'exchange']

const catalogue = ['catalogue.view', 'contract.choose', 'delivery.view'] as const
const lists = ['lists.edit', 'priceList.view'] as const
const buying = ['basket.edit', 'draft.edit', 'order.place', 'order.cancel', 'order.change'] as const
/** Approves employees' orders and sets the limits above which they need it. */
const heading = ['order.approve'] as const

/** Their own second factor. */
const ofStaff = ['secondFactor.own'] as const

export const rightsByRole = {
  owner: [...catalogue, ...lists, 'price.view', 'basket.view', ...buying, ...heading, 'order.view', 'finances.view'],
  manager: [...catalogue, ...lists, 'price.view', 'basket.view', ...buying, 'order.view'],
  accountant: [...catalogue, 'price.view', 'order.view', 'finances.view'],
  receiver: [...catalogue, 'order.view'],
  admin: [...ofStaff, 'staff.orders', 'staff.customers', 'staff.catalogue', 'staff.delivery', 'staff.settings'],
  sales: [...ofStaff, 'staff.orders', 'staff.customers'],
  content: [...ofStaff, 'staff.catalogue'],
  exchange: ['exchange'],
} as const satisfies Record<Role, readonly string[]>

export type Right = (typeof rightsByRole)[Role][number]

/** Who is asked for a right: an actor, an account, `me` on the web. */
export type Person<R extends Role = Role> = { role: R }

/**
 * The only place that decides what a person may do. So far the role decides; rights granted by the owner, acting on
 * behalf of somebody and visitors will be decided here too.
 */
export function may({ role }: Person, right: Right): boolean {
  return rolesWith(right).includes(role)
}

/** For SQL over accounts. */
export function rolesWith(right: Right): Role[] {
  return roles.filter((role) => (rightsByRole[role] as readonly string[]).includes(right))
}

export function isBuyer<P extends Person>(person: P): person is P & Person<BuyerRole> {
  return (buyerRoles as readonly string[]).includes(person.role)
}

export function isStaff<P extends Person>(person: P): person is P & Person<StaffRole> {
  return (staffRoles as readonly string[]).includes(person.role)
}

/** Staff who see every organisation, not only those they manage. */
export function managesAllCustomers({ role }: Person<StaffRole>): boolean {
  return role === 'admin'
}

/** The specification's number of a buyer's role: 1 owner, 2 manager (default), 3 accountant, 4 receiver. */
export function typeIdOf({ role }: Person<BuyerRole>): number {
  return buyerRoles.indexOf(role) + 1
}
