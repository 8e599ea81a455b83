import { may, type Right, type Role } from '#shared/rights.ts'
import type { IconName } from '#web/ui/Icon.tsx'

export type NavigationEntry = {
  /** Address the entry stands for, and the route it opens. */
  path: string
  to: '/' | '/catalog/{-$url}' | '/cart' | '/orders' | '/admin'
  label: string
  icon: IconName
  right: Right
}

const entries: NavigationEntry[] = [
  { path: '/', to: '/', label: 'Главная', icon: 'home', right: 'catalogue.view' },
  { path: '/catalog', to: '/catalog/{-$url}', label: 'Каталог', icon: 'list', right: 'catalogue.view' },
  { path: '/cart', to: '/cart', label: 'Корзина', icon: 'cart', right: 'basket.view' },
  { path: '/orders', to: '/orders', label: 'Заказы', icon: 'orders', right: 'order.view' },
  { path: '/admin', to: '/admin', label: 'Заказы', icon: 'orders', right: 'staff.orders' },
]

/** The screens that a role may open. */
export function entriesFor(role: Role): NavigationEntry[] {
  return entries.filter(({ right }) => may(role, right))
}

/** Whether an address belongs to an entry: its path or one below it, whatever query and hash [S.16]. A product's page is the catalogue's. */
export function isCurrent(entry: string, address: string): boolean {
  const path = (address.split(/[?#]/)[0] ?? '').replace(/\/+$/, '').replace(/^\/product(?=\/)/, '/catalog') || '/'
  if (entry === '/') return path === '/'
  return path === entry || path.startsWith(`${entry}/`)
}
