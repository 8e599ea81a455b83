import { expect, type Locator, type Page } from '@playwright/test'
import { processProductSet } from '#shared/api/basket.ts'
import { filter, type ProductRow } from '#shared/api/catalogue.ts'
import { call, type Send } from '#web/api/client.ts'
import { quantity } from '#web/ui/format.ts'
import { order, cancel } from './orders-api.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const sentence = 'Остаток меньше кратности'

test(
  '[V.4] stock below one step cannot be ordered; the row, the card and the basket say so',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'owner')
    const goods = await findSteppedGoods(send)
    await call(processProductSet, { products: { [goods.id]: goods.step } }, { send })
    const context = await browser.newContext()
    const colleague = await signInAs(await context.newPage(), 'manager')
    await call(processProductSet, { products: { [goods.id]: wholeSteps(goods) } }, { send: colleague })
    const { id } = await order(colleague)
    try {
      const currentRow = async () =>
        (await call(filter, { query: goods.articul }, { send })).products.find((row) => row.id === goods.id)
      await expect.poll(currentRow).toMatchObject({ available_for_order: 0, below_step: true, quantity: 0 })

      await page.goto('/cart')
      await expect(page.getByText(sentence.toLowerCase())).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Уменьшить до остатка' }).click()
      await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()

      await page.goto(`/catalog?query=${encodeURIComponent(goods.articul)}`)
      const row = rowOf(page, goods)
      await expect(row.getByText(sentence).first()).toBeVisible()
      await expect(row.getByRole('textbox')).toHaveCount(0)
      await expectAccessible(page)

      await page.goto(`/product/${goods.id}`)
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByText(`кратность ${quantity(goods.step)}`).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'В корзину' })).toHaveCount(0)
      await expectAccessible(page)
    } finally {
      await cancel(colleague, id)
      await context.close()
    }
  },
)

/** Goods with a remainder below one step in every warehouse that has whole steps of it. */
async function findSteppedGoods(send: Send): Promise<ProductRow> {
  const { products } = await call(filter, { available: 1, perpage: 100, sorting: { price: 'asc' } }, { send })
  const found = products.find(
    (row) =>
      row.variants_count === 0 &&
      row.step > 1 &&
      row.stocks.every((stock) => stock.quantity < row.step || stock.quantity % row.step > 0),
  )
  if (!found) throw new Error('the demo range has no such goods')
  return found
}

function wholeSteps({ stocks, step }: ProductRow): Record<string, number> {
  const whole = stocks.map((stock) => [stock.wms_id, stock.quantity - (stock.quantity % step)] as const)
  return Object.fromEntries(whole.filter(([, taken]) => taken > 0))
}

function rowOf(page: Page, { articul }: ProductRow): Locator {
  return page
    .locator('#rows')
    .getByRole(isPhone() ? 'listitem' : 'row')
    .filter({ hasText: articul })
}
