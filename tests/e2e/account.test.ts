import { expect, type Browser } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, accounts, sendInContext, signInAs, test, type Who } from './support.ts'

const yandex =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
  'YaBrowser/25.10.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 ' +
  'Mobile/15E148 Safari/604.1'

for (const who of ['accountant', 'admin'] as const) {
  test(`${who} sees own sessions, ends one, then all others`, { tag: '@phone' }, async ({ page, browser }) => {
    await signInAs(page, who)
    const tablet = await openElsewhere(browser, who, iphone)
    const office = await openElsewhere(browser, who, yandex)
    await page.goto('/')
    await page.getByRole('button', { name: 'Профиль' }).click()
    await page.getByRole('link', { name: 'Вход и безопасность' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Вход и безопасность' })).toBeVisible()
    const rows = page.getByRole('list', { name: 'Сеансы' }).getByRole('listitem')
    await expect(rows.filter({ hasText: 'этот сеанс' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'этот сеанс' }).getByRole('button')).toHaveCount(0)
    await expectAccessible(page)

    const before = await rows.count()
    await rows
      .filter({ hasText: 'Safari, iPhone' })
      .first()
      .getByRole('button', { name: /^Завершить сеанс/ })
      .press('Enter')
    await expect(page.getByText('Сеанс завершён: Safari, iPhone')).toBeVisible()
    await expect(rows).toHaveCount(before - 1)
    await tablet.goto('/account')
    await expect(tablet.getByRole('form', { name: 'Вход' })).toBeVisible()

    await page.getByRole('button', { name: 'Завершить остальные' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Завершить остальные' })).toHaveCount(0)
    await office.goto('/account')
    await expect(office.getByRole('form', { name: 'Вход' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('an administrator sets the session lifetime', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  await page.goto('/admin/settings')
  const hours = page.getByLabel('Завершать сеанс сотрудника после простоя, часов')
  await hours.fill('0')
  await hours.press('Enter')
  await expect(page.getByText('Целое число от 1 до 720')).toBeVisible()
  await expectAccessible(page)
  await hours.fill('24')
  await hours.press('Enter')
  await expect(page.getByText('Настройки сохранены')).toBeVisible()
  await page.reload()
  await expect(hours).toHaveValue('24')
  const { settings } = await call(accessSettings, {}, { send })
  await call(saveAccessSettings, { ...settings, seen: settings, idle_hours_staff: 12 }, { send })
})

async function openElsewhere(browser: Browser, who: Who, userAgent: string) {
  const context = await browser.newContext({ userAgent })
  await call(signIn, accounts[who], { send: sendInContext(context) })
  return context.newPage()
}
