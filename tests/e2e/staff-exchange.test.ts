import { randomUUID } from 'node:crypto'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { dismissSetAside, saveStaffExchange, staffExchange } from '#shared/api/staff/exchange.ts'
import { call, type Send } from '#web/api/client.ts'
import { client1c, type Client1c } from '../support/client-1c.ts'
import { importXml, offersXml, offerXml, pricesXml } from '../support/export-1c.ts'
import { until } from '../support/wait.ts'
import { expectAccessible, signInAs, test } from './support.ts'

const catalogue = 'e2e-waiting'
const exchangeCard = (page: Page) => page.getByRole('main')

test(
  'an administrator sees offers without goods and lets the portal create the goods',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const client = client1c(baseURL ?? '', { login: '1c@demo.example', password: 'demo-1c-2026' })
    // The portal may have goods of an earlier run.
    const goods = [1, 2].map((number) => `e2e-wait-${Date.now()}-${number}`)
    const offers = goods.map((id) => offerXml(id, pricesXml({ 'e2e-type': '10' }), `Ждущий товар ${id}`))
    await client.exchange({ 'offers0_1.xml': offersXml(offers, { catalogue }) })
    const send = await signInAs(page, 'admin')
    try {
      await page.goto('/admin/exchange')
      const card = exchangeCard(page)
      await expect(card.getByText('2 предложения без товара: цены и остатки 2 товаров ждут')).toBeVisible()
      await expect(card.getByText('Выгрузите из 1С сами товары')).toBeVisible()
      await expectAccessible(page)
      const choice = card.getByLabel('Создавать товары из предложений')
      await choice.focus()
      await page.keyboard.press('Space')
      await expect(choice).toBeChecked()
      await expect(card.getByText('Предложений без товара нет')).toBeVisible()
      await page.reload()
      await expect(choice).toBeChecked()
      await expect(page.getByText('Товары из ожидающих предложений.xml').first()).toBeVisible()
      await page.goto(`/admin/goods?query=${goods[0]}`)
      await expect(page.getByText(`Ждущий товар ${goods[0]}`).first()).toBeVisible()
      await page.goBack()
      await choice.click()
      await expect(choice).not.toBeChecked()
      await page.reload()
      await expect(choice).not.toBeChecked()
    } finally {
      await call(saveStaffExchange, { make_goods: false }, { send })
      await client.exchange({
        'import0_1.xml': importXml(
          goods.map((id) => ({ id })),
          { catalogue },
        ),
      })
      await client.exchange({
        'import0_1.xml': importXml(
          goods.map((id) => ({ id, attributes: 'Статус="Удален"' })),
          { catalogue },
        ),
      })
    }
  },
)

test('the setting to create goods from offers updates immediately and is rolled back on failure', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/exchange')
  const choice = exchangeCard(page).getByLabel('Создавать товары из предложений')
  await expect(choice).not.toBeChecked()
  const answers: (() => void)[] = []
  await page.route('**/api/staff/exchange/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((resolve) => answers.push(resolve))
    return route.fulfill({
      status: 503,
      json: { status: 'error', code: 'unavailable', message: 'Портал временно недоступен' },
    })
  })
  await choice.click()
  await expect.poll(() => answers.length).toBe(1)
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  for (let answered = 1; answered <= 3; answered += 1) {
    await expect.poll(() => answers.length).toBe(answered)
    await expect(choice).toBeChecked()
    answers.at(-1)?.()
  }
  await expect(choice).not.toBeChecked()
  await expect(page.getByText('Не сохранено').first()).toBeVisible()
})

test(
  'an administrator opens a failed import from a notification, retries it and dismisses another',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    test.setTimeout(120_000)
    const client = client1c(baseURL ?? '', { login: '1c@demo.example', password: 'demo-1c-2026' })
    await dismissAll(await signInAs(page, 'admin'))
    await client.checkauth()
    await client.init()
    const repaired = await sendUnreadable(baseURL ?? '', client, `e2e-import-${randomUUID()}.xml`)
    const unreadable = await sendUnreadable(baseURL ?? '', client, `e2e-import-${randomUUID()}.xml`)
    await client.complete()

    await page.goto('/admin/notifications')
    await page
      .getByRole('listitem')
      .filter({ hasText: repaired.name })
      .getByRole('link', { name: 'Файл обмена с 1С отложен' })
      .click()
    const card = exchangeCard(page)
    const setAside = card.getByRole('list', { name: 'Отложенные файлы' })
    const row = (name: string) => setAside.getByRole('listitem').filter({ hasText: name })
    await expect(card.getByText('2 файла из 1С не загрузились')).toBeVisible()
    await expect(card.getByText('2 файла из 1С не загрузились')).toBeInViewport()
    await expect(row(repaired.name)).toContainText('Загрузка трижды прервалась при проверке файла')
    await expect(row(repaired.name)).toContainText(/Отложен \d\d\.\d\d\.\d{4} \d\d:\d\d · 3\sпопытки · 1\sКБ/)
    await expectAccessible(page)

    await repaired.retry()
    await row(repaired.name).getByRole('button', { name: 'Попробовать снова' }).press('Enter')
    await expect(page.getByText(`Файл ${repaired.name} снова в очереди`)).toBeVisible()
    await expect(row(repaired.name)).toHaveCount(0)

    const dismissButton = row(unreadable.name).getByRole('button', { name: 'Отказаться' })
    await dismissButton.click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Нет' }).click()
    await dismissButton.click()
    await page.getByRole('button', { name: 'Да', exact: true }).click()
    await expect(card.getByRole('heading', { name: 'Прогоны' })).toBeVisible()
    await expect(setAside).toHaveCount(0)
    await page.reload()
    await expect(card.getByRole('heading', { name: 'Прогоны' })).toBeVisible()
    await expect(setAside).toHaveCount(0)
    await expectAccessible(page)
  },
)

/** Cleans up after an earlier attempt of this test. */
async function dismissAll(send: Send): Promise<void> {
  const { exchange } = await call(staffExchange, {}, { send })
  for (const { id } of exchange.set_aside) await call(dismissSetAside, { id }, { send })
}

/** Sends a file and removes its bytes, so that the portal sets it aside. */
async function sendUnreadable(
  baseURL: string,
  client: Client1c,
  name: string,
): Promise<{ name: string; retry: () => Promise<void> }> {
  const chunks = await listChunks(baseURL)
  await client.send(name, importXml([], { catalogue }))
  const chunk = (await listChunks(baseURL)).find((path) => !chunks.includes(path)) ?? ''
  await rename(chunk, `${chunk}.away`)
  await until(
    () => client.ask({ mode: 'import', filename: name }),
    (answer) => answer.startsWith('failure'),
    60_000,
  )
  return { name, retry: () => rename(`${chunk}.away`, chunk) }
}

async function listChunks(baseURL: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', new URL(baseURL).port, 'files', 'exchange')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test(
  'an administrator sees in the log why records of an export were rejected',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const client = client1c(baseURL ?? '', { login: '1c@demo.example', password: 'demo-1c-2026' })
    const run = randomUUID().slice(0, 8)
    const goods = Array.from({ length: 60 }, (_, number) => `e2e-log-${run}-${number}`)
    const offers = `offers-${run}.xml`
    const logCatalogue = `e2e-log-${run}`
    await client.exchange({
      [`import-${run}.xml`]: importXml(
        goods.map((id) => ({ id, name: `Товар журнала ${id}` })),
        { catalogue: logCatalogue },
      ),
    })
    await client.exchange({
      [offers]: offersXml(
        goods.map((id) => offerXml(id, pricesXml({ 'e2e-type': 'дорого' }), `Товар журнала ${id}`)),
        { catalogue: logCatalogue },
      ),
    })
    try {
      await signInAs(page, 'admin')
      await page.goto('/admin/exchange')
      await expect(page.getByText(/Остатки на \d\d|Остатков ещё не было/)).toBeVisible()
      const isPhone = (page.viewportSize()?.width ?? 0) < 768
      const row = (name: string) => page.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: name })
      await expect(row(offers)).toContainText('С отказами')
      await expect(row(`import-${run}.xml`)).toContainText('Успех')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'С отказами', exact: true }).click()
      await expect(row(`import-${run}.xml`)).toHaveCount(0)
      await page.getByRole('link', { name: offers }).focus()
      await page.keyboard.press('Enter')
      const view = isPhone ? page.getByRole('main') : page.getByRole('complementary', { name: /Прогон №/ })
      await expect(view.getByText('Записи 1–50 из 60')).toBeVisible()
      await expect(view.getByText('Неверная цена «дорого»')).toHaveCount(50)
      await expectAccessible(page)
      await view.getByRole('link', { name: 'Страница 2 записей' }).click()
      await expect(view.getByText('Записи 51–60 из 60')).toBeVisible()
      await page.reload()
      await expect(view.getByText('Неверная цена «дорого»')).toHaveCount(10)
      await view.getByRole('searchbox', { name: 'Код, наименование или причина' }).fill(goods[7] ?? '')
      await page.keyboard.press('Enter')
      await expect(view.getByText('Записи 1–1 из 1')).toBeVisible()
      const [sheet] = await Promise.all([
        page.waitForEvent('download'),
        view.getByRole('link', { name: '1 строка, XLSX' }).click(),
      ])
      expect(sheet.suggestedFilename()).toContain(offers)
      const [source] = await Promise.all([
        page.waitForEvent('download'),
        view.getByRole('link', { name: 'Исходник' }).click(),
      ])
      expect(source.suggestedFilename()).toBe(offers)
      await page.keyboard.press('Shift+R')
      await expect(page.getByText(`Файл ${offers} загружается снова`)).toBeVisible()
      await expect(view.getByText('повтор вернул бы прежние данные')).toBeVisible()
    } finally {
      await client.exchange({
        [`import-${run}-end.xml`]: importXml(
          goods.map((id) => ({ id, attributes: 'Статус="Удален"' })),
          { catalogue: logCatalogue },
        ),
      })
    }
  },
)
