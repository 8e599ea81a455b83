import { utils, write } from '@e965/xlsx'
import { expect } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { drafts, getDraft, removeDraft } from '#shared/api/drafts.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, signInAs, test } from './support.ts'
import { chooseFile, expectFocus, reviewBar, reviewRows } from './upload-support.ts'

test(
  '[P.5] guessed columns, ambiguous quantities and goods in the basket are confirmed before adding',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [ordered, odd, plain, ...more] = await findGoods(send, 7)
    if (!ordered || !odd || !plain) throw new Error('the demo range has no such goods')
    await fillBasket(send, [ordered], 1)
    const lines = [
      // Confirmed columns are remembered by their headings.
      isPhone() ? 'а;б;г' : 'а;б;в',
      `${ordered.articul};из сада;${ordered.step * 2}`,
      `${odd.articul};из сада;5-10`,
      `${plain.articul};из сада;${plain.step}`,
      ...more.map(({ articul, step }, index) => `${articul};из сада;${step * (index + 2)}`),
      `Итого;;1000`,
      'Директор Петрова;;',
    ]
    await page.goto('/upload')
    await chooseFile(page, 'садовод.csv', lines.join('\n'))
    await expect(page.getByLabel('Столбец: количество, предположительно')).toBeVisible()
    await expect(page.getByLabel('Столбец: артикул, предположительно')).toBeVisible()
    await expect(reviewBar(page)).toContainText('0 строк войдут в корзину')
    await page.keyboard.press('Control+Enter')
    await expectAccessible(page)
    const confirm = reviewBar(page).getByRole('button', { name: 'Проверьте столбцы' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await expect(reviewBar(page).getByRole('button', { name: 'Добавить в корзину' })).toBeVisible()
    await expect(page.getByText('Столбцы узнаны по содержимому')).toHaveCount(0)
    await expectFocus(page, 'confirming the columns')
    expect(await basketQuantities(send), 'nothing has entered yet').toEqual({ [ordered.id]: ordered.step })

    const row = reviewRows(page).filter({ hasText: odd.articul })
    await expect(row).toContainText('Количество?')
    await expect(row).toContainText('5-10')
    await row.getByRole('button', { name: 'Взять 5' }).focus()
    await page.keyboard.press('Enter')
    await expect(row).toContainText(/Исправлен|Округлено/)
    await expectFocus(page, 'accepting the quantity')

    await page.getByRole('button', { name: /^Все/ }).click()
    const inBasket = reviewRows(page).filter({ hasText: ordered.articul })
    await expect(inBasket).toContainText(`в корзине ${ordered.step}, станет ${ordered.step * 3}`)
    await expect(reviewBar(page)).toContainText('7 строк войдут в корзину')
    await page.getByRole('button', { name: 'Заменить', exact: true }).click()
    await expect(inBasket).toContainText(`в корзине ${ordered.step}, станет ${ordered.step * 2}`)
    await expect(reviewBar(page).getByRole('button', { name: 'Заменить в корзине' })).toBeVisible()
    await page.getByText(/10\sстрок в файле/).click()
    const left = page.getByRole('list', { name: 'Строки файла, которые не вошли в проверку' })
    await expect(left).toContainText('строка 9, итог: Итого')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/cart$/)
    expect(await basketQuantities(send)).toMatchObject({ [ordered.id]: ordered.step * 3, [plain.id]: plain.step })
  },
)

test(
  '[P.5] one of several quantity columns or their sum is used, and a price list is distinguished from an order',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [one, other] = await findGoods(send, 2)
    if (!one || !other) throw new Error('the demo range has no such goods')
    const lines = [
      'Артикул;Наименование;Ленина 12;Мира 5;Итого',
      `${one.articul};${one.header};${one.step};${one.step * 2};${one.step * 3}`,
      `${other.articul};${other.header};;${other.step};${other.step}`,
    ]
    await page.goto('/upload')
    await chooseFile(page, 'магазины.csv', lines.join('\n'))
    const question = page.getByRole('group', { name: /Количества стоят в нескольких столбцах/ })
    await expect(question).toBeVisible()
    await expect(reviewRows(page)).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Столбцы таблицы' })).toContainText('Мира 5')
    await expectAccessible(page)
    for (const name of [/Ленина 12/, /Мира 5/, /Итого/]) await question.getByRole('checkbox', { name }).check()
    await expect(page.getByText('чтобы не заказать дважды')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Взять сумму' })).toBeDisabled()
    await question.getByRole('checkbox', { name: /Итого/ }).uncheck()
    await page.getByRole('button', { name: 'Взять сумму' }).press('Enter')
    await expect(reviewBar(page)).toContainText('2 строки войдут в корзину')
    await expect(reviewRows(page).filter({ hasText: one.articul })).toContainText(`${one.step} + ${one.step * 2}`)
    await expectFocus(page, 'taking the sum')
    await expectAccessible(page)
    await question.getByRole('checkbox', { name: /Мира 5/ }).uncheck()
    await page.getByRole('button', { name: 'Взять этот столбец' }).press('Enter')
    await expect(reviewBar(page)).toContainText('1 строка войдёт в корзину')

    await page.getByRole('button', { name: 'Другой файл' }).click()
    const prices = [
      'Артикул;Наименование;Цена;Остаток',
      ...[one, other].map(({ articul, header, price }) => `${articul};${header};${price};5`),
    ]
    await chooseFile(page, 'прайс.csv', prices.join('\n'))
    await expect(page.getByRole('heading', { name: 'В файле нет заказанных количеств' })).toBeVisible()
    await expect(reviewBar(page)).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  '[P.5] rows hidden by a spreadsheet filter are ordered or skipped as the buyer chooses',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const goods = await findGoods(send, 3)
    const table = [
      ['Артикул', 'Наименование', 'Кол-во'],
      ...goods.map(({ articul, header, step }) => [articul, header, step]),
    ]
    await page.goto('/upload')
    await chooseFile(page, 'с фильтром.xlsx', bookHiding(table, [2, 3]))
    await expect(page.getByText('В файле скрыты 2\u00a0строки с количеством')).toBeVisible()
    await expect(reviewBar(page)).toContainText('1 строка войдёт в корзину')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Заказать и их' }).press('Enter')
    await expect(reviewBar(page)).toContainText('3 строки войдут в корзину')
    await expect(page.getByText('В файле скрыты')).toHaveCount(0)
    await expectFocus(page, 'answering for the hidden rows')
  },
)

test(
  '[P.5] one draft per column: goods are matched once, one click saves, and skipped rows are listed',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await deleteDrafts(send)
    const [one, other, third] = await findGoods(send, 3)
    if (!one || !other || !third) throw new Error('the demo range has no such goods')
    const lines = [
      'Артикул;Наименование;Садовая 3;Невский 7',
      `${other.articul};${other.header};${other.step};${other.step * 2}`,
      `НЕТ-ТАКОГО;Кирпич;77;99`,
      `${one.articul};${one.header};;${one.step}`,
      `СВОЙ-${Date.now()};Наше название;${third.step};`,
    ]
    await page.goto('/upload')
    await chooseFile(page, 'Магазины сети.csv', lines.join('\n'))
    const question = page.getByRole('group', { name: /Количества стоят в нескольких столбцах/ })
    for (const name of [/Садовая 3/, /Невский 7/]) await question.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Черновик на каждый столбец' }).press('Enter')
    await expect(reviewBar(page)).toContainText('2 черновика')
    await expect(reviewBar(page)).toContainText('2 строки останутся в отчёте')
    await expectFocus(page, 'choosing a draft for each')

    await page.getByRole('button', { name: /^Выбрать товар: СВОЙ/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Выберите товар' })
    await dialog.getByRole('combobox').fill(third.articul)
    await expect(dialog.getByRole('option').first()).toContainText(third.articul)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: /^Все/ }).click()
    const nevsky = page.getByLabel(`Невский 7: ${other.articul}`, { exact: true })
    await expect(nevsky).toHaveValue(String(other.step * 2))
    await nevsky.fill(String(other.step * 4))
    await nevsky.press('Enter')
    await expect(nevsky).toHaveValue(String(other.step * 4))
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    const outcome = page.getByRole('status').filter({ hasText: 'Черновики сохранены' })
    await expect(outcome.getByRole('listitem')).toHaveText([
      /Садовая 3 – Магазины сети – 2\sтовара; не вошли строки файла: 3/,
      /Невский 7 – Магазины сети – 2\sтовара; не вошли строки файла: 3/,
    ])
    await expect(outcome.getByRole('link').first()).toBeFocused()
    await expectAccessible(page)
    // Clicking again creates no more drafts.
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await ownDrafts(send)).length).toBe(2)
    const saved = await Promise.all(
      (await ownDrafts(send)).map(async ({ id, header }) => [
        header,
        (await call(getDraft, { id }, { send })).draft.products.map((line) => [line.id, line.qnt]),
      ]),
    )
    expect(Object.fromEntries(saved)).toEqual({
      'Садовая 3 – Магазины сети': [
        [other.id, other.step],
        [third.id, third.step],
      ],
      'Невский 7 – Магазины сети': [
        [other.id, other.step * 4],
        [one.id, one.step],
      ],
    })
    await outcome.getByRole('link').first().press('Enter')
    await expect(page.getByRole('heading', { name: 'Садовая 3 – Магазины сети' })).toBeVisible()
    await deleteDrafts(send)
  },
)

async function ownDrafts(send: Send) {
  return (await call(drafts, { perpage: 100 }, { send })).items.filter(({ header }) => header.endsWith('Магазины сети'))
}

async function deleteDrafts(send: Send): Promise<void> {
  for (const { id } of await ownDrafts(send)) await call(removeDraft, { id }, { send })
}

/** Quantities in the basket over all warehouses. */
async function basketQuantities(send: Send): Promise<Record<number, number>> {
  const { lines } = await call(getBasketData, {}, { send })
  const sums = new Map<number, number>()
  for (const { id, qnt } of lines) sums.set(id, (sums.get(id) ?? 0) + qnt)
  return Object.fromEntries(sums)
}

/** A workbook with rows (from 0) hidden as by a filter. */
function bookHiding(table: unknown[][], hidden: number[]): Buffer {
  const sheet = utils.aoa_to_sheet(table)
  sheet['!rows'] = table.map((_, row) => ({ hidden: hidden.includes(row) }))
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheet, 'Лист1')
  return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

test(
  '[P.5] unread content is listed above the rows: hidden sheets, extra sheets and their rows',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [good] = await findGoods(send, 1)
    if (!good) throw new Error('the demo range has no goods')
    const book = utils.book_new()
    const order = [
      ['Артикул', 'Заказ'],
      [good.articul, good.step],
      ['Подпись', null],
    ]
    for (let index = 1; index <= 33; index += 1)
      utils.book_append_sheet(book, utils.aoa_to_sheet(order), index === 33 ? 'Черновик' : `Точка ${index}`)
    book.Workbook = { Sheets: Array.from({ length: 33 }, (_, index) => ({ Hidden: index === 32 ? 1 : 0 })) }
    await page.goto('/upload')
    await chooseFile(page, 'Точки.xlsx', Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array))
    await expect(page.getByText('На скрытом листе «Черновик» тоже есть количества')).toBeVisible()
    await expect(page.getByText('Листы после тридцатого не читаются, а там ещё 2\u00a0листа с данными')).toBeVisible()
    const tally = page.getByText(/3\sстроки на листе: в проверке 1/)
    await expect(tally).toBeVisible()
    const [above, below] = await Promise.all([tally.boundingBox(), reviewRows(page).first().boundingBox()])
    expect(above?.y).toBeLessThan(below?.y ?? 0)
    await expectAccessible(page)
  },
)

test(
  '[P.5] when no row could be processed, the screen shows the reason for each',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await page.goto('/upload')
    await chooseFile(
      page,
      'Прайс.csv',
      [
        'Артикул;Наименование;Цена',
        ...Array.from({ length: 5 }, (_, row) => `A-${row};Товар ${row};${row + 1}00`),
      ].join('\n'),
    )
    await expect(page.getByRole('heading', { name: 'В файле нет заказанных количеств' })).toBeVisible()
    await expect(page.getByText(/6\sстрок в файле/)).toBeVisible()
    await expectAccessible(page)
  },
)
