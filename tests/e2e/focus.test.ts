import { expect } from '@playwright/test'
import { signOut } from '#shared/api/account/access.ts'
import { getBasketData } from '#shared/api/basket.ts'
import { call } from '#web/api/client.ts'
import {
  contracts,
  fillBasket,
  findGoods,
  accounts,
  quantityFields,
  signInAs,
  test,
  withoutEventStream,
} from './support.ts'

test('keyboard focus is preserved after removing a line or a chip, going back and reloading', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findGoods(send, 3)
  await fillBasket(send, goods)
  await page.goto('/cart')
  const remove = (place: number) => page.getByRole('button', { name: `Удалить ${goods[place]?.articul}` })
  await remove(1).press('Enter')
  await expect(remove(2)).toBeFocused()
  await remove(2).press('Enter')
  await expect(remove(0)).toBeFocused()

  await page.goto('/catalog?available=1&new=1')
  await page.getByRole('button', { name: 'Убрать: В наличии' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Убрать: Новинки' })).toBeFocused()

  await page.goto('/orders')
  const order = page.getByRole('table').getByRole('link').nth(3)
  await order.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Заказ / })).toBeVisible()
  await page.goBack()
  await expect(order).toBeFocused()
  await page.reload()
  await expect(order).toBeFocused()
})

test('arrow keys move through all contracts and select each one', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/orders')
  const pick = page.getByRole('banner').getByLabel('Договор')
  await pick.focus()
  for (const number of [contracts.deferred, contracts.stopped]) {
    await pick.press('ArrowDown')
    await expect(pick.locator('option:checked')).toContainText(number)
    await expect(pick).toBeFocused()
  }
  await pick.press('Home')
  await expect(pick.locator('option:checked')).toContainText(contracts.main)
  await expect(pick).toHaveAttribute('aria-busy', 'false')
})

test('a quantity typed as the session ends is saved after the same user signs in again', async ({ page }) => {
  // A fetch at the start, of the stream or of the menu's counts, could notice the ended session too early.
  await withoutEventStream(page)
  const send = await signInAs(page, 'manager')
  await page.goto('/catalog?available=1&query=круг')
  await expect(quantityFields(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await call(signOut, {}, { send })
  await quantityFields(page).first().press('Enter')
  await page.getByLabel('Электронная почта').fill(accounts.manager.login)
  await page.getByLabel('Пароль').fill(accounts.manager.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Корзина' })).toContainText('1 строка')
  await expect(page).toHaveURL(/query=/)
  await expect.poll(async () => (await call(getBasketData, {}, { send })).count.products).toBe(1)
})
