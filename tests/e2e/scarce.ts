import type { Browser } from '@playwright/test'
import { processProductSet } from '#shared/api/basket.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { call, type Send } from '#web/api/client.ts'
import { cancel, order } from './orders-api.ts'
import { findGoods, signInAs } from './support.ts'

/** Goods of one warehouse, expensive enough for a separate order, with two more steps for a colleague to order. */
export async function findScarce(send: Send): Promise<ProductRow> {
  const rows = await findGoods(send, 1, { byprice: 1, minprice: 3500, sorting: { price: 'asc' } })
  const row = rows[0]
  if (!row) throw new Error('the demo range has no such goods')
  return row
}

/** Adds the whole stock of the first warehouse that has any. */
export async function addWholeStock(send: Send, goods: ProductRow): Promise<void> {
  const { wms_id, quantity } = stockOf(goods)
  await call(processProductSet, { products: { [goods.id]: { [wms_id]: quantity } } }, { send })
}

/** Another employee of the organisation orders from the same stock, two steps by default. */
export async function orderAsColleague(
  browser: Browser,
  goods: ProductRow,
  quantity = goods.step * 2,
): Promise<{ returnGoods: () => Promise<void> }> {
  const context = await browser.newContext()
  const send = await signInAs(await context.newPage(), 'manager')
  await call(processProductSet, { products: { [goods.id]: { [stockOf(goods).wms_id]: quantity } } }, { send })
  const { id } = await order(send)
  return {
    async returnGoods() {
      await cancel(send, id)
      await context.close()
    },
  }
}

export function stockOf(goods: ProductRow): { wms_id: number; quantity: number } {
  const stock = goods.stocks.find(({ quantity }) => quantity >= goods.step * 3)
  if (!stock) throw new Error(`${goods.articul} has no warehouse with three steps`)
  return stock
}
