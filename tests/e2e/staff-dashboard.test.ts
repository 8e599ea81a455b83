import { expect } from '@playwright/test'
import { expectAccessible, signInAs, test } from './support.ts'

test('staff see what waits, and open queues and objects by keyboard', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/today')
  const tiles = page.getByRole('navigation', { name: 'Что ждёт' })
  await expect(tiles.getByRole('link')).toHaveCount(7)
  await expect(page.getByRole('heading', { name: 'Обмен с 1С' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Заказы \d\d\.\d\d\.\d{4}$/ })).toHaveCount(14)
  await expectAccessible(page)

  const waiting = page.getByRole('main').locator('[data-row]')
  await waiting.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(waiting.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/today/)

  await page.goto('/admin/today')
  await expect(tiles.getByRole('link')).toHaveCount(7)
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/admin\/registrations$/)
})

test('a bar of the chart opens its orders', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/today')
  await page.getByRole('button', { name: 'Год' }).press('Enter')
  const bars = page.getByRole('link', { name: /^Заказы \d\d\.\d\d\.\d{4}/ })
  await expect(bars).toHaveCount(12)
  const table = page.getByRole('table', { name: 'Заказы по дням оформления' })
  await expect(table.getByRole('row')).toHaveCount(13)
  await bars.last().press('Enter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/)
  await expect(page.getByRole('combobox', { name: 'За какое время' })).toHaveValue('range')
})

test('a block that fails leaves the others', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.route('**/api/staff/dashboard/exchange/**', (route) => route.abort())
  await page.goto('/admin/today')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Повторить' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('navigation', { name: 'Что ждёт' }).getByRole('link')).toHaveCount(6)
  await expect(page.getByRole('heading', { name: 'Заказы по дням' })).toBeVisible()
})

test('words that find nothing lead to a new set of synonyms', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/today')
  await page.getByRole('link', { name: 'Добавить синоним к «сгон 1/2»' }).press('Enter')
  await expect(page).toHaveURL(/admin\/synonyms\?word=/)
  const field = page.getByRole('textbox', { name: 'Новый набор' })
  await expect(field).toHaveValue('сгон 1/2, ')
  await expect(field).toBeFocused()
  await expectAccessible(page)
})
