import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodIds } from '#tests/support/shop.ts'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>
const { drill } = goodIds

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const review: (typeof shop)['review'] = (...input) => shop.review(...input)
const hits = ({ rows }: Awaited<ReturnType<typeof review>>) =>
  rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])

test('beside the buyer’s own articles the supplier’s code may be our article, but no bare number', async () => {
  const headings = 'Артикул;Код поставщика;Кол-во'
  expect(hits(await review(`${headings}\nМОЙ-77;DX-1234;2`))).toEqual([[drill, 2, 'ok', null]])
  expect(hits(await review(`${headings}\nМОЙ-78;DX-1234;2\nМОЙ-79;НЕТ-1;3`)).map(([id]) => id)).toEqual([drill, null])
  expect(hits(await review(`${headings}\nМОЙ-80;900;2`))[0]?.slice(2)).not.toEqual(['ok', null])
  // Our article in one column, that of another good in the other.
  expect(hits(await review(`${headings}\nDX-1234;K-1;2`))[0]?.slice(2)).toEqual(['check', 'code'])
  const named = await review('Артикул;Наименование;Код поставщика;Кол-во\nМОЙ-81;Лопата штыковая;DX-1234;2')
  expect(hits(named)[0]?.slice(2)).toEqual(['check', 'name'])
})
