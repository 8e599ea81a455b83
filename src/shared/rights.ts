/** Who may do what: one table, asked on the server before every call and by the screens for what they offer. */

export const buyerRoles = ['owner', 'manager', 'accountant', 'receiver'] as const
export const staffRoles = ['admin', 'sales', 'content'] as const
export type BuyerRole = (typeof buyerRoles)[number]
export type StaffRole = (typeof staffRoles)[number]
/** 'exchange' is the account of 1C: it may speak at the exchange's door and nowhere else. */
export type Role = BuyerRole | StaffRole | 'exchange'

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

export function may(role: Role, right: Right): boolean {
  const rights: readonly string[] = rightsByRole[role]
  return rights.includes(right)
}

export function isBuyer(role: Role): role is BuyerRole {
  return (buyerRoles as readonly string[]).includes(role)
}

export function isStaff(role: Role): role is StaffRole {
  return (staffRoles as readonly string[]).includes(role)
}

/** The specification's number of a buyer's role: 1 owner, 2 manager (default), 3 accountant, 4 receiver. */
export function typeIdOf(role: BuyerRole): number {
  return buyerRoles.indexOf(role) + 1
}
