import { expect, type Locator, type Page } from '@playwright/test'
import { getBasketData, processProductSet, saveBasketComment } from '#shared/api/basket.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { addFavorite } from '#shared/api/lists.ts'
import { call, type Send } from '#web/api/client.ts'
import { quantity } from '#web/ui/format.ts'
import { expectAccessible, findGoods, isPhone, signInAs, test } from './support.ts'

const giveQuantity = 'Укажите количество товара'
const rowOf = (page: Page, { articul }: ProductRow) =>
  page
    .getByRole(isPhone() ? 'listitem' : 'row')
    .filter({ hasText: articul })
    .filter({ has: page.getByRole('textbox') })
const fieldOf = (page: Page, goods: ProductRow) => page.getByLabel(`Количество: ${goods.articul}`, { exact: true })

test(
  '[V.6] an emptied field restores its value, and nothing is added to the basket',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [fresh, inBasket] = await twoGoods(send)
    const sent = basketCalls(page)
    await page.goto('/catalog?available=1')
    for (const goods of [fresh, inBasket]) {
      const field = fieldOf(page, goods)
      const shown = quantity(goods === inBasket ? goods.step * 3 : goods.step)
      for (const leave of waysToLeave(page)) {
        await expect(field).toHaveValue(shown)
        await field.fill('')
        await expect(field).toHaveValue('')
        await leave(field)
        await expect(field).toHaveValue(shown)
      }
    }
    await expectNothingSent(page, sent)
    expect((await call(getBasketData, {}, { send })).products).toEqual({
      [inBasket.id]: { [wms(inBasket)]: inBasket.step * 3 },
    })
  },
)

test(
  '[V.6] an emptied field adds nothing from favourites, the card or the basket',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [fresh, inBasket] = await twoGoods(send)
    await call(addFavorite, { id: fresh.id }, { send })
    const sent = basketCalls(page)
    const places = [
      { path: '/favorites', field: fieldOf(page, fresh), shown: fresh.step },
      {
        path: `/product/${fresh.id}`,
        field: page
          .getByRole('main')
          .getByLabel(new RegExp(`^Количество: ${escaped(fresh.articul)}`))
          .first(),
        shown: 0,
      },
      {
        path: '/cart',
        field: page.getByLabel(new RegExp(`^Количество: ${escaped(inBasket.articul)}`)),
        shown: inBasket.step * 3,
      },
    ]
    for (const { path, field, shown } of places) {
      await page.goto(path)
      await expect(field).toHaveValue(quantity(shown))
      await field.fill('')
      await field.press('Enter')
      await expect(field).toHaveValue(quantity(shown))
    }
    await expectNothingSent(page, sent)
  },
)

test(
  'a 0 typed in a row of the basket removes it, and the removal can be undone',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [, inBasket] = await twoGoods(send)
    await call(saveBasketComment, { id: inBasket.id, wms: wms(inBasket), comment: 'Без царапин' }, { send })
    const before = (await call(getBasketData, {}, { send })).lines
    const lines = async () => (await call(getBasketData, {}, { send })).lines
    const names = [
      { path: '/catalog?available=1', field: fieldOf(page, inBasket), text: 'Убрано из корзины' },
      {
        path: '/cart',
        field: page.getByLabel(new RegExp(`^Количество: ${escaped(inBasket.articul)}`)),
        text: 'Удалено',
      },
    ]
    for (const { path, field, text } of names) {
      await page.goto(path)
      await expect(field).toHaveValue(quantity(inBasket.step * 3))
      await field.fill('0')
      await field.press(path === '/cart' ? 'Tab' : 'Enter')
      await expect(page.getByText(`${text}: ${inBasket.header}`)).toBeVisible()
      await expect.poll(lines).toEqual([])
      await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
      await expect.poll(lines).toEqual(before)
      await expect(field).toHaveValue(quantity(inBasket.step * 3))
      await expectAccessible(page)
    }
  },
)

test('a 0 can be undone even before the quantity was sent to the server', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [goods] = await twoGoods(send)
  await page.goto('/catalog?available=1')
  const field = fieldOf(page, goods)
  await field.fill(String(goods.step * 2))
  await field.press('Enter')
  await field.fill('0')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect(field).toHaveValue(quantity(goods.step * 2))
  await expect
    .poll(async () => (await call(getBasketData, {}, { send })).products[goods.id])
    .toEqual({ [wms(goods)]: goods.step * 2 })
})

test(
  '[V.2] a 0 typed for a good not in the basket is refused beside the field',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const [fresh] = await twoGoods(send)
    await call(addFavorite, { id: fresh.id }, { send })
    const sent = basketCalls(page)
    const inCard = page
      .getByRole('main')
      .getByLabel(new RegExp(`^Количество: ${escaped(fresh.articul)}`))
      .first()
    const places = [
      { path: '/catalog?available=1', row: rowOf(page, fresh), field: fieldOf(page, fresh), shown: fresh.step },
      { path: '/favorites', row: rowOf(page, fresh), field: fieldOf(page, fresh), shown: fresh.step },
      { path: `/product/${fresh.id}`, row: page.getByRole('main'), field: inCard, shown: 0 },
    ]
    for (const { path, row, field, shown } of places) {
      await page.goto(path)
      await field.fill('00')
      await field.press('Enter')
      await expect(row.getByText(giveQuantity)).toBeVisible()
      await expect(field).toHaveValue(quantity(shown))
    }
    // In the card a 0 clears a quantity that is not in the basket yet.
    await inCard.fill(String(fresh.step))
    await inCard.press('Enter')
    await expect(inCard).toHaveValue(quantity(fresh.step))
    await inCard.fill('0')
    await inCard.press('Enter')
    await expect(inCard).toHaveValue('0')
    await expectNothingSent(page, sent)
  },
)

test('holding Enter moves through the rows and adds nothing', async ({ page }) => {
  await signInAs(page, 'owner')
  const sent = basketCalls(page)
  await page.goto('/catalog?available=1')
  const fields = page.locator('#rows input[data-quantity]')
  await fields.first().fill('')
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(fields.nth(5)).toBeFocused()
  await expectNothingSent(page, sent)
})

/**
 * A good not in the basket and one with three steps in it, both on the first page of goods in stock.
 */
async function twoGoods(send: Send): Promise<[ProductRow, ProductRow]> {
  const [fresh, inBasket] = await findGoods(send, 2, { perpage: 20 })
  if (!fresh || !inBasket) throw new Error('the demo range has no such goods')
  await call(processProductSet, { products: { [inBasket.id]: { [wms(inBasket)]: inBasket.step * 3 } } }, { send })
  return [fresh, inBasket]
}

function wms({ stocks, step }: ProductRow): number {
  return stocks.find((stock) => stock.quantity >= step * 3)?.wms_id ?? 0
}

function waysToLeave(page: Page): ((field: Locator) => Promise<unknown>)[] {
  const byTouch = [(field: Locator) => field.press('Enter'), (field: Locator) => field.blur()]
  if (isPhone()) return byTouch
  return [
    ...byTouch,
    (field) => field.press('Tab'),
    (field) => field.press('Escape'),
    (field) => field.press('ArrowDown'),
    () => page.getByRole('heading', { level: 1 }).click(),
  ]
}

function basketCalls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => void (/\/api\/process/.test(request.url()) && sent.push(request.postData() ?? '')))
  return sent
}

/** A quantity is sent half a second after the last change. */
async function expectNothingSent(page: Page, sent: string[]): Promise<void> {
  await page.waitForTimeout(900)
  expect(sent).toEqual([])
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
