import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { filter, type ProductRow } from '#shared/api/catalogue.ts'
import { saveBanner, staffBanners } from '#shared/api/staff/banners.ts'
import { deleteOffer, saveOffer, staffOffer, staffOffers } from '#shared/api/staff/offers.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { call, type Send } from '#web/api/client.ts'
import { money } from '#web/ui/format.ts'
import { expectAccessible, findGoods, signInAs, test } from './support.ts'

const today = formatDay(dayOf(new Date()))

test('[C.24] an offer created by staff is shown to the buyer with its price', async ({ page, browser }) => {
  const buyer = await (await browser.newContext()).newPage()
  const ownerSend = await signInAs(buyer, 'owner')
  const good = (await findGoods(ownerSend, 40)).find(({ sale, articul }) => !sale && articul !== '') as ProductRow
  const send = await signInAs(page, 'admin')
  const title = 'Неделя новосёла'

  await page.goto('/admin/offers')
  await expect(page.getByRole('heading', { name: 'Спецпредложения' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Новая акция' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Укажите название акции')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Название', { exact: true }).fill(title)
  await fillDays(page)
  await page.getByLabel('Добавить товар: артикул или название').fill(good.articul)
  await page.getByRole('button', { name: `Добавить: ${good.header}` }).click()
  await expectAccessible(page)
  await page.getByLabel('Добавить товар: артикул или название').fill('')

  const prices = page.getByRole('group', { name: good.header, exact: true }).getByRole('textbox')
  await prices.first().fill('99999999')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(/Цена акции должна быть ниже обычной/)).toBeVisible()
  await prices.first().fill('')
  await page.getByLabel('Скидка, %').fill('30')
  await page.getByRole('button', { name: 'Заполнить цены' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Идёт')

  const before = good.price ?? 0
  await expect.poll(async () => (await rowOf(ownerSend, good))?.sale).toBe(true)
  const row = await rowOf(ownerSend, good)
  expect([row?.old_price, (row?.price ?? before) < before]).toEqual([before, true])
  await buyer.goto('/special')
  await expect(buyer.getByText(title).first()).toBeVisible()
  await expect(
    buyer
      .getByRole('main')
      .getByText(money(row?.price ?? 0).replace(/.₽$/, ''))
      .first(),
  ).toBeVisible()
  await removeOffer(send, title)
})

test('an offer changed by another user is not overwritten', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const offer = { title: 'Общая акция', starts: today, ends: today, goods: [] }
  const { id, version } = await call(saveOffer, offer, { send })
  await page.goto(`/admin/offers/${id}`)
  await page.getByLabel('Название', { exact: true }).fill('Моё название')
  await call(saveOffer, { ...offer, id, version, text: 'Чужой текст' }, { send })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('alert')).toContainText('Данные изменились')
  await expect(page.getByLabel('Название', { exact: true })).toHaveValue('Моё название')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Загрузить заново' }).click()
  await expect(page.getByLabel('Текст для покупателя')).toHaveValue('Чужой текст')
  await expect(page.getByLabel('Название', { exact: true })).toHaveValue('Общая акция')
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/offers$/)
  await expect(call(staffOffer, { id }, { send })).rejects.toMatchObject({ status: 404 })
})

test('a banner with an uploaded picture shows to the buyer; a file that is not a picture is rejected', async ({
  page,
  browser,
}) => {
  const send = await signInAs(page, 'admin')
  const title = 'Новый склад в Твери'
  await page.goto('/admin/banners')
  await expect(page.getByRole('heading', { name: 'Баннеры' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Баннеры' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Новый баннер' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ссылка внутри портала').fill('//evil.example')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Укажите заголовок')).toBeVisible()
  await expect(dialog.getByText(/Ссылка ведёт внутрь портала/)).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Заголовок').fill(title)
  await dialog.getByLabel('Ссылка внутри портала').fill('/special')
  await dialog
    .getByLabel('Файл картинки')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') })
  await expect(dialog.getByText('Файл не является картинкой')).toBeVisible()
  const drawn = await sharp({ create: { width: 1200, height: 300, channels: 3, background: '#2b6cb0' } })
    .png()
    .toBuffer()
  await dialog.getByLabel('Файл картинки').setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: drawn })
  await expect(dialog.locator('img')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Показывается')

  const { items } = await call(staffBanners, {}, { send })
  const made = items.find((banner) => banner.title === title)
  expect(made).toMatchObject({ link: '/special', picturetype: 'webp' })
  const buyer = await (await browser.newContext()).newPage()
  await signInAs(buyer, 'owner')
  await buyer.goto('/')
  const shown = buyer.getByRole('region', { name: 'Баннеры' }).locator('a', { hasText: title })
  await expect(shown.locator(`img[src^="/dbpics/${made?.picture}.webp"]`)).toHaveCount(1)

  await page.getByRole('button', { name: `Изменить: ${title}` }).click()
  await call(
    saveBanner,
    { title, link: '/special', picture: made?.picture, text: 'Чужой текст', id: made?.id, version: made?.version },
    { send },
  )
  await dialog.getByLabel('Текст', { exact: true }).fill('Мой текст')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Данные изменились')
  await expect(dialog.getByLabel('Текст', { exact: true })).toHaveValue('Мой текст')
  await dialog.getByRole('button', { name: 'Загрузить заново' }).click()
  await expect(dialog.getByLabel('Текст', { exact: true })).toHaveValue('Чужой текст')
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toHaveCount(0)
})

test('staff manage search synonyms', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/synonyms')
  await expect(page.getByRole('heading', { name: 'Синонимы поиска' })).toBeVisible()
  await expectAccessible(page)
})

test('deleting a synonym set can be undone; a failed undo is reported', async ({ page }) => {
  const words = 'пробник, щупальце'
  await signInAs(page, 'admin')
  await page.goto('/admin/synonyms')
  await page.getByLabel('Новый набор').fill(words)
  await page.getByRole('button', { name: 'Добавить' }).click()
  const remove = page.getByRole('button', { name: `Удалить: ${words}` })
  const deletedNote = page.getByText(`Удалено: ${words}`)
  await remove.click()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(deletedNote).toBeHidden({ timeout: 1500 })
  await remove.click()
  await page.route('**/api/staff/synonyms/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByText('Набор не возвращён')).toBeVisible()
  await expect(remove).toHaveCount(0)
})

async function fillDays(page: Page): Promise<void> {
  for (const label of ['Первый день', 'Последний день']) {
    await page.getByLabel(label).fill(today)
    await page.getByLabel(label).press('Tab')
  }
}

async function rowOf(send: Send, { id, articul }: ProductRow): Promise<ProductRow | undefined> {
  return (await call(filter, { query: articul }, { send })).products.find((row) => row.id === id)
}

async function removeOffer(send: Send, title: string): Promise<void> {
  for (const offer of (await call(staffOffers, {}, { send })).items)
    if (offer.title === title) await call(deleteOffer, { id: offer.id }, { send })
}
