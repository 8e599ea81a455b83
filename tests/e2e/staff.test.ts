import { expect, type Page } from '@playwright/test'
import { staffSetState } from '#shared/api/staff/orders.ts'
import { call } from '#web/api/client.ts'
import { order } from './orders-api.ts'
import { expectAccessible, fillBasket, findGoods, sendInContext, signInAs, test } from './support.ts'

test(
  'the queue shows waiting orders, filters by state, warehouse and text, and stores the filters in the URL',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/admin')
    const links = page.getByRole('main').getByRole('link', { name: /^[\d-]{6,11}$/ })
    await expect(links.first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ждут меня \d+/ })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Все \d+/ }).click()
    await page.getByLabel('Состояние').selectOption('В сборке')
    await expect(page).toHaveURL(/state=10/)
    await expect(page.getByRole('main').getByText('В сборке', { exact: true }).nth(1)).toBeVisible()
    await page.getByLabel('Заказ, организация, ИНН, артикул').fill('СтройСнаб')
    await page.getByLabel('Заказ, организация, ИНН, артикул').press('Enter')
    await expect(page).toHaveURL(/query=/)
    await expect(page.getByText('ООО «Вектор»')).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('АО «СтройСнаб-Юг»').first()).toBeVisible()
    await page.getByLabel('Заказ, организация, ИНН, артикул').fill('нет такого заказа')
    await page.getByLabel('Заказ, организация, ИНН, артикул').press('Enter')
    await expect(page.getByRole('heading', { name: 'По этим условиям заказов нет' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('arrow keys move through the queue and open an order in the side panel', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin?scope=all')
  const links = page.getByRole('table').getByRole('link')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/order=\d+/)
  await expect(page.getByRole('complementary').getByRole('heading', { name: /^Заказ/ })).toContainText(
    (await links.nth(1).textContent()) ?? '',
  )
  await expectAccessible(page)
})

test('a decision on an order changed by another user is a conflict: both states are shown, the comment stays', async ({
  page,
  browser,
}) => {
  const { id } = await newOrder(await (await browser.newContext()).newPage())
  await signInAs(page, 'admin')
  await page.goto(`/admin/orders/${id}`)
  await page.getByLabel('Ответ покупателю').fill('Уточняем срок')
  await expectAccessible(page)
  await call(staffSetState, { id, state: 5, from: 1 }, { send: sendInContext(page.context()) })
  await page.getByRole('button', { name: 'На согласование' }).click()
  await expect(page.getByRole('alert')).toContainText('был «Новый», стал «Принят»')
  await expect(page.getByLabel('Ответ покупателю')).toHaveValue('Уточняем срок')
  await expect(page.getByRole('button', { name: 'В сборку' })).toBeVisible()
  await expectAccessible(page)
})

test('cancelling an order by staff asks for confirmation', async ({ page, browser }) => {
  const { id } = await newOrder(await (await browser.newContext()).newPage())
  await signInAs(page, 'admin')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Отклонить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await expect(dialog).toContainText('Товары вернутся в продажу')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Да' }).click()
  await expect(page.getByText('Заказ завершён')).toBeVisible()
})

async function newOrder(page: Page): Promise<{ id: number }> {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1, { byprice: 1, minprice: 3500 }), 1)
  const placed = await order(send)
  await page.context().close()
  return placed
}
