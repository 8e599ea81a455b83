import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils, write } from '@e965/xlsx'
import { expect, type Page } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { filter, filterInit, type ProductRow } from '#shared/api/catalogue.ts'
import { getPriceList } from '#shared/api/price-lists.ts'
import { addCartFromPricelist, uploadsFromBuffer, uploadsFromFile } from '#shared/api/uploads.ts'
import { call, type Send } from '#web/api/client.ts'
import { contracts, expectAccessible, findGoods, isPhone, chooseInHeader, signInAs, test } from './support.ts'

const samples = '../shared/samples/pricelists'

test(
  '[P.5] [M.8] a file is reviewed, corrected in place and added to the basket; confirmed matches are remembered',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [sure, asked, other, left] = await findGoods(send, 4)
    const out = (await call(filter, { perpage: 100 }, { send })).products.find(
      (row) => row.variants_count === 0 && row.available_for_order === 0,
    )
    if (!sure || !asked || !other || !left || !out) throw new Error('the demo range has no such goods')
    const own = `СВОЙ-${Date.now()}`
    const order = book([
      ['Заявка на ноябрь', '', ''],
      ['Артикул', 'Наименование', 'Кол-во'],
      [sure.articul, sure.header, sure.step],
      [sure.articul, sure.header, sure.step],
      [own, 'Наше название', other.step],
      [asked.articul, asked.header, 'две'],
      [out.articul, out.header, 1],
      [left.articul, left.header, left.step],
    ])
    await page.goto('/upload')
    await expectAccessible(page)
    await choose(page, 'Заявка ноябрь.xlsx', order)
    await expect(page.getByRole('heading', { name: 'Заявка ноябрь.xlsx' })).toBeVisible()
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).nth(0)).toContainText('Не найден')
    await expect(rows(page).nth(1)).toContainText('Количество?')
    await expect(rows(page).nth(2)).toContainText('Нет в наличии')
    await expect(rows(page).nth(3)).toContainText('строки 3 и 4')
    await expect(bar(page)).toContainText('2 строки войдут в корзину')
    // Scrolls a row partly covered by the bar into view.
    if (isPhone()) await page.locator('#main').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expectAccessible(page)

    await page.getByRole('button', { name: `Выбрать товар: ${own}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Выберите товар' })
    await dialog.getByRole('combobox').fill(other.articul)
    await expect(dialog.getByRole('option').first()).toContainText(other.articul)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).nth(0)).toContainText('Исправлен')
    await expect(rows(page).nth(0)).toContainText(other.header)
    const typed = rows(page).nth(1).getByRole('textbox')
    await typed.fill(String(asked.step * 3))
    await typed.press('Enter')
    await expect(rows(page).nth(1)).toContainText('Исправлен')
    await page.getByRole('button', { name: /^Все/ }).click()
    await page.getByRole('button', { name: `Не заказывать: ${left.articul}` }).click()
    await expect(rows(page).filter({ hasText: left.articul })).toContainText('Исключён')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать отчёт' }).click()
    const report = await saved
    expect(report.suggestedFilename()).toBe('Отчёт_Заявка ноябрь.xlsx')
    expect(firstSheet(await report.path())).toContainEqual(expect.arrayContaining(['7', 'Нет в наличии', out.articul]))

    // The review survives a reload, closing it and a visit to the basket.
    await page.reload()
    await expect(bar(page)).toContainText('3 строки войдут в корзину')
    await page.getByRole('button', { name: 'Другой файл' }).click()
    await expectAccessible(page)
    await page
      .getByRole('region', { name: 'Незаконченные проверки' })
      .getByRole('button', { name: 'Продолжить' })
      .click()
    await expect(bar(page)).toContainText('3 строки войдут в корзину')
    await page.locator('nav:visible').getByRole('link', { name: 'Корзина' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await page.goBack()
    await expect(bar(page)).toContainText('3 строки войдут в корзину')
    await page.getByRole('button', { name: 'Добавить в корзину' }).click()
    await expect(page.getByText('Заказ добавлен в корзину')).toBeVisible()
    await expect(page.getByText('Добавлено товаров - 3 шт.')).toBeVisible()
    await expect(page).toHaveURL(/\/cart$/)
    expect(await basketQuantities(send)).toEqual({
      [sure.id]: sure.step * 2,
      [other.id]: other.step,
      [asked.id]: asked.step * 3,
    })
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Заявка ноябрь.xlsx' })).toBeVisible()
    await page.getByRole('button', { name: /^Все/ }).click()
    await expect(rows(page).filter({ hasText: own })).toContainText('Исправлен')
    await page.getByRole('button', { name: 'Другой файл' }).click()
    await expect(page.getByRole('heading', { name: 'Заказ из файла' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Продолжить' })).toHaveCount(0)
    await choose(page, 'Заявка декабрь.csv', Buffer.from(`Артикул;Кол-во\n${own};${other.step}\n`))
    await expect(page.getByRole('heading', { name: 'Заявка декабрь.csv' })).toBeVisible()
    await expect(rows(page).first()).toContainText(other.header)
    await expect(rows(page).first()).toContainText('Найден')
  },
)

test('rows pasted anywhere on the page are read; a wrong column can be corrected', async ({ page, context }) => {
  const send = await signInAs(page, 'owner')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const goods = await findGoods(send, 4)
  const text = [
    'Позиция\tСколько есть\tСколько брать',
    ...goods.map(({ articul, step }, index) => `${articul}\t${index + 70}\t${step}`),
  ].join('\r\n')
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Заказ из файла' })).toBeVisible()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
  await expect(page.getByRole('heading', { name: 'Вставленные строки' })).toBeVisible()
  await page.getByLabel('Столбец: количество').selectOption('2')
  await expect(page.getByLabel('Столбец: количество')).toHaveValue('2')
  await expect(page.getByLabel('Столбец: артикул')).toHaveValue('0')
  await expect(bar(page)).toContainText('4 строки войдут в корзину')
  // Another contract has other goods and prices.
  const again = page.waitForRequest(`**${uploadsFromBuffer.path}`)
  await chooseInHeader(page, 'Договор', contracts.deferred)
  expect((await again).postDataJSON()).toMatchObject({ columns: { qnt: 2 } })
  await expect(bar(page)).toContainText('войдут в корзину')
  const back = page.waitForResponse(`**${uploadsFromBuffer.path}`)
  await chooseInHeader(page, 'Договор', contracts.main)
  await back
  await expect(bar(page)).toContainText('4 строки войдут в корзину')
  await expect(bar(page).getByRole('button', { name: 'Добавить в корзину' })).toBeEnabled()
  // A quantity still being typed is included.
  await page.getByRole('button', { name: /^Все/ }).click()
  await rows(page)
    .first()
    .getByRole('textbox')
    .fill(String((goods[0]?.step ?? 0) * 2))
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/cart$/)
  expect(await basketQuantities(send)).toEqual(
    Object.fromEntries(goods.map(({ id, step }, index) => [id, index === 0 ? step * 2 : step])),
  )
})

test('[C.47] an addition whose answer was lost adds nothing twice after a reload', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('the demo range has no such good')
  const before = (await basketQuantities(send))[good.id] ?? 0
  await page.goto('/upload')
  await choose(page, 'Заявка.csv', Buffer.from(`Артикул;Кол-во\n${good.articul};${good.step}\n`))
  const add = bar(page).getByRole('button', { name: 'Добавить в корзину' })
  await page.route(
    `**${addCartFromPricelist.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await add.click()
  await expect(page.getByText('Товары не добавлены')).toBeVisible()
  expect((await basketQuantities(send))[good.id]).toBe(before + good.step)
  await page.reload()
  await add.click()
  await expect(page).toHaveURL(/\/cart$/)
  expect((await basketQuantities(send))[good.id]).toBe(before + good.step)
})

test('rows edited after a lost answer and a reload are not added on top of the first ones', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('the demo range has no such good')
  const before = (await basketQuantities(send))[good.id] ?? 0
  await page.goto('/upload')
  await choose(page, 'Заявка.csv', Buffer.from(`Артикул;Кол-во\n${good.articul};${good.step}\n`))
  const add = bar(page).getByRole('button', { name: 'Добавить в корзину' })
  await page.route(
    `**${addCartFromPricelist.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await add.click()
  await expect(page.getByText('Товары не добавлены')).toBeVisible()
  await page.reload()
  const quantity = rows(page).first().getByRole('textbox')
  await quantity.fill(String(good.step * 2))
  await quantity.press('Enter')
  await expect(rows(page).first()).toContainText('Исправлен')
  await add.click()
  await expect(page).toHaveURL(/\/cart$/)
  expect((await basketQuantities(send))[good.id]).toBe(before + good.step * 2)
})

test(
  'a review that was ordered shows what the basket has since, and stays ordered',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [good] = await findGoods(send, 1)
    if (!good) throw new Error('the demo range has no such good')
    const back = async () => {
      await page.goBack()
      await expect(page).toHaveURL(/\/upload$/)
      return expect(rows(page).first())
    }
    await page.goto('/upload')
    await choose(page, 'Заявка.csv', Buffer.from(`Артикул;Кол-во\n${good.articul};${good.step}\n`))
    await bar(page).getByRole('button', { name: 'Добавить в корзину' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    const ordered = (await basketQuantities(send))[good.id] ?? 0
    await (await back()).toContainText(`в корзине ${ordered}, станет ${ordered + good.step}`)

    await page.goForward()
    await page.getByRole('button', { name: 'Очистить' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
    await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
    await (await back()).not.toContainText('в корзине')

    await page.getByRole('button', { name: 'Другой файл' }).click()
    await expect(page.getByRole('textbox', { name: 'Строки из таблицы' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Незаконченные проверки' })).toHaveCount(0)
  },
)

test('10,000 rows scroll smoothly by mouse and keyboard', async ({ page, context }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findGoods(send, 40)
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index % 250 === 0 ? `${goods[index / 250]?.articul}\t${goods[index / 250]?.step}` : `НЕТ-${index}\t1`,
  )
  await page.goto('/upload')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), ['Артикул\tКоличество', ...lines].join('\n'))
  await page.getByRole('textbox', { name: 'Строки из таблицы' }).press('Control+V')
  await page.getByRole('button', { name: 'Все 10000' }).click({ timeout: 40_000 })
  await expect(page.getByRole('table', { name: 'Строки файла' })).toHaveAttribute('aria-rowcount', '10001')
  expect(await rows(page).count()).toBeLessThan(90)
  const main = page.locator('#main')
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '10001')
  expect(await rows(page).count()).toBeLessThan(90)
  // Upwards from the last rows that can be ordered: the page scrolls with the focus.
  await rows(page).last().getByRole('textbox').focus()
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp')
  const focused = await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))
  expect(Number(focused)).toBe(10_001 - 20)
})

test('a filled-in copy of our price list is recognised without questions', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const { catalog_tree } = await call(filterInit, {}, { send })
  const category = catalog_tree.flatMap(({ children }) => children).find(({ count }) => count > 4 && count < 60)
  const { products } = await call(filter, { catalog: category?.id, perpage: 100 }, { send })
  const wanted = products.find((row) => row.variants_count === 0 && row.available_for_order >= row.step * 3)
  if (!category || !wanted) throw new Error('the demo range has no such category')
  const filled = fillOrder(await priceList(page, send, category.id), wanted)
  await page.goto('/upload')
  await choose(page, 'Прайс-лист.xlsx', filled)
  await expect(page.getByText('наш прайс-лист')).toBeVisible()
  await expect(page.getByText('Столбцы:')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(wanted.header)
  await expect(bar(page)).toContainText('1 строка войдёт в корзину')
})

test('an unreadable file shows an error with a way to continue', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/upload')
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await choose(page, 'фото.xlsx', picture)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('фото.xlsx')
  await expect(alert).toContainText('сохраните его как XLSX или CSV')
  await expectAccessible(page)
  await page.getByLabel('Файл с заказом').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(21 * 1024 * 1024)], 'большой.xlsx'))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(alert).toContainText('Файл больше 20 МБ')
  await page.route(`**${uploadsFromFile.path}`, (route) =>
    route.fulfill({
      status: 429,
      json: { status: 'error', code: 'tooManyRequests', message: 'Слишком много попыток. Попробуйте позже' },
    }),
  )
  await choose(page, 'заказ.csv', Buffer.from('Артикул;Кол-во\nНЕТ;1\n'))
  await expect(alert).toContainText('Слишком много попыток')
  await page.unrouteAll({ behavior: 'wait' })
  await alert.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('heading', { name: 'заказ.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Другой файл' }).click()
  await choose(page, 'без количества.csv', Buffer.from('Артикул;Цвет\nA1;красный\nA2;синий\n'))
  await expect(page.getByRole('heading', { name: 'В файле нет заказанных количеств' })).toBeVisible()
  await expectAccessible(page)
})

test('real-world price lists are reviewed or ask for a column', async ({ page }) => {
  test.skip(!existsSync(samples), 'the samples are not here')
  await signInAs(page, 'owner')
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  for (const name of readdirSync(samples)) {
    await page.goto('/upload')
    await page.getByLabel('Файл с заказом').setInputFiles(join(samples, name))
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Столбцы:')).toBeVisible()
    // Otherwise the next visit would continue with it.
    await page.getByRole('button', { name: 'Другой файл' }).click()
  }
  expect(faults).toEqual([])
})

function rows(page: Page) {
  return page.locator('main [data-index]')
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Итог проверки' })
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Файл с заказом').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

function firstSheet(path: string): unknown[][] {
  const workbook = read(readFileSync(path))
  return utils.sheet_to_json(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}

function book(table: unknown[][]): Buffer {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(table), 'Лист1')
  return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** Quantities in the basket over all warehouses. */
async function basketQuantities(send: Send): Promise<Record<number, number>> {
  const { lines } = await call(getBasketData, {}, { send })
  const sums = new Map<number, number>()
  for (const { id, qnt } of lines) sums.set(id, (sums.get(id) ?? 0) + qnt)
  return Object.fromEntries(sums)
}

async function priceList(page: Page, send: Send, category: number): Promise<Buffer> {
  const { link } = await call(getPriceList, { categories: [category], available: false }, { send })
  for (;;) {
    const response = await page.request.get(link)
    if (response.status() === 200) return response.body()
    await page.waitForTimeout(300)
  }
}

function fillOrder(bytes: Buffer, { articul, step }: ProductRow): Buffer {
  const workbook = read(bytes)
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}
  const table = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
  const headings = table.findIndex((row) => row.includes('Заказ'))
  const heads = table[headings] ?? []
  const place = table.findIndex((row, index) => index > headings && row[heads.indexOf('Артикул')] === articul)
  sheet[utils.encode_cell({ r: place, c: heads.indexOf('Заказ') })] = { t: 'n', v: step * 2 }
  return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
