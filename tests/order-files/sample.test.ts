import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { generateOrderFile } from './generate.ts'
import { measureTallies, measureUploads } from './measure.ts'
import { randomBook } from './random-book.ts'
import { createCollidingShop, type MeasuredShop } from './shops.ts'

let app: TestApp
let shop: MeasuredShop

beforeAll(async () => {
  app = await startTestApp()
  shop = await createCollidingShop(app.origin, app)
})
afterAll(() => app.close())

test('[C.45] of 60 order files nothing is certain that nobody meant, and no row is lost', { timeout: 90_000 }, async () => {
  const files = Array.from({ length: 60 }, (_, place) => generateOrderFile(place + 1, shop.goods, { rows: 8 }))
  const { total, offences } = await measureUploads(shop, files)
  expect(offences.filter(({ what }) => /^(wrong|lost|untied)/.test(what))).toEqual([])
  expect(total.after.right).toBeGreaterThan(0)
})

test('[C.45] every filled row of a random book is accounted for', { timeout: 90_000 }, async () => {
  const books = Array.from({ length: 20 }, (_, place) => randomBook(place + 1, shop.goods))
  expect(await measureTallies(shop, books)).toEqual({
    sheets: books.flatMap(({ sheets }) => sheets).length,
    untied: [],
  })
})
