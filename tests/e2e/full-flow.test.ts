import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  isPhone,
  accounts,
  quantityFields,
  sendInContext,
  startWithEmptyBasket,
  test,
  type Who,
  withoutEventStream,
} from './support.ts'

test(
  '[R.1] [P.1] a guest sees the auth window at any URL, signs in there, searches and filters',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/catalog?query=дрель')
    await expect(page.getByRole('heading', { name: 'Вход в кабинет' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Электронная почта').fill('owner@demo.example')
    await page.getByLabel('Пароль').fill('wrong')
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page.getByText('Неверный логин или пароль')).toBeVisible()

    await signInThroughForm(page, 'owner')
    await expect(page.getByRole('link', { name: /дрель/i }).first()).toBeVisible()
    await openFilters(page)
    const panel = page.getByLabel('Фильтры', { exact: true })
    await panel.getByLabel('В наличии').check()
    const brand = panel
      .locator('section', { has: page.getByRole('heading', { name: 'Бренд' }) })
      .getByRole('checkbox')
      .first()
    const name = await brand.evaluate((box) => box.closest('label')?.querySelector('span')?.textContent ?? '')
    await brand.click()
    await expect(page).toHaveURL(/brand=\d+/)
    await expectAccessible(page)
    await closeFilters(page)
    await expect(page.getByRole('button', { name: `Убрать: ${name}` })).toBeVisible()
    await expectAccessible(page)
  },
)

test('[R.1] signing out shows the auth window for the page; the next account sees its own start page', async ({
  page,
}) => {
  await withoutEventStream(page)
  await page.goto('/orders')
  await signInThroughForm(page, 'owner')
  await expect(page.getByRole('heading', { name: 'Заказы' })).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(/\/orders$/)
  await signInThroughForm(page, 'manager')
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByRole('heading', { name: 'Заказы' })).toBeVisible()
  await signOut(page)
  await signInThroughForm(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/today$/)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: /^Ждут меня/ })).toBeVisible()
  // When the session is ended elsewhere, the next call of the page shows the auth window in place.
  const all = page.getByRole('button', { name: /^Все \d+/ })
  await page.context().clearCookies()
  await all.click({ timeout: 3000 }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Вход в кабинет' })).toBeVisible()
})

test(
  '[P.3] [P.5] full flow: basket by keyboard, order, staff change its state, the buyer sees it',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await page.goto('/catalog?query=шуруповёрт&available=1')
    await signInThroughForm(page, 'owner')
    await startWithEmptyBasket(sendInContext(page.context()))
    await page.goto('/catalog?query=шуруповёрт&available=1')

    await expect(quantityFields(page).nth(2)).toBeVisible()
    await quantityFields(page).first().focus()
    for (const quantity of ['2', '1', '3']) {
      await page.keyboard.type(quantity)
      await page.keyboard.press('Enter')
    }
    const bar = page.getByLabel('Корзина', { exact: true })
    await expect(bar).toContainText('3 строки')
    await bar.getByRole('link', { name: 'Корзина' }).click()

    await expect(page.getByRole('heading', { name: 'Корзина', exact: true })).toBeVisible()
    await expect(quantityFields(page)).toHaveCount(3)
    await expectAccessible(page)
    await page.getByLabel('Наш транспорт').check()
    await expect(page.getByLabel('Адрес', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Позвоните за час')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Оформить заказ' }).click()

    await expect(page).toHaveURL(/\/orders\/\d+$/)
    const heading = page.getByRole('heading', { name: /^Заказ / })
    await expect(heading).toBeVisible()
    const number = (await heading.textContent())?.replace('Заказ ', '').trim() ?? ''
    await expect(page.getByText(`Заказ ${number} оформлен`)).toBeVisible()
    await expect(page.getByLabel('Ход заказа').locator('[aria-current=step]')).toContainText('Новый')
    await expectAccessible(page)

    const staff = await (await browser.newContext()).newPage()
    await accept(staff, number)
    await staff.context().close()

    await page.reload()
    await expect(page.getByLabel('Ход заказа').locator('[aria-current=step]')).toContainText('Принят')
    await expect(page.getByText('Соберём к понедельнику')).toBeVisible()
    await page.goto('/orders')
    await expect(page.locator('tr, li').filter({ hasText: number })).toContainText('Принят')
    await expectAccessible(page)
  },
)

/** Staff open their queue, find the order and accept it with a comment to the buyer. */
async function accept(page: Page, number: string): Promise<void> {
  await page.goto('/')
  await signInThroughForm(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/today$/)
  await page
    .getByRole('navigation', { name: 'Что ждёт' })
    .getByRole('link', { name: /^Заказы/ })
    .click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { name: 'Заказы' })).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByLabel('Ответ покупателю')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Ответ покупателю').fill('Соберём к понедельнику')
  await page.getByRole('button', { name: 'Принять' }).click()
  await expect(page.getByText(`Заказ ${number}: Принят`)).toBeVisible()
  await expectAccessible(page)
}

async function signInThroughForm(page: Page, who: Who): Promise<void> {
  await page.getByLabel('Электронная почта').fill(accounts[who].login)
  await page.getByLabel('Пароль').fill(accounts[who].password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByRole('button', { name: 'Профиль' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Профиль' }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('heading', { name: 'Вход в кабинет' })).toBeVisible()
}

async function openFilters(page: Page): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: /^Фильтры/ }).click()
}

async function closeFilters(page: Page): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: 'Закрыть фильтры' }).click()
}
