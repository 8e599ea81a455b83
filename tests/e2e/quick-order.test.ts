import { expect, type Page } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { filter } from '#shared/api/catalogue.ts'
import { addCartFromPricelist, quickOrder } from '#shared/api/uploads.ts'
import { call } from '#web/api/client.ts'
import { expectFullyVisible } from './upload-support.ts'
import { contracts, expectAccessible, findGoods, chooseInHeader, signInAs, test } from './support.ts'

test('20 known article numbers are added to the basket in under 90 s, by keyboard only, two keys per line', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const goods = await findGoods(send, 20)
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(kind, () => sessionStorage.setItem('pointed', kind), true)
  })
  let pressed = 0
  const press = (key: string) => {
    pressed += 1
    return page.keyboard.press(key)
  }

  const began = Date.now()
  await page.goto('/quick-order')
  await expect(code(page, 1)).toBeFocused()
  for (const { articul, step } of goods) {
    await page.keyboard.type(articul)
    await press('Enter')
    await page.keyboard.type(String(step * 2))
    await press('Enter')
  }
  expect(pressed).toBeLessThanOrEqual(2 * goods.length)
  await press('Control+Enter')
  await expect(page.getByText('Добавлено товаров - 20 шт.')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(90_000)
  await expect(page).toHaveURL(/\/cart$/)
  expect(await page.evaluate(() => sessionStorage.getItem('pointed'))).toBeNull()

  const { lines } = await call(getBasketData, {}, { send })
  const inBasket = Map.groupBy(lines, ({ id }) => id)
  for (const { id, step, header } of goods)
    expect(
      inBasket.get(id)?.reduce((sum, { qnt }) => sum + qnt, 0),
      header,
    ).toBeCloseTo(step * 2)
  await page.goto('/quick-order')
  await expect(code(page, 1)).toHaveValue('')
})

test('[P.5] rows show the matched product and any errors while the user types', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [plain, other] = await findGoods(send, 2)
  const [stepped] = (await call(filter, { available: 1, perpage: 100, page: 1 }, { send })).products.filter(
    (row) => row.variants_count === 0 && row.step > 1 && row.available_for_order >= row.step * 4,
  )
  if (!plain || !other || !stepped) throw new Error('the demo range has no such goods')
  await page.goto('/quick-order')
  await enter(page, 1, plain.articul.toLowerCase(), String(plain.step))
  await expect(row(page, 1)).toContainText(plain.header)
  await enter(page, 2, stepped.articul, String(stepped.step + 1))
  await expect(row(page, 2)).toContainText(`было ${stepped.step + 1}, кратность ${stepped.step}`)
  await expect(amount(page, 2)).toHaveValue(String(stepped.step * 2))
  await enter(page, 3, `${plain.articul}-нет`, '2')
  await expect(row(page, 3)).toContainText('Нет такого артикула')
  await expect(bar(page)).toContainText('2 строки готовы')
  await expect(bar(page)).toContainText('1 строка не найдена')

  // A suggestion of the search can be chosen as well.
  await code(page, 4).pressSequentially(other.articul)
  const option = page.getByRole('option').filter({ hasText: other.articul }).first()
  await expect(option).toBeVisible()
  await code(page, 4).press('Control+A')
  await code(page, 4).pressSequentially('саморез гипсокартон')
  await expect(page.getByRole('option').filter({ hasText: 'Саморез' }).first()).toBeVisible()
  await expectFullyVisible(page)
  await code(page, 4).press('Control+A')
  await code(page, 4).pressSequentially(other.articul)
  await expect(option).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('div[role=option][aria-selected=true]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await code(page, 4).fill('')
  await code(page, 4).pressSequentially(other.articul)
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(amount(page, 4)).toBeFocused()
  await expect(code(page, 4)).toHaveValue(other.articul)
  await page.keyboard.type(String(other.step))
  await page.keyboard.press('Enter')

  // For an unknown article others are offered after its quantity, and a dialog searches for any good.
  await amount(page, 3).focus()
  await page.keyboard.press('Tab')
  await expect(row(page, 3).getByRole('button').first()).toBeFocused()
  await row(page, 3)
    .getByRole('button', { name: /^Найти товар/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Выберите товар' })
  await dialog.getByRole('combobox').fill(other.articul)
  await expect(dialog.getByRole('option').first()).toContainText(other.articul)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.reload()
  await expect(code(page, 4)).toHaveValue(other.articul)
  await expect(row(page, 1)).toContainText(plain.header)
  await row(page, 4).getByRole('button', { name: 'Удалить строку 4' }).click()
  await expect(code(page, 4)).toHaveValue('')
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(code(page, 4)).toHaveValue(other.articul)
  await page.getByRole('button', { name: /^Добавить в корзину/ }).click()
  await expect(page.getByText('Добавлено товаров - 3 шт.')).toBeVisible()
  await expect(code(page, 1)).toHaveValue(`${plain.articul}-нет`)
  await expect(bar(page)).toContainText('0 строк готовы')
})

test('a code scanned into the dialog chooses its good before suggestions, never one of an earlier text', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const [first, second] = await findGoods(send, 2)
  if (!first || !second) throw new Error('the demo range is empty')
  await page.goto('/quick-order')
  await enter(page, 1, `${first.articul}-нет`, '2')
  await row(page, 1)
    .getByRole('button', { name: /^Найти товар/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Выберите товар' })
  await dialog.getByRole('combobox').fill(first.header)
  await expect(dialog.getByRole('option').first()).toContainText(first.header)
  let release = () => {}
  const inBasket = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search/**', async (route) => {
    await inBasket
    await route.continue()
  })
  // A scanner types the code and presses Enter at once: the goods of the text before it are still shown.
  await dialog.getByRole('combobox').fill(second.articul)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('[role=option][aria-selected=true]')).toHaveCount(0)
  release()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 1)).toContainText(second.header)
})

test(
  'quantities are added to the basket or replace it, and the total shows only what will be added',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [good] = await findGoods(send, 1)
    if (!good) throw new Error('the demo range is empty')
    const basketUnits = async () =>
      (await call(getBasketData, {}, { send })).lines
        .filter(({ id }) => id === good.id)
        .reduce((sum, { qnt }) => sum + qnt, 0)
    await call(addCartFromPricelist, { cartList: { [good.id]: 1_000_000 } }, { send })
    const all = await basketUnits()
    await page.goto('/quick-order')
    await enter(page, 1, good.articul, String(good.step))
    await expect(row(page, 1)).toContainText('в корзине уже')
    await expect(bar(page)).toContainText('0 строк готовы')
    await expect(bar(page)).toContainText('1 уже в корзине, больше нет')
    await expect(bar(page).getByRole('button', { name: /^Добавить в корзину/ })).toBeDisabled()
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Заменить', exact: true }).click()
    await expect(row(page, 1)).toContainText(/в корзине [\d\s,]+, станет/)
    await expect(bar(page)).toContainText('1 строка готова')
    await expectAccessible(page)
    await page.reload()
    await bar(page)
      .getByRole('button', { name: /^Заменить в корзине/ })
      .click()
    await expect(page).toHaveURL(/\/cart$/)
    const left = await basketUnits()
    expect(left).toBeCloseTo(good.step)
    expect(left).toBeLessThan(all)
  },
)

test('500 rows pasted from a spreadsheet are checked in one request', async ({ page, context }) => {
  const send = await signInAs(page, 'owner')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const known: { articul: string; step: number }[] = []
  for (let number = 1; known.length < 500; number += 1) {
    const { products } = await call(filter, { perpage: 100, page: number, available: 1 }, { send })
    known.push(...products.filter(({ variants_count, articul }) => variants_count === 0 && articul !== ''))
  }
  const lines = known.slice(0, 500).map(({ articul, step }) => `${articul}\t${step}`)
  const calls: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(quickOrder.path)) calls.push((request.postDataJSON() as { rows: unknown[] }).rows.length)
  })
  await page.goto('/quick-order')
  await expect(code(page, 1)).toBeFocused()
  await page.evaluate((text) => navigator.clipboard.writeText(text), ['Артикул\tКол-во', ...lines].join('\r\n'))
  await page.keyboard.press('Control+V')
  await expect(code(page, 500)).not.toHaveValue('')
  await expect(bar(page)).toContainText(/4\d\d строк|500 строк/, { timeout: 20_000 })
  expect(calls).toHaveLength(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(code(page, 499)).toBeVisible()
  await page.getByRole('button', { name: 'Очистить' }).click()
  await expect(code(page, 1)).toHaveValue('')
  // The row's undo notification may still cover it.
  await page.getByRole('button', { name: 'Вернуть' }).last().click()
  await expect(code(page, 1)).not.toHaveValue('')
})

test('a pasted table follows the upload rules: clear rows fill the grid, doubtful ones open the review', async ({
  page,
  context,
}) => {
  const send = await signInAs(page, 'owner')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [first, second, third] = await findGoods(send, 3)
  if (!first || !second || !third) throw new Error('the demo range has no such goods')
  const paste = async (lines: readonly (readonly (string | number)[])[]) => {
    await page.goto('/quick-order')
    await expect(code(page, 1)).toBeFocused()
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      lines.map((line) => line.join('\t')).join('\r\n'),
    )
    await page.keyboard.press('Control+V')
  }
  const review = page.getByRole('heading', { name: 'Вставленные строки' })
  const clear = () => page.getByRole('button', { name: 'Очистить' }).click()

  // The buyer's codes and row numbers collide with ours: the names decide.
  await paste([
    ['Код', 'Наименование', 'Кол-во'],
    ['1', first.header, first.step],
    ['2', second.header, second.step],
  ])
  await expect(row(page, 1)).toContainText(first.header)
  await expect(row(page, 2)).toContainText(second.header)
  await expect(bar(page)).toContainText('2 строки готовы')
  await clear()

  // Stock, minimum and pack columns beside the order.
  await paste([
    ['Артикул', 'Кол-во на складе', 'Мин. заказ', 'Количество в упаковке', 'Заказ'],
    [first.articul, 900, 5, 12, first.step],
    [second.articul, 800, 5, 24, second.step],
    ['', '', '', 'Итого', 99],
  ])
  await expect(amount(page, 1)).toHaveValue(String(first.step))
  await expect(amount(page, 2)).toHaveValue(String(second.step))
  await expect(page.getByText('Не вошли: 1 итоговая')).toBeVisible()
  await clear()

  // Two columns without headings are those of the grid.
  await paste([
    [first.articul, first.step],
    [second.articul, second.step],
    ['нет-такого-1', 3],
  ])
  await expect(row(page, 3)).toContainText('Нет такого артикула')
  await expect(bar(page)).toContainText('2 строки готовы')
  await clear()

  const asking = {
    'a price before the quantity': [
      [first.articul, 'Товар', 4780, 2],
      [second.articul, 'Другой товар', 9840, 3],
    ],
    'two shops': [
      ['Артикул', 'Магазин 1', 'Магазин 2'],
      [first.articul, 1, 2],
      [second.articul, 3, 4],
    ],
    'an article of ours with another name': [
      ['Артикул', 'Наименование', 'Кол-во'],
      [first.articul, third.header, 5],
    ],
    'an unknown code': [
      ['Код', 'Наименование', 'Кол-во'],
      ['00-00000001', 'Веник сорго хозяйственный', 5],
    ],
    'running numbers beside quantities': [
      ['1', 5],
      ['2', 6],
      ['3', 9],
    ],
    'a message': [['Добрый день!'], ['дрель makita 2 шт'], ['круг отрезной 10 шт']],
  }
  for (const [what, lines] of Object.entries(asking)) {
    await paste(lines)
    await expect(review, what).toBeVisible()
    await expect(page, what).toHaveURL(/\/upload$/)
  }
  await page.goto('/quick-order')
  await expect(code(page, 1)).toHaveValue('')
})

test('[T.12] switching contracts keeps the rows and recalculates them; a lost connection is reported', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('the demo range is empty')
  await page.goto('/quick-order')
  await enter(page, 1, good.articul, String(good.step))
  await expect(row(page, 1)).toContainText(good.header)
  const request = page.waitForRequest((request) => request.url().endsWith(quickOrder.path))
  await chooseInHeader(page, 'Договор', contracts.deferred)
  expect(((await request).postDataJSON() as { rows: { code: string }[] }).rows[0]?.code).toBe(good.articul)
  await expect(code(page, 1)).toHaveValue(good.articul)
  await expect(row(page, 1)).toContainText(good.header)

  await page.route(`**${quickOrder.path}`, (route) => route.abort())
  await enter(page, 2, 'DDF485Z', '4')
  const alert = page.getByRole('alert').filter({ hasText: 'Строки не проверены' })
  await expect(alert).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await alert.getByRole('button', { name: 'Повторить' }).click()
  await expect(alert).toHaveCount(0)
})

test('a user without the right to fill a basket sees a message', async ({ page }) => {
  for (const who of ['accountant', 'receiver'] as const) {
    await signInAs(page, who)
    for (const [path, title] of [
      ['/quick-order', 'Быстрый заказ вам недоступен'],
      ['/upload', 'Заказ из файла вам недоступен'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Быстрый заказ' })).toHaveCount(0)
    }
    await expectAccessible(page)
  }
})

function code(page: Page, rowNumber: number) {
  return page.getByRole('combobox', { name: `Артикул или код, строка ${rowNumber}`, exact: true })
}

function amount(page: Page, rowNumber: number) {
  return page.getByRole('textbox', { name: `Количество, строка ${rowNumber}`, exact: true })
}

function row(page: Page, rowNumber: number) {
  return page.locator('main tr, main li').filter({ has: code(page, rowNumber) })
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Итог быстрого заказа' })
}

async function enter(page: Page, rowNumber: number, text: string, quantity: string): Promise<void> {
  await code(page, rowNumber).focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.keyboard.type(quantity)
  await page.keyboard.press('Enter')
}
