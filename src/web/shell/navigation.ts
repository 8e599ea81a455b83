import { may, type Right, type Person } from '#shared/rights.ts'
import type { IconName } from '#web/ui/Icon.tsx'

export type NavigationEntry = {
  /** Address of the entry, and the route it opens. */
  path: string
  to:
    | '/'
    | '/catalog/{-$url}'
    | '/quick-order'
    | '/upload'
    | '/cart'
    | '/price-lists'
    | '/orders'
    | '/drafts'
    | '/approvals'
    | '/favorites'
    | '/needs'
    | '/hits'
    | '/novelties'
    | '/sales'
    | '/special'
    | '/delivery'
    | '/finances'
    | '/acts'
    | '/people'
    | '/reclamations'
    | '/admin/claims'
    | '/admin/acts'
    | '/purchased'
    | '/chat'
    | '/materials'
    | '/documents'
    | '/organisation'
    | '/admin'
    | '/admin/today'
    | '/admin/registrations'
    | '/admin/chats'
    | '/admin/customers'
    | '/admin/price-requests'
    | '/admin/goods'
    | '/admin/parameters'
    | '/admin/categories'
    | '/admin/delivery'
    | '/admin/exchange'
    | '/admin/sellers'
    | '/admin/settings'
    | '/admin/tables'
    | '/admin/personal-data'
    | '/admin/audit'
    | '/admin/prices'
    | '/admin/offers'
    | '/admin/banners'
    | '/admin/synonyms'
    | '/admin/materials'
  label: string
  icon: IconName
  right: Right
  /** Entries of one group are shown together, with a line between groups. */
  group: number
  /** Entries with the same heading are shown under it in a collapsible group. */
  heading?: 'Подборки'
  /** The count shown at the right. */
  count?: 'favoritesCount' | 'needsCount' | 'drafts'
  /** A count of objects waiting for this user, shown instead of `count`. */
  waitingCount?:
    | 'priceRequests'
    | 'approvals'
    | 'orders'
    | 'attorneys'
    | 'registrations'
    | 'acts'
    | 'chat'
    | 'talks'
    | 'claims'
    | 'staffClaims'
    | 'staffActs'
    | 'exchange'
  /** Shown in the bottom bar of a phone; five at most. */
  inBottomBar?: boolean
}

const entries: NavigationEntry[] = [
  { path: '/', to: '/', label: 'Главная', icon: 'home', right: 'catalogue.view', group: 1, inBottomBar: true },
  {
    path: '/catalog',
    to: '/catalog/{-$url}',
    label: 'Каталог',
    icon: 'list',
    right: 'catalogue.view',
    group: 1,
    inBottomBar: true,
  },
  { path: '/quick-order', to: '/quick-order', label: 'Быстрый заказ', icon: 'bolt', right: 'basket.edit', group: 1 },
  { path: '/upload', to: '/upload', label: 'Заказ из файла', icon: 'upload', right: 'basket.edit', group: 1 },
  {
    path: '/price-lists',
    to: '/price-lists',
    label: 'Прайс-листы',
    icon: 'download',
    right: 'priceList.view',
    group: 1,
  },
  { path: '/cart', to: '/cart', label: 'Корзина', icon: 'cart', right: 'basket.view', group: 1, inBottomBar: true },
  { path: '/orders', to: '/orders', label: 'Заказы', icon: 'orders', right: 'order.view', group: 2, inBottomBar: true },
  { path: '/drafts', to: '/drafts', label: 'Черновики', icon: 'copy', right: 'draft.edit', group: 2, count: 'drafts' },
  {
    path: '/approvals',
    to: '/approvals',
    label: 'Согласование',
    icon: 'check',
    right: 'order.approve',
    group: 2,
    waitingCount: 'approvals',
  },
  {
    path: '/favorites',
    to: '/favorites',
    label: 'Избранное',
    icon: 'star',
    right: 'lists.edit',
    group: 2,
    count: 'favoritesCount',
    inBottomBar: true,
  },
  {
    path: '/needs',
    to: '/needs',
    label: 'Потребности',
    icon: 'clock',
    right: 'lists.edit',
    group: 2,
    count: 'needsCount',
  },
  { path: '/hits', to: '/hits', label: 'Хиты', icon: 'flame', right: 'catalogue.view', group: 3, heading: 'Подборки' },
  {
    path: '/novelties',
    to: '/novelties',
    label: 'Новинки',
    icon: 'gift',
    right: 'catalogue.view',
    group: 3,
    heading: 'Подборки',
  },
  {
    path: '/sales',
    to: '/sales',
    label: 'Распродажа',
    icon: 'tag',
    right: 'catalogue.view',
    group: 3,
    heading: 'Подборки',
  },
  {
    path: '/special',
    to: '/special',
    label: 'Спецпредложения',
    icon: 'percent',
    right: 'catalogue.view',
    group: 3,
    heading: 'Подборки',
  },
  { path: '/delivery', to: '/delivery', label: 'Доставка', icon: 'truck', right: 'delivery.view', group: 3 },
  { path: '/materials', to: '/materials', label: 'Материалы', icon: 'info', right: 'catalogue.view', group: 3 },
  { path: '/finances', to: '/finances', label: 'Финансы', icon: 'rouble', right: 'finances.view', group: 4 },
  {
    path: '/documents',
    to: '/documents',
    label: 'Документы',
    icon: 'document',
    right: 'documents.view',
    group: 4,
  },
  {
    path: '/acts',
    to: '/acts',
    label: 'Акты сверки',
    icon: 'compare',
    right: 'acts.view',
    group: 4,
    waitingCount: 'acts',
  },
  { path: '/purchased', to: '/purchased', label: 'Закупки', icon: 'tag', right: 'purchased.view', group: 4 },
  {
    path: '/reclamations',
    to: '/reclamations',
    label: 'Рекламации',
    icon: 'warning',
    right: 'claim.view',
    group: 4,
    waitingCount: 'claims',
  },
  { path: '/chat', to: '/chat', label: 'Чат', icon: 'chat', right: 'chat.use', group: 4, waitingCount: 'chat' },
  { path: '/people', to: '/people', label: 'Сотрудники', icon: 'people', right: 'organisation.manage', group: 5 },
  {
    path: '/organisation',
    to: '/organisation',
    label: 'Организация',
    icon: 'building',
    right: 'organisation.manage',
    group: 5,
    waitingCount: 'attorneys',
  },
  {
    path: '/admin/today',
    to: '/admin/today',
    label: 'Сегодня',
    icon: 'home',
    right: 'staff.dashboard',
    group: 1,
  },
  {
    path: '/admin',
    to: '/admin',
    label: 'Заказы',
    icon: 'orders',
    right: 'staff.orders',
    group: 1,
    waitingCount: 'orders',
  },
  {
    path: '/admin/claims',
    to: '/admin/claims',
    label: 'Рекламации',
    icon: 'warning',
    right: 'staff.claims',
    group: 1,
    waitingCount: 'staffClaims',
  },
  {
    path: '/admin/acts',
    to: '/admin/acts',
    label: 'Акты сверки',
    icon: 'compare',
    right: 'staff.customers',
    group: 1,
    waitingCount: 'staffActs',
  },
  {
    path: '/admin/registrations',
    to: '/admin/registrations',
    label: 'Заявки',
    icon: 'people',
    right: 'staff.registrations',
    group: 1,
    waitingCount: 'registrations',
  },
  {
    path: '/admin/chats',
    to: '/admin/chats',
    label: 'Чаты и звонки',
    icon: 'chat',
    right: 'staff.customers',
    group: 1,
    waitingCount: 'talks',
  },
  {
    path: '/admin/price-requests',
    to: '/admin/price-requests',
    label: 'Прайс-файлы',
    icon: 'download',
    right: 'staff.customers',
    group: 1,
    waitingCount: 'priceRequests',
  },
  {
    path: '/admin/customers',
    to: '/admin/customers',
    label: 'Организации',
    icon: 'building',
    right: 'staff.customers',
    group: 2,
  },
  { path: '/admin/goods', to: '/admin/goods', label: 'Товары', icon: 'list', right: 'staff.catalogue', group: 3 },
  {
    path: '/admin/parameters',
    to: '/admin/parameters',
    label: 'Параметры',
    icon: 'sliders',
    right: 'staff.catalogue',
    group: 3,
  },
  {
    path: '/admin/categories',
    to: '/admin/categories',
    label: 'Разделы',
    icon: 'grid',
    right: 'staff.catalogue',
    group: 3,
  },
  {
    path: '/admin/prices',
    to: '/admin/prices',
    label: 'Цены и валюты',
    icon: 'rouble',
    right: 'staff.settings',
    group: 3,
  },
  {
    path: '/admin/offers',
    to: '/admin/offers',
    label: 'Спецпредложения',
    icon: 'percent',
    right: 'staff.catalogue',
    group: 3,
  },
  { path: '/admin/banners', to: '/admin/banners', label: 'Баннеры', icon: 'panel', right: 'staff.catalogue', group: 3 },
  {
    path: '/admin/materials',
    to: '/admin/materials',
    label: 'Страницы и новости',
    icon: 'edit',
    right: 'staff.catalogue',
    group: 3,
  },
  {
    path: '/admin/synonyms',
    to: '/admin/synonyms',
    label: 'Синонимы поиска',
    icon: 'search',
    right: 'staff.catalogue',
    group: 3,
  },
  {
    path: '/admin/delivery',
    to: '/admin/delivery',
    label: 'Доставка',
    icon: 'truck',
    right: 'staff.delivery',
    group: 4,
  },
  {
    path: '/admin/sellers',
    to: '/admin/sellers',
    label: 'Наши организации',
    icon: 'document',
    right: 'staff.settings',
    group: 4,
  },
  {
    path: '/admin/exchange',
    to: '/admin/exchange',
    label: 'Обмен с 1С',
    icon: 'link',
    right: 'staff.settings',
    group: 4,
    waitingCount: 'exchange',
  },
  {
    path: '/admin/tables',
    to: '/admin/tables',
    label: 'Загрузка таблиц',
    icon: 'upload',
    right: 'staff.settings',
    group: 4,
  },
  {
    path: '/admin/personal-data',
    to: '/admin/personal-data',
    label: 'Личные данные',
    icon: 'people',
    right: 'staff.settings',
    group: 4,
  },
  {
    path: '/admin/audit',
    to: '/admin/audit',
    label: 'Журнал действий',
    icon: 'clock',
    right: 'staff.audit',
    group: 4,
  },
  {
    path: '/admin/settings',
    to: '/admin/settings',
    label: 'Настройки',
    icon: 'settings',
    right: 'staff.settings',
    group: 4,
  },
]

/** The buyer's own pages, whose calls are refused while staff act as the buyer. */
const buyersOnly: readonly NavigationEntry['to'][] = ['/people', '/approvals']

type User = Person & { acting?: unknown }

/** The pages that a user may open. */
export function entriesFor(user: User): NavigationEntry[] {
  return entries.filter(({ right, to }) => may(user, right) && !(user.acting && buyersOnly.includes(to)))
}

export type NavigationBlock = { heading?: NavigationEntry['heading']; group: number; entries: NavigationEntry[] }

/** The entries in order, those with the same heading as one block. */
export function blocksOf(entries: readonly NavigationEntry[]): NavigationBlock[] {
  const blocks: NavigationBlock[] = []
  for (const entry of entries) {
    const last = blocks.at(-1)
    if (entry.heading && last?.heading === entry.heading) last.entries.push(entry)
    else blocks.push({ heading: entry.heading, group: entry.group, entries: [entry] })
  }
  return blocks
}

/** Entries of the phone's bottom bar; the others are in the menu. */
export function bottomBarFor(user: User): NavigationEntry[] {
  return entriesFor(user).filter(({ inBottomBar = false }) => inBottomBar)
}

/**
 * Whether a URL belongs to an entry: its path or a subpath without a closer entry, regardless of query and hash [S.16].
 * A product's page belongs to the catalogue.
 */
export function isCurrent(entry: string, address: string): boolean {
  const path = (address.split(/[?#]/)[0] ?? '').replace(/\/+$/, '').replace(/^\/product(?=\/)/, '/catalog') || '/'
  if (entry === '/') return path === '/'
  return (
    isWithin(entry, path) && !entries.some(({ path: other }) => other.length > entry.length && isWithin(other, path))
  )
}

function isWithin(entry: string, path: string): boolean {
  return path === entry || path.startsWith(`${entry}/`)
}

const goodsListPaths = ['/catalog', '/favorites', '/needs', '/hits', '/novelties', '/sales', '/special']

/** Whether a page shows goods that can be ordered there. */
export function showsGoods(address: string): boolean {
  return goodsListPaths.some((entry) => isCurrent(entry, address))
}

/** Beside the lists of goods, pages on which orders are made. */
const orderPaths = ['/cart', '/quick-order', '/upload', '/product']

export function showsStock(address: string): boolean {
  return address === '/' || showsGoods(address) || orderPaths.some((entry) => isWithin(entry, address))
}

/** What staff begin with. */
export function staffHome(person: Person): '/admin/today' | '/admin' {
  return may(person, 'staff.dashboard') ? '/admin/today' : '/admin'
}
