import { expect } from '@playwright/test'
import { initData } from '#shared/api/contracts.ts'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import { counterDebounceMs } from '#shared/constants.ts'
import { suspensionTitle } from '#shared/messages.ts'
import { call } from '#web/api/client.ts'
import { money } from '#web/ui/format.ts'
import {
  contracts,
  expectAccessible,
  fillBasket,
  findGoods,
  chooseInHeader,
  quantityFields,
  signInAs,
  startWithEmptyBasket,
  test,
} from './support.ts'

test(
  '[S.1] /cart/ shows a link to the catalogue when empty and the rows when full',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await page.goto('/cart/')
    await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'В каталог' }).click()
    await expect(page).toHaveURL(/\/catalog$/)

    const goods = await findGoods(send, 4)
    await fillBasket(send, goods)
    await page.goto('/cart/')
    await expect(quantityFields(page)).toHaveCount(4)
    for (const { articul } of goods) await expect(page.getByText(articul).first()).toBeVisible()
    await expectAccessible(page)
  },
)

test('[M.9] removing selected rows or the whole basket asks for confirmation', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 3))
  await page.goto('/cart/')
  await page
    .getByRole('checkbox', { name: /^Выбрать (?!все)/ })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: /^Выбрать (?!все)/ })
    .nth(1)
    .check()
  await expect(page.getByText('Выбрано записей: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await expect(dialog).toContainText('Удалить отмеченные товары?')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Нет' }).click()
  await expect(quantityFields(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await dialog.getByRole('button', { name: 'Да' }).click()
  await expect(quantityFields(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Очистить' }).click()
  await expect(dialog).toContainText('Вы действительно хотите очистить корзину?')
  await dialog.getByRole('button', { name: 'Да' }).click()
  await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
})

test('[T.12] switching contracts saves the choice and loads its basket behind a loading overlay', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await startWithEmptyBasket(send, contracts.deferred)
  await startWithEmptyBasket(send)
  await fillBasket(send, await findGoods(send, 2))
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(2)
  await page.route('**/api/setContract/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await chooseInHeader(page, 'Договор', contracts.deferred)
  await expect(page.getByRole('progressbar', { name: 'Корзина обновляется' })).toBeVisible()
  await expect(page.getByText(`по договору № ${contracts.deferred}`)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { contracts: list } = await call(initData, {}, { send })
  expect(list.find(({ selected }) => selected)?.number).toBe(contracts.deferred)

  await chooseInHeader(page, 'Договор', contracts.main)
  await expect(quantityFields(page)).toHaveCount(2)
})

test('[V.14] a suspended contract rejects orders: the notification contains its debt alert', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await startWithEmptyBasket(send, contracts.stopped)
  await fillBasket(send, await findGoods(send, 1), 3)
  let ordered = 0
  await page.route('**/api/order/', (route) => {
    ordered += 1
    return route.continue()
  })
  await page.goto('/cart/')
  await page.getByRole('button', { name: 'Оформить заказ' }).press('Enter')
  // The page's own alert has the same text: this checks the notification.
  const notification = page.locator('[role=status][aria-live=polite] [data-tone=bad]')
  await expect(notification).toContainText(suspensionTitle)
  await expect(notification).toContainText('просрочено 214 780,50 ₽')
  await expect(page).toHaveURL(/\/cart/)
  expect(ordered).toBe(0)
  await expectAccessible(page)
})

test('[N.7] several stepper clicks send one request, half a second after the last click', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [product] = await findGoods(send, 1)
  if (product) await call(processBasket, { id: product.id, qnt: product.step }, { send })
  await page.goto('/cart/')
  // Measured inside the page: the time of outside clicks does not count.
  const pressedMs = await page.getByRole('button', { name: /^Больше/ }).evaluate(async (button: HTMLElement) => {
    let lastPressMs = 0
    for (let press = 0; press < 3; press += 1) {
      lastPressMs = performance.now()
      button.click()
      // A busy machine stretches the pause, so the time is taken at the click.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return lastPressMs
  })
  const sentMs = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/processBasketUpdate/'))
        .map(({ startTime }) => startTime),
    )
  await expect.poll(async () => (await sentMs()).length).toBe(1)
  expect(((await sentMs())[0] ?? 0) - pressedMs).toBeGreaterThanOrEqual(counterDebounceMs - 2)
  await page.waitForTimeout(counterDebounceMs * 2)
  expect(await sentMs()).toHaveLength(1)
  await expect(quantityFields(page)).toHaveValue(new RegExp(`^${4 * (product?.step ?? 1)}$`))
})

test('a rejected quantity is rolled back and the row shows the reason', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1), 1)
  await page.goto('/cart/')
  const before = await quantityFields(page).inputValue()
  const message = 'Недостаточно свободных остатков на складе'
  await page.route('**/api/processBasketUpdate/', (route) =>
    route.fulfill({ status: 422, json: { status: 'error', code: 'insufficientStock', message } }),
  )
  await page.getByRole('button', { name: /^Больше/ }).click()
  await expect(quantityFields(page)).not.toHaveValue(before)
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
  await expect(quantityFields(page)).toHaveValue(before)
  await expectAccessible(page)
})

test('the printed basket contains only the table, with its header on each page', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 3))
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByRole('button', { name: 'Оформить заказ' }),
    page.getByRole('button', { name: 'Очистить' }),
  ]) {
    await expect(hidden.first()).toBeHidden()
  }
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText(/^Договор № 114-О от/)).toBeVisible()
  const { sum } = await call(getBasketData, {}, { send })
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: money(sum) })
      .filter({ visible: true }),
  ).toBeVisible()
  expect(await page.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group')
})
