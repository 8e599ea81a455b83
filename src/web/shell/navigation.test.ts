import { expect, test } from 'vitest'
import { buyerRoles, rightsOf, staffRoles, type Role } from '#shared/rights.ts'
import { blocksOf, bottomBarFor, entriesFor, isCurrent, showsGoods, staffHome } from './navigation.ts'

test('[S.16] the entry of the current URL is highlighted, whatever its query and hash', () => {
  expect(isCurrent('/catalog', '/catalog?query=дрель&page=2#top')).toBe(true)
  expect(isCurrent('/catalog', '/catalog/dreli')).toBe(true)
  expect(isCurrent('/catalog', '/product/12')).toBe(true)
  expect(isCurrent('/cart', '/cart/')).toBe(true)
  expect(isCurrent('/', '/?x=1')).toBe(true)
  expect(isCurrent('/', '/catalog')).toBe(false)
  expect(isCurrent('/cart', '/cartography')).toBe(false)
  expect(isCurrent('/admin', '/admin/orders/7')).toBe(true)
  expect(isCurrent('/admin', '/admin/price-requests?page=2')).toBe(false)
  expect(isCurrent('/admin/price-requests', '/admin/price-requests/')).toBe(true)
})

test('each role sees exactly the sections it may open', () => {
  const paths = (role: Role) => entriesFor(holderOf(role)).map(({ path }) => path)
  const shown = ['/hits', '/novelties', '/sales', '/special', '/delivery', '/materials']
  expect(paths('owner')).toEqual([
    '/',
    '/catalog',
    '/quick-order',
    '/upload',
    '/price-lists',
    '/cart',
    '/orders',
    '/drafts',
    '/approvals',
    '/favorites',
    '/needs',
    ...shown,
    '/finances',
    '/documents',
    '/acts',
    '/purchased',
    '/reclamations',
    '/chat',
    '/people',
    '/organisation',
  ])
  expect(paths('accountant')).toEqual([
    '/',
    '/catalog',
    '/orders',
    ...shown,
    '/finances',
    '/documents',
    '/acts',
    '/purchased',
    '/reclamations',
    '/chat',
  ])
  expect(paths('receiver')).toEqual(['/', '/catalog', '/orders', ...shown, '/reclamations', '/chat'])
  expect(paths('sales')).toEqual([
    '/admin/today',
    '/admin',
    '/admin/claims',
    '/admin/acts',
    '/admin/registrations',
    '/admin/chats',
    '/admin/price-requests',
    '/admin/customers',
  ])
  expect(paths('content')).toEqual([
    '/admin/today',
    '/admin/goods',
    '/admin/parameters',
    '/admin/categories',
    '/admin/offers',
    '/admin/banners',
    '/admin/materials',
    '/admin/synonyms',
  ])
})

test('the bottom bar on a phone has at most five sections', () => {
  for (const role of [...buyerRoles, ...staffRoles])
    expect(bottomBarFor(holderOf(role)).length, role).toBeLessThanOrEqual(5)
  expect(bottomBarFor(holderOf('owner')).map(({ label }) => label)).toEqual([
    'Главная',
    'Каталог',
    'Корзина',
    'Заказы',
    'Избранное',
  ])
})

test('the basket bar shows under every list of goods', () => {
  for (const path of ['/catalog/dreli', '/favorites', '/needs?page=2', '/sales', '/special/'])
    expect(showsGoods(path), path).toBe(true)
  for (const path of ['/', '/cart', '/orders']) expect(showsGoods(path), path).toBe(false)
})

function holderOf(role: Role) {
  return { rights: rightsOf({ role, grants: [] }) }
}

test('the lists of goods are one block of the menu, under a heading', () => {
  const blocks = blocksOf(entriesFor(holderOf('owner')))
  const folded = blocks.filter(({ heading }) => heading !== undefined)
  expect(folded.map(({ entries }) => entries.map(({ path }) => path))).toEqual([
    ['/hits', '/novelties', '/sales', '/special'],
  ])
  expect(blocks.flatMap(({ entries }) => entries)).toEqual(entriesFor(holderOf('owner')))
})

test('staff begin with the dashboard', () => {
  expect((['admin', 'sales', 'content'] as const).map((role) => staffHome(holderOf(role)))).toEqual(
    Array.from({ length: 3 }, () => '/admin/today'),
  )
})
