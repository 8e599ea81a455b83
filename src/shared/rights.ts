/** Who may do what: one table, checked by the server before every call and by the screens for what they show. */

export const buyerRoles = ['owner', 'manager', 'accountant', 'receiver'] as const
export const staffRoles = ['admin', 'sales', 'content'] as const
export type BuyerRole = (typeof buyerRoles)[number]
export type StaffRole = (typeof staffRoles)[number]
/** 'exchange' is the account of 1C: it may speak at the exchange's door and nowhere else. */
export type Role = BuyerRole | StaffRole | 'exchange'
const roles: readonly Role[] = [...buyerRoles, ...staffRoles, 'exchange']

const catalogue = ['catalogue.view', 'contract.choose', 'delivery.view'] as const
const lists = ['lists.edit', 'priceList.view'] as const
const buying = ['basket.edit', 'draft.edit', 'order.place', 'order.cancel', 'order.change'] as const
/** Approves employees' orders and sets the limits above which they need it. */
const heading = ['order.approve'] as const

/** A second factor of their own. */
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

/** Whoever a right is asked of: an actor, an account, `me` on the web. */
export type Person<R extends Role = Role> = { role: R }

/**
 * The one place that decides what a person may do. So far the role decides alone; what depends on the person (rights
 * that the owner grants, acting on somebody's behalf, the visitors' organisation) is decided here, too.
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

/** Staff to whom every organisation is a customer, whoever its personal manager is. */
export function managesAllCustomers({ role }: Person<StaffRole>): boolean {
  return role === 'admin'
}

/** The specification's number of a buyer's role: 1 owner, 2 manager (default), 3 accountant, 4 receiver. */
export function typeIdOf({ role }: Person<BuyerRole>): number {
  return buyerRoles.indexOf(role) + 1
}
