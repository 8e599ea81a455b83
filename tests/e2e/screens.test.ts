import { expect, type Page } from '@playwright/test'
import { expectAccessible, signInAs, test } from './support.ts'

/** Screens that no other test opens on a phone: they fit the width, are accessible and show content. */
const ofBuyers = [
  '/hits',
  '/novelties',
  '/needs',
  '/special',
  '/favorites',
  '/compare',
  '/approvals',
  '/orders',
  '/finances',
  '/notifications',
  '/materials',
  '/account',
  '/upload',
  '/quick-order',
]
const ofStaff = [
  '/admin',
  '/admin/goods',
  '/admin/prices',
  '/admin/prices/breaks?type=1',
  '/admin/offers',
  '/admin/banners',
  '/admin/synonyms',
  '/admin/tables',
  '/admin/materials',
  '/admin/materials/850',
  '/admin/today',
  '/admin/acts',
  '/admin/chats',
  '/admin/customers',
  '/admin/price-requests',
  '/admin/notifications',
  '/admin/personal-data',
  '/admin/audit',
  '/admin/exchange',
  '/admin/settings',
]

test('buyer screens fit a phone', { tag: '@only-phone' }, async ({ page }) => {
  await signInAs(page, 'owner')
  for (const path of ofBuyers) await opens(page, path)
})

test('staff screens fit a phone', { tag: '@only-phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  for (const path of ofStaff) await opens(page, path)
})

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)
}
