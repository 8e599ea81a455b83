import { expect } from '@playwright/test'
import { filter, filterInit, rootCategories } from '#shared/api/catalogue.ts'
import { saveCategory, staffCategories, staffCategory } from '#shared/api/staff/categories.ts'
import { call } from '#web/api/client.ts'
import { picture } from '#tests/support/exchange.ts'
import { expectAccessible, signInAs, test } from './support.ts'

const long = Array.from(
  { length: 8 },
  (_, n) => `Абзац ${n + 1}: как выбрать товар, что проверить при приёмке и какой у него срок службы.`,
).join('\n\n')

test(
  'a category description written by staff is shown above the goods, collapsed when long',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'admin')
    const [category] = (await call(staffCategories, {}, { send })).items
    const id = category?.id ?? 0
    await page.goto('/admin/categories')
    await expect(page.getByRole('heading', { name: 'Разделы каталога' })).toBeVisible()
    await expect(page.getByRole('button', { name: category?.header, exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: category?.header, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('В 1С описания нет')).toBeVisible()
    await dialog.getByRole('button', { name: 'Свой текст' }).click()
    await dialog.getByLabel('Текст над товарами').fill(long)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: 'свой текст' })).toHaveCount(1)

    const buyer = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    const ownerSend = await signInAs(buyer, 'owner')
    await expect
      .poll(async () => (await call(filter, { catalog: id }, { send: ownerSend })).catalog_description, {
        timeout: 30_000,
      })
      .toBe(long)
    const { catalog_tree: tree } = await call(filterInit, {}, { send: ownerSend })
    await buyer.goto(`/catalog/${tree.find((node) => node.id === id)?.url}`)
    const about = buyer.getByRole('region', { name: 'О разделе' })
    await expect(about.getByText(/^Абзац 1:/)).toBeVisible()
    const folded = (await about.boundingBox())?.height ?? 0
    await about.getByRole('button', { name: 'Показать полностью' }).click()
    await expect(about.getByRole('button', { name: 'Свернуть' })).toBeVisible()
    expect((await about.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 2)
    await expectAccessible(buyer)

    const { version } = (await call(staffCategory, { id }, { send })).category
    await call(saveCategory, { id, version, shown: 'exchange', text: '' }, { send })
    await expect
      .poll(async () => (await call(filter, { catalog: id }, { send: ownerSend })).catalog_description, {
        timeout: 30_000,
      })
      .toBe('')
  },
)

test('a picture chosen for a category is on its tile of the home page', async ({ page, browser }) => {
  const send = await signInAs(page, 'admin')
  const category = (await call(staffCategories, {}, { send })).items.find(({ depth }) => depth === 0)
  const id = category?.id ?? 0
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: category?.header, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Файл картинки')
    .setInputFiles({ name: 'раздел.txt', mimeType: 'image/jpeg', buffer: Buffer.from('не картинка') })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog
    .getByLabel('Файл картинки')
    .setInputFiles({ name: 'раздел.jpg', mimeType: 'image/jpeg', buffer: await picture('#7733aa', 300) })
  await expect(dialog.getByAltText('Картинка раздела')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByAltText('своя картинка')).toHaveCount(1)
  const { picture: chosen } = (await call(staffCategory, { id }, { send })).category

  const buyer = await (await browser.newContext()).newPage()
  const ownerSend = await signInAs(buyer, 'owner')
  await expect
    .poll(async () => (await call(rootCategories, {}, { send: ownerSend })).rootCatalog.map((tile) => tile.picture), {
      timeout: 30_000,
    })
    .toContain(chosen)
  await buyer.goto('/')
  await expect(buyer.locator(`img[src*="/${chosen}."]`)).toBeVisible()

  await page.getByRole('button', { name: category?.header, exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Убрать' }).click()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByAltText('своя картинка')).toHaveCount(0)
})

test('a description changed by a colleague is not overwritten', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const category = (await call(staffCategories, {}, { send })).items[1]
  const id = category?.id ?? 0
  const { version } = (await call(staffCategory, { id }, { send })).category
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: category?.header, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Не показывать' }).click()
  const theirs = (await call(saveCategory, { id, version, shown: 'own', text: 'Чужой текст' }, { send })).category
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Данные изменились')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Загрузить заново' }).click()
  await expect(dialog.getByLabel('Текст над товарами')).toHaveValue('Чужой текст')
  await call(saveCategory, { id, version: theirs.version, shown: 'exchange', text: '' }, { send })
})
