import { expect } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { drafts, removeDraft } from '#shared/api/drafts.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, quantityFields, signInAs, test } from './support.ts'

const name = 'Проверка черновика'

async function deleteDrafts(send: Send): Promise<void> {
  for (const { id, header } of (await call(drafts, { perpage: 100 }, { send })).items)
    if (header.startsWith(name)) await call(removeDraft, { id }, { send })
}

test(
  '[P.5] a basket is saved as a named draft, its changes are accepted per line, and it is added to the basket',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await deleteDrafts(send)
    const goods = await findGoods(send, 3)
    await fillBasket(send, goods)

    // On a desktop the bar under the goods does the same as the basket's button.
    await page.goto(isPhone() ? '/cart/' : '/catalog')
    await page.getByRole('button', { name: isPhone() ? 'В черновик' : 'Сохранить черновик' }).click()
    const dialog = page.getByRole('dialog', { name: 'Сохранить в черновик' })
    const field = dialog.getByRole('textbox', { name: 'Название черновика' })
    await expect(field).toHaveValue(/^Корзина от \d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/)
    await field.fill('')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Введите название')).toBeVisible()
    await field.fill(name)
    await dialog.getByRole('checkbox', { name: /Очистить корзину/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Корзина пуста')).toBeVisible()

    // Changes that the shop could make meanwhile: one price, and one good out of stock. A draft is fetched as soon as
    // its row is pointed at.
    await page.route('**/api/drafts/*/', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      const body = (await answer.json()) as { draft: { products: { price: number; now: object; changes: string[] }[] } }
      const changes = [
        (line: { price: number }) => ({ price: line.price - 1, changes: ['price'] }),
        (line: { now: object }) => ({ now: { ...line.now, qnt: 0, available: 0 }, changes: ['stock'] }),
      ]
      const products = body.draft.products.map((line, index) => ({ ...line, ...changes[index]?.(line) }))
      return route.fulfill({ response: answer, json: { ...body, draft: { ...body.draft, products } } })
    })

    await page.goto('/drafts')
    const row = page.getByRole('main').getByRole('link', { name })
    await expect(row).toBeVisible()
    await row.hover()
    await page.getByRole('button', { name: `Переименовать: ${name}` }).click()
    await page.getByRole('textbox', { name: 'Название черновика' }).fill(`${name} 2`)
    await page.keyboard.press('Enter')
    const renamed = page.getByRole('main').getByRole('link', { name: `${name} 2` })
    await expect(renamed).toBeVisible()
    await expectAccessible(page)

    await renamed.click()
    await expect(page.getByText('2 строки изменились с того дня:')).toBeVisible()
    await expect(page.getByText('нет в наличии', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Принять изменения/ }).click()
    await expect(page.getByText('изменились с того дня')).toHaveCount(0)

    const first = quantityFields(page).first()
    await first.fill(String(goods.map(({ step }) => step)[0] ?? 1))
    await first.press('Tab')
    await page
      .getByRole('button', { name: /^Удалить .+/ })
      .last()
      .click()
    await expect(quantityFields(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(quantityFields(page)).toHaveCount(3)

    await page.getByRole('button', { name: 'В корзину' }).click()
    // It fades out, so it is checked first.
    await expect(page.getByText('Добавлено товаров - 3 шт.')).toBeVisible()
    await expect(page).toHaveURL(/\/cart$/)
    await expect
      .poll(async () => (await call(getBasketData, {}, { send })).count)
      .toEqual({ products: 3, total: goods.reduce((sum, { step }, index) => sum + step * (index === 0 ? 1 : 2), 0) })
    await deleteDrafts(send)
  },
)
