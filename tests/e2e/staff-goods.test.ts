import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { filter, product } from '#shared/api/catalogue.ts'
import { countGoodsGaps, saveGood, staffGood, staffGoods, type StaffGoodRow } from '#shared/api/staff/goods.ts'
import { goodsGaps } from '#shared/rules/goods/goods-flags.ts'
import { deleteLabel, staffLabels } from '#shared/api/staff/labels.ts'
import { call, type Send } from '#web/api/client.ts'
import { withCount } from '#web/ui/format.ts'
import { expectAccessible, signInAs, test } from './support.ts'

const drawing = async (background: string) => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
})
const paper = { name: 'Паспорт_изделия.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nпаспорт') }
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' }).click()
/** Goods sold to the demo owner that staff have not edited. */
async function findUnedited(send: Send, ownerSend: Send, at: number): Promise<StaffGoodRow> {
  const { products } = await call(filter, { perpage: 100, page: 3 }, { send: ownerSend })
  const lone = products.filter(({ variants_count: variants, articul }) => variants === 0 && articul !== '')
  for (const { id, articul } of lone.slice(at)) {
    const { items } = await call(staffGoods, { query: articul }, { send })
    const row = items.find((each) => each.id === id)
    if (row && row.by_hand.length + row.tags.length + row.documents_count === 0 && !row.hit && row.pictures_count === 1)
      return row
  }
  throw new Error('the demo has no such good')
}

test('[E.3] changes staff make to a product appear in the buyer’s card', async ({ page, browser }) => {
  const buyer = await (await browser.newContext()).newPage()
  const ownerSend = await signInAs(buyer, 'owner')
  const send = await signInAs(page, 'admin')
  const good = await findUnedited(send, ownerSend, 0)

  await page.goto('/admin/goods')
  await expect(page.getByRole('heading', { name: 'Товары' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Товары' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill(good.articul)
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/query=/)
  await page.getByRole('link', { name: good.header, exact: true }).click()
  await expect(page.getByRole('heading', { name: good.header })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('group', { name: 'Хит' }).getByRole('button', { name: 'Да', exact: true }).click()
  await page.getByLabel('Новая метка').fill('Проверка связи')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Метки товара' }).getByLabel('Проверка связи')).toBeChecked()
  await page.getByLabel('Загрузить картинки: файлы').setInputFiles(await drawing('#1e6f50'))
  await expect(page.getByRole('listitem').filter({ hasText: 'Своя' })).toBeVisible()
  await page.getByRole('button', { name: 'Передвинуть картинку 2 к началу' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Своя' })).toContainText('Главная')
  const choice = page.getByRole('group', { name: 'Что показывать' })
  await choice.getByRole('button', { name: 'Свой текст' }).click()
  await page.getByLabel('Текст для покупателя').fill('Написано вручную')
  await page.getByLabel('Загрузить документы: файлы').setInputFiles({ ...paper, buffer: Buffer.from('<html>') })
  await expect(page.getByText('Подойдёт PDF, DOCX')).toBeVisible()
  await page.getByLabel('Загрузить документы: файлы').setInputFiles(paper)
  await expect(page.getByLabel('Название документа')).toHaveValue('Паспорт изделия')
  const other = await findUnedited(send, ownerSend, 40)
  await page.getByLabel('Сопутствующие: добавить по артикулу или названию').fill(other.articul)
  await page.getByRole('button', { name: `Добавить: ${other.header}` }).click()
  await expectAccessible(page)
  await save(page)
  await expect(page.getByText('Сохранено, покупатели уже видят изменения')).toBeVisible()
  await expectAccessible(page)

  const card = async () => (await call(product, { id: good.id }, { send: ownerSend })).product
  await expect.poll(async () => (await card()).hit, { timeout: 1500 }).toBe(true)
  const { good: kept } = await call(staffGood, { id: good.id }, { send })
  expect(kept.pictures[0]).toMatchObject({ source: 'staff' })
  await expect.poll(async () => (await card()).picture).toBe(kept.pictures[0]?.picture)
  await buyer.goto(`/product/${good.id}`)
  await buyer.getByRole('tab', { name: 'Описание' }).click()
  await expect(buyer.getByRole('tabpanel').getByText('Написано вручную')).toBeVisible()
  await buyer.getByRole('tab', { name: 'Документы' }).click()
  await expect(buyer.getByRole('link', { name: /Паспорт изделия/ })).toBeVisible()
  await buyer.getByRole('tab', { name: 'Сопутствующие' }).click()
  await expect(buyer.getByRole('tabpanel').getByText(other.header).first()).toBeVisible()

  // Undoes all changes.
  await choice.getByRole('button', { name: 'Как в 1С' }).click()
  await page.getByRole('button', { name: 'Убрать картинку 1' }).click()
  await page.getByRole('button', { name: 'Убрать: Паспорт изделия' }).click()
  await page.getByRole('button', { name: `Убрать: ${other.header}` }).click()
  await page
    .getByRole('group', { name: 'Хит' })
    .getByRole('button', { name: /Как в 1С/ })
    .click()
  await save(page)
  await expect(page.getByRole('button', { name: 'Сохранить' })).toBeDisabled()
  await expect.poll(async () => (await card()).picture).toBe(good.picture)
  await dropLabel(send, 'Проверка связи')
})

test('a work list is as long as it says; an empty one says so', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  await page.goto('/admin/goods')
  const { counts } = await call(countGoodsGaps, {}, { send })
  const lists = page.getByLabel('Чего не хватает')
  await expect(lists.getByRole('option')).toHaveCount(1 + goodsGaps.length)
  await expect(lists.getByRole('option', { name: /^Без описания · \d/ })).toBeAttached()
  for (const gap of goodsGaps) {
    await lists.selectOption(gap)
    await expect(page).toHaveURL(new RegExp(`gap=${gap}`))
    await expect(page.getByText(withCount(counts[gap], ['товар', 'товара', 'товаров']), { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto('/admin/goods?gap=price')
  await expect(page.getByText('У всех товаров есть цена')).toBeVisible()
  await page.getByRole('button', { name: 'Показать все' }).click()
  await expect(page.getByRole('table', { name: 'Товары' }).getByRole('link').first()).toBeVisible()
})

test('labels and flags are set for many goods at once; a label is renamed and deleted', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  await page.goto('/admin/goods?perpage=40')
  await page.getByRole('button', { name: 'Метки' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Новая метка').fill('Разом')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Разом' })).toContainText('0 товаров')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const boxes = page.getByRole('checkbox', { name: /^Выбрать / })
  for (const at of [1, 2, 3]) await boxes.nth(at).check()
  await expect(page.getByText('Выбрано записей: 3')).toBeVisible()
  await page.getByLabel('Дать метку').selectOption('Разом')
  await expect(page.getByText('Изменено: 3 товара')).toBeVisible()
  await page.getByRole('group', { name: 'Отмеченные товары' }).getByLabel('Признак').selectOption('Новинка: да')
  await expect(page.getByRole('row').filter({ hasText: 'вручную' })).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Отмеченные товары' }).getByLabel('Признак').selectOption('Новинка: как в 1С')
  await expect(page.getByRole('row').filter({ hasText: 'вручную' })).toHaveCount(0)

  await page.getByRole('main').getByLabel('Метка', { exact: true }).selectOption('Разом · 3')
  await expect(page).toHaveURL(/label=\d+/)
  await expect(page.getByRole('checkbox', { name: /^Выбрать / })).toHaveCount(4)
  await page.getByRole('button', { name: 'Метки' }).click()
  await dialog.getByRole('button', { name: 'Переименовать: Разом' }).click()
  await dialog.getByLabel('Название метки').fill('Разом и навсегда')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.getByRole('button', { name: 'Удалить: Разом и навсегда' }).click()
  await expect(page.getByText('Её потеряют 3 товара')).toBeVisible()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Разом' })).toHaveCount(0)
  expect((await call(staffLabels, {}, { send })).items.map(({ header }) => header)).not.toContain('Разом и навсегда')
})

test('a product changed by another user is not overwritten; leaving an unsaved page asks for confirmation', async ({
  page,
  browser,
}) => {
  const ownerSend = await signInAs(await (await browser.newContext()).newPage(), 'owner')
  const send = await signInAs(page, 'admin')
  const row = await findUnedited(send, ownerSend, 60)
  await page.goto(`/admin/goods/${row.id}`)
  await page.getByRole('group', { name: 'Хит' }).getByRole('button', { name: 'Да', exact: true }).click()
  const { good } = await call(staffGood, { id: row.id }, { send })
  const same = {
    pictures: good.pictures.map(({ picture }) => ({ id: picture })),
    tags: good.tags,
    analogues: good.analogues,
    related: good.related,
    documents: [],
  }
  const changed = await call(
    saveGood,
    { id: row.id, version: good.version, ...same, flags: { novelty: 'no' } },
    { send },
  )
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Данные изменились')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Спецпредложения' }).click()
  await expect(page.getByText('Изменения не сохранены. Уйти без сохранения?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Нет', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/goods/${row.id}$`))
  await page.getByRole('button', { name: 'Загрузить заново' }).click()
  await expect(
    page.getByRole('group', { name: 'Новинка' }).getByRole('button', { name: 'Нет', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('group', { name: 'Хит' }).getByRole('button', { name: /Как в 1С/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('link', { name: 'Спецпредложения' }).click()
  await expect(page).toHaveURL(/\/admin\/offers$/)
  await call(saveGood, { id: row.id, version: changed.good.version, ...same, flags: { novelty: 'exchange' } }, { send })
})

test('leaving an unsaved offer asks for confirmation', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/offers')
  await page.getByRole('link', { name: 'Новая акция' }).click()
  await page.getByRole('link', { name: 'Баннеры' }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)
  await page.goBack()
  await page.getByLabel('Название', { exact: true }).fill('Набросок')
  await page.goBack()
  await page.getByRole('button', { name: 'Нет', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/offers\/new$/)
  await expect(page.getByLabel('Название', { exact: true })).toHaveValue('Набросок')
  await page.getByRole('link', { name: 'Баннеры' }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/banners$/)
})

async function dropLabel(send: Send, name: string): Promise<void> {
  for (const { id, header } of (await call(staffLabels, {}, { send })).items)
    if (header === name) await call(deleteLabel, { id }, { send })
}
