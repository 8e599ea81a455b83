import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { filter, filterInit, type CategoryNode } from '#shared/api/catalogue.ts'
import { priceLinks, revokePriceLink, type PriceListFile } from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call, type Send } from '#web/api/client.ts'
import { contracts, expectAccessible, signInAs, startWithEmptyBasket, test } from './support.ts'

const today = dayOf(new Date())

test(
  '[S.13] [C.44] categories are selected by keyboard and their goods are downloaded as a spreadsheet',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { parent, category } = await smallCategory(send)
    await page.goto('/price-lists')
    await tree(page).getByRole('treeitem', { name: 'Все' }).click()
    await expect(page.getByRole('button', { name: 'Скачать XLSX' })).toBeDisabled()
    await expect(page.getByText('Отметьте хотя бы одну категорию')).toBeVisible()
    await expectAccessible(page)
    await item(page, parent).focus()
    await page.keyboard.press('ArrowRight')
    await expect(item(page, parent)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(item(page, parent.children[0])).toBeFocused()
    for (const { id } of parent.children)
      if (id === category.id) break
      else await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(item(page, category)).toHaveAttribute('aria-checked', 'true')
    await expect(item(page, parent)).toHaveAttribute('aria-checked', 'mixed')
    await expect(page).toHaveURL(new RegExp(`categories=${category.id}$`))
    await page.reload()
    await expect(item(page, category)).toHaveAttribute('aria-checked', 'true')

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать XLSX' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`Прайс-лист_${category.header}_${contracts.main}_${today}.xlsx`)
    const { rows } = await readWorkbook(readFileSync(await file.path()))
    const [, , heads = [], ...goods] = rows.sheetJs
    const { products } = await call(filter, { catalog: category.id, perpage: 100 }, { send })
    const prices = goods.map((row) => [row[heads.indexOf('Артикул')], row[heads.indexOf('Цена')]])
    expect(Object.fromEntries(prices)).toEqual(
      Object.fromEntries(products.map(({ articul, price }) => [articul, price])),
    )
    expect(goods).toHaveLength(category.count)
    await expect(page.getByRole('link', { name: `Скачать ${file.suggestedFilename()}` }).first()).toBeVisible()
    await expectAccessible(page)
  },
)

test('[P.4] price list progress survives leaving the page; the finished file is downloaded', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.route('**/api/priceListFiles/**', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: PriceListFile[] }
    const [last, ...others] = items
    await route.fulfill({
      json: {
        ...rest,
        items: last ? [{ ...last, state: 'running', done: 1292, total: 3076, size: null }, ...others] : [],
      },
    })
  })
  await page.goto('/price-lists')
  await page.getByLabel('Только в наличии').check()
  await page.getByRole('button', { name: 'Скачать XLSX' }).click()
  await expect(page.getByText('Готово 42 %')).toHaveCount(2)
  await expect(page.getByRole('progressbar').first()).toHaveAttribute('value', '42')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Каталог' }).last().click()
  await expect(page).toHaveURL(/catalog/)
  await page.goBack()
  await expect(page.getByText('Готово 42 %').first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.unrouteAll({ behavior: 'wait' })
  expect((await saved).suggestedFilename()).toBe(`Прайс-лист_Все_${contracts.main}_${today}.xlsx`)
  await expect(page.getByText('Готово 42 %')).toHaveCount(0)
})

test('a failed price list can be requested again with the same settings', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/price-lists')
  const first = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать XLSX' }).click()
  await first
  await page.route('**/api/priceListFiles/**', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: PriceListFile[] }
    await route.fulfill({
      json: { ...rest, items: items.slice(0, 1).map((file) => ({ ...file, state: 'failed', size: null })) },
    })
  })
  await page.reload()
  await expect(page.getByText('Не получился')).toBeVisible()
  await expectAccessible(page)
  const ordered = page.waitForRequest('**/api/getPriceList/')
  const again = page.getByRole('button', { name: /^Повторить/ }).click()
  expect((await ordered).postDataJSON()).toMatchObject({ categories: [], available: false })
  await again
})

test('[N.9] [C.34] the YML file is saved under the file name of the response', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/price-lists')
  await page
    .getByLabel('Договор', { exact: true })
    .last()
    .selectOption({ label: await optionOf(page, contracts.deferred) })
  await expect(page).toHaveURL(/contract=\d+/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать YML (XML)' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`price_${contracts.deferred}_${today}.xml`)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/<yml_catalog[^>]*>[^]*<offer [^]*<\/yml_catalog>\s*$/)
})

test('a feed link is created, copied, used and revoked', async ({ page, request, context }) => {
  const send = await signInAs(page, 'owner')
  await revokeAll(send)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/price-lists')
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  await expect(page.getByText('Введите название')).toBeVisible()
  await page.getByLabel('Название новой ссылки').fill('Интернет-магазин')
  await page.getByRole('button', { name: 'Создать ссылку' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Интернет-магазин' })
  await expect(row).toContainText('Ещё не открывали')
  await expect(page.getByLabel('Название новой ссылки')).toHaveValue('')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Скопировать/ }).click()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/price\/[\w-]{32}\.xml$/)
  await expect(row).toContainText(address)
  expect(await (await request.get(address)).text()).toContain('<yml_catalog')
  await page.reload()
  await expect(row).toContainText(/Открывали \d\d\.\d\d\.\d{4}/)
  await row.getByRole('button', { name: /^Отозвать/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Нет' }).click()
  await row.getByRole('button', { name: /^Отозвать/ }).click()
  await dialog.getByRole('button', { name: 'Да' }).click()
  await expect(row).toHaveCount(0)
  expect((await request.get(address)).status()).toBe(404)
})

test('[S.3] [E.14] a price list is requested from the manager, who replies with a file', async ({ page, browser }) => {
  await signInAs(page, 'owner')
  await page.goto('/price-lists')
  const requestText = `Нужен в CSV, проверка ${Date.now()}`
  await page.getByRole('button', { name: 'Новый запрос' }).click()
  const dialog = page.getByRole('dialog', { name: 'Запрос прайс-файла' })
  await dialog.getByLabel('Найти категорию').fill('электроды')
  await dialog.getByRole('treeitem', { name: 'Электроды' }).click()
  await dialog.getByLabel('Найти категорию').fill('нет такой')
  await expect(dialog.getByText('Такой категории нет')).toBeVisible()
  await dialog.getByLabel('Только в наличии').check()
  await dialog.getByLabel('Комментарий').fill(requestText)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Запрос отправлен' })).toBeVisible()
  const mine = page.getByRole('listitem').filter({ hasText: requestText })
  await expect(mine).toContainText('Новый')
  await expect(mine).toContainText('только в наличии')
  await expectAccessible(page)

  const staff = await (await browser.newContext()).newPage()
  await signInAs(staff, 'admin')
  await staff.goto('/admin/price-requests?state=new')
  const request = staff.getByRole('row').filter({ hasText: requestText })
  await expect(request).toContainText('ООО «Вектор»')
  await expect(request).toContainText(contracts.main)
  const waiting = staff
    .getByRole('navigation', { name: 'Разделы' })
    .getByRole('link', { name: 'Прайс-файлы' })
    .getByTitle('Ждут ответа')
  const waited = Number(await waiting.textContent())
  await expectAccessible(staff)
  await request.getByRole('button', { name: /^Ответить/ }).click()
  const answer = staff.getByRole('dialog', { name: 'Запрос прайс-файла' })
  await answer.getByRole('button', { name: 'Отклонить' }).click()
  await expect(answer.getByText('Напишите, почему отказываете')).toBeVisible()
  await expectAccessible(staff)
  await answer.getByRole('button', { name: 'Сформировать по запросу' }).click()
  const made = answer.getByRole('link', { name: /^Прайс-лист_.+_114-О_.+\.xlsx$/ })
  await expect(made).toBeVisible()
  await answer
    .getByLabel('Файл для покупателя')
    .setInputFiles({ name: 'спеццены.pdf', mimeType: 'application/pdf', buffer: Buffer.from('артикул;цена\n') })
  const refused = answer.getByRole('region', { name: 'Файлы покупателю' }).getByRole('alert')
  await expect(refused).toContainText('Это не PDF')
  await answer
    .getByLabel('Файл для покупателя')
    .setInputFiles({ name: 'спеццены.csv', mimeType: 'text/csv', buffer: Buffer.from('артикул;цена\nЭ-46;10\n') })
  await expect(answer.getByRole('link', { name: 'спеццены.csv' })).toBeVisible()
  await expect(refused).toHaveCount(0)
  await answer
    .getByLabel('Файл для покупателя')
    .setInputFiles({ name: 'лишний.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') })
  await answer.getByRole('button', { name: 'Убрать лишний.csv' }).click()
  await expect(answer.getByRole('button', { name: /^Убрать/ })).toHaveCount(2)
  await expectAccessible(staff)
  await answer.getByLabel('Ответ покупателю').fill('Отправили на почту')
  await answer.getByRole('button', { name: 'Выполнен' }).click()
  await expect(request).toHaveCount(0)
  await expect(waiting).toHaveText(String(waited - 1))
  await staff.getByRole('button', { name: 'Выполненные' }).click()
  await expect(request).toContainText('Выполнен')
  await staff.goto('/admin/price-requests?state=refused')
  await expect(staff.getByRole('heading', { name: 'Таких запросов нет' })).toBeVisible()
  await staff.context().close()

  await page.reload()
  await expect(mine).toContainText('Выполнен')
  await expect(mine).toContainText('Ответ: Отправили на почту')
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await mine.getByRole('link', { name: 'Скачать спеццены.csv' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toBe('артикул;цена\nЭ-46;10\n')
  await expect(mine.getByRole('link', { name: /^Скачать Прайс-лист_.+_114-О_.+\.xlsx$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByText('Запрос прайс-листа выполнен').first()).toBeVisible()
})

test('a catalogue category links to its price list', async ({ page }) => {
  const send = await signInAs(page, 'manager')
  const { parent, category } = await smallCategory(send)
  await page.goto(`/catalog/${category.url}`)
  await page.getByRole('main').getByRole('link', { name: 'Прайс-лист', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Прайс-листы' })).toBeVisible()
  await expect(item(page, category)).toHaveAttribute('aria-checked', 'true')
  await expect(item(page, parent)).toHaveAttribute('aria-checked', 'mixed')
})

test('a user without the right to download price lists sees a message and no links', async ({ page }) => {
  for (const who of ['accountant', 'receiver'] as const) {
    await signInAs(page, who)
    await page.goto('/price-lists')
    await expect(page.getByRole('heading', { name: 'Прайс-листы вам недоступны' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Прайс-листы' })).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/admin/price-requests')
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  }
})

test('another buyer’s contract in the URL falls back to one’s own', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await startWithEmptyBasket(send)
  await page.goto('/price-lists?contract=999999')
  await expect(page.getByRole('heading', { name: 'Такого договора нет' })).toBeVisible()
  await page.getByRole('button', { name: 'К вашему договору' }).click()
  await expect(tree(page)).toBeVisible()
})

function tree(page: Page) {
  return page.getByRole('main').getByRole('tree', { name: 'Категории' })
}

function item(page: Page, category: CategoryNode | undefined) {
  return tree(page).locator(`[data-id="${category?.id}"]`)
}

/** A second-level category with a page of goods, none of them with variants. */
async function smallCategory(send: Send): Promise<{ parent: CategoryNode; category: CategoryNode }> {
  const { catalog_tree } = await call(filterInit, {}, { send })
  for (const parent of catalog_tree) {
    for (const category of parent.children.filter(
      ({ count, children }) => count > 4 && count < 60 && children.length === 0,
    )) {
      const { products } = await call(filter, { catalog: category.id, perpage: 100 }, { send })
      if (products.every(({ variants_count }) => variants_count === 0) && parent.children.length > 1)
        return { parent, category }
    }
  }
  throw new Error('the demo range has no such category')
}

async function optionOf(page: Page, number: string): Promise<string> {
  return (
    (await page
      .locator('main option')
      .filter({ hasText: `№ ${number}` })
      .textContent()) ?? ''
  )
}

async function revokeAll(send: Send): Promise<void> {
  const { items } = await call(priceLinks, {}, { send })
  for (const { id } of items) await call(revokePriceLink, { id }, { send })
}
