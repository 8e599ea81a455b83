import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { signIn } from '#shared/api/account/access.ts'
import { resetSecondFactor, staffSignIns } from '#shared/api/account/second-factor.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, isPhone, sendInContext, signInAs, test } from './support.ts'

// An account of content staff: no other test signs in with it.
const content = { login: 'content@demo.example', password: 'demo-content-2026' }

test(
  'a second factor is set up by QR code, required at sign-in, replaced by a recovery code and removed',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await resetAndSignIn(await (await browser.newContext()).newPage())
    await call(signIn, content, { send: sendInContext(page.context()) })
    await page.goto('/account')
    await page.getByRole('button', { name: 'Включить' }).click()
    await expect(page.getByLabel('Пароль')).toBeFocused()
    await page.getByLabel('Пароль').fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Неверный пароль')
    await expectAccessible(page)
    await reenterPassword(page)
    const secret = await readSecret(page)
    await expect(page.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Код из приложения').fill('000 000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Неверный код')
    await page.getByLabel('Код из приложения').fill(codeOf(secret, -1))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await expectAccessible(page)
    const recovery = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Коды сохранены' }).click()
    await expect(page.getByText('Осталось: 10 запасных кодов')).toBeVisible()
    await expect(page.getByText(recovery)).toHaveCount(0)

    await page.getByRole('button', { name: 'Профиль' }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await enterLoginAndPassword(page)
    await expect(page.getByLabel('Код из приложения')).toBeFocused()
    await expect(page.getByLabel('Код из приложения')).toHaveAttribute('autocomplete', 'one-time-code')
    await expectAccessible(page)
    await page.keyboard.insertText(codeOf(secret).replace(/^.../, '$& '))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход и безопасность' })).toBeVisible()

    await page.getByRole('button', { name: 'Профиль' }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await enterLoginAndPassword(page)
    await page.getByRole('button', { name: 'Ввести запасной код' }).click()
    await page.getByLabel('Запасной код').fill(recovery.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Осталось: 9 запасных кодов')).toBeVisible()

    await page.getByRole('button', { name: 'Отключить' }).click()
    await page.getByLabel('Пароль').fill(content.password)
    await page.getByLabel('Код из приложения или запасной код').fill(codeOf(secret, 1))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Отключить' }).click()
    await expect(page.getByText('Второй фактор отключён')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Включить' })).toBeVisible()
  },
)

test(
  'a second factor required by an administrator blocks everything until set up; a colleague resets it',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await call(signIn, content, { send: sendInContext(page.context()) })
    const adminPage = await (await browser.newContext(isPhone() ? { viewport: page.viewportSize() } : {})).newPage()
    await resetAndSignIn(adminPage)
    await adminPage.goto('/admin/settings')
    const demanded = adminPage.getByLabel('Второй фактор обязателен для сотрудников')
    await demanded.check()
    await adminPage.getByLabel('Завершить их сеансы сейчас').check()
    await expectAccessible(adminPage)
    await adminPage.locator('form').filter({ has: demanded }).getByRole('button', { name: 'Сохранить' }).click()
    await expect(adminPage.getByText(/Настройки сохранены\. Завершено:\s\d+\sсеанс/)).toBeVisible()
    await expect(adminPage.getByLabel('Завершить их сеансы сейчас')).not.toBeChecked()

    await page.goto('/admin/goods')
    await enterLoginAndPassword(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Подключите второй фактор' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Подключите второй фактор' })).toBeVisible()
    await reenterPassword(page)
    await page.getByLabel('Код из приложения').fill(codeOf(await readSecret(page)))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Коды сохранены' }).click()
    await expect(page).toHaveURL(/\/admin\/goods/)
    await expect(page.getByRole('heading', { level: 1, name: 'Товары' })).toBeVisible()

    await stopRequiring(adminPage)
    await adminPage.reload()
    const row = adminPage
      .getByRole('list', { name: 'Вход сотрудников' })
      .getByRole('listitem')
      .filter({ hasText: content.login })
    await expect(row).toContainText('второй фактор включён')
    await row.getByRole('button', { name: /^Снять второй фактор/ }).click()
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
    await expect(row).toContainText('без второго фактора')
    await expectAccessible(adminPage)
    await page.goto('/admin/goods')
    await expect(page.getByRole('form', { name: 'Вход' })).toBeVisible()
  },
)

/** Signs the administrator in and cleans up after a failed test. */
async function resetAndSignIn(adminPage: Page): Promise<void> {
  const send = await signInAs(adminPage, 'admin')
  await stopRequiring(adminPage)
  const { staff } = await call(staffSignIns, {}, { send })
  const left = staff.find(({ login, second_factor: has }) => login === content.login && has)
  if (left) await call(resetSecondFactor, { id: left.id }, { send })
}

async function stopRequiring(adminPage: Page): Promise<void> {
  const send = sendInContext(adminPage.context())
  const { settings } = await call(accessSettings, {}, { send })
  await call(saveAccessSettings, { ...settings, seen: settings, second_factor_demanded: false }, { send })
}

async function enterLoginAndPassword(page: Page): Promise<void> {
  await page.getByLabel('Электронная почта').fill(content.login)
  await page.getByLabel('Пароль').fill(content.password)
  await page.keyboard.press('Enter')
}

async function reenterPassword(page: Page): Promise<void> {
  await page.getByLabel('Пароль').fill(content.password)
  await page.keyboard.press('Enter')
}

async function readSecret(page: Page): Promise<string> {
  const shown = page.locator('code')
  await expect(shown).toHaveText(/^[A-Z2-7 ]{39}$/)
  return ((await shown.textContent()) ?? '').replaceAll(' ', '')
}

/** The app's code now or `steps` steps of 30 seconds away: no code is accepted twice. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}
