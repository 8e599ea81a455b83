import { expect, type Page } from '@playwright/test'
import { saveSettings, staffSettings } from '#shared/api/staff/settings.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, sendInContext, signInAs, test } from './support.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#9a3412"/></svg>'
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }

/** Wider than a phone. */
const longName = 'Торговый дом крепежа и инструмента «Болт и гайка» на Складочной улице'

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

async function restore(send: Send): Promise<void> {
  const { settings } = await call(staffSettings, {}, { send })
  const shop = { name: 'Опт', accent: '#0a6a72', logo: null }
  await call(saveSettings, { version: settings.version, shop }, { send })
}

test(
  'an administrator changes name, colour and logo, and the page that a buyer has open wears them at once',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const other = await browser.newContext({ ...test.info().project.use })
    const buyer = await other.newPage()
    await signInAs(buyer, 'owner')
    await buyer.goto('/orders')
    await expect(buyer).toHaveTitle(/– Опт$/)
    const send = await signInAs(page, 'admin')
    try {
      await page.goto('/admin/settings')
      await page.getByLabel('Название в шапке и письмах').fill(longName)
      await page.getByRole('button', { name: 'Цвет #6b3fa0' }).click()
      await page.getByLabel('Файл логотипа').setInputFiles(logo)
      await expect(page.getByAltText('Логотип')).toBeVisible()
      const bar = page.getByRole('region', { name: 'Несохранённые изменения' })
      await expect(bar).toContainText('Не сохранено: 3 изменения')
      await expectAccessible(page)
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Настройки сохранены')).toBeVisible()
      await expect(bar).toBeHidden()

      await expect(buyer).toHaveTitle(`Заказы – ${longName}`)
      const home = buyer.getByRole('link', { name: `${longName}, на главную` })
      if (!isPhone()) await expect(home.locator('img')).toBeVisible()
      expect(await accentOf(buyer)).toBe('#6b3fa0')
      await expectAccessible(buyer)
      await buyer.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(buyer)

      const served = await (await page.request.get('/', { headers: { accept: 'text/html' } })).text()
      expect(served).toContain('--accent:#6b3fa0')
      expect(await (await page.request.get('/manifest.webmanifest')).json()).toMatchObject({ theme_color: '#6b3fa0' })
      await other.clearCookies()
      await buyer.goto('/')
      await expect(buyer.getByText(longName)).toBeVisible()
      if (!isPhone()) await expect(buyer.getByRole('link', { name: 'sales@opt.example' })).toBeVisible()
      await expectAccessible(buyer)
    } finally {
      await restore(send)
    }
  },
)

test('a pale colour is darkened, wrong ones are refused, and a stale page does not overwrite', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  try {
    await page.goto('/admin/settings')
    const colour = page.getByLabel('Свой цвет')
    await colour.fill('#ffee00')
    await expect(page.getByText(/^Слишком светлый, затемнён до #[0-9a-f]{6}: [45],\d : 1$/)).toBeVisible()
    await colour.fill('#12')
    await colour.press('Enter')
    await expect(page.getByText('Укажите цвет шестью знаками, например #0a6a72')).toBeVisible()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect(colour).toHaveValue('#0a6a72')

    await page.getByLabel('Часы работы').fill('ежедневно')
    const { settings } = await call(staffSettings, {}, { send: sendInContext(page.context()) })
    await call(saveSettings, { version: settings.version, shop: { name: 'Другое имя' } }, { send })
    await page.getByRole('button', { name: 'Сохранить Ctrl S' }).click()
    await expect(page.getByText('Данные изменились: настройки уже поменял кто-то другой')).toBeVisible()
    await page.getByRole('button', { name: 'Загрузить заново' }).click()
    await expect(page.getByLabel('Название в шапке и письмах')).toHaveValue('Другое имя')
  } finally {
    await restore(send)
  }
})

test(
  'rules of orders and of the exchange are saved with one bar, wrong numbers are said at their fields',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    await page.goto('/admin/settings')
    const norm = page.getByLabel('Заявка на регистрацию: ответ')
    await norm.fill('0')
    await page.getByLabel('Кодировка заказов').selectOption('windows-1251')
    await page.getByRole('switch', { name: 'Заказы в архиве ZIP' }).check()
    await expect(page.getByRole('region', { name: 'Несохранённые изменения' })).toContainText('3 изменения')
    await page.keyboard.press('Control+s')
    await expect(norm).toHaveAccessibleDescription(/от 1 до 240/i)
    await expect(page.getByText('Не сохранено: проверьте отмеченные поля')).toBeVisible()
    await expectAccessible(page)
    await norm.fill('6')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Настройки сохранены')).toBeVisible()
    const { settings } = await call(staffSettings, {}, { send })
    expect(settings.rules).toMatchObject({
      'norms.registrationHours': 6,
      'exchange.orders.encoding': 'windows-1251',
      'exchange.orders.zip': true,
    })
    const rules = { 'norms.registrationHours': 4, 'exchange.orders.encoding': 'utf-8', 'exchange.orders.zip': false }
    await call(saveSettings, { version: settings.version, rules }, { send })
  },
)
