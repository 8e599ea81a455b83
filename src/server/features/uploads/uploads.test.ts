import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
const { drill, impact, nails, gloves, glovesM, glovesL } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(() => call(filter, {}, owner), ({ pagination }) => pagination.total > 0)
})
afterAll(() => portal.close())

const csv = (text: string, name = 'Заявка.csv') => new File([text], name)
const review = (text: string, choice: Partial<Parameters<typeof call<typeof api.uploadsFromFile>>[1]> = {}) => call(api.uploadsFromFile, { file: csv(text), ...choice }, owner)

test('[C.45] a file is read, its columns are found, and every row with a quantity is told of', async () => {
  const answer = await review('Артикул;Наименование;Кол-во\nDX-1234;Дрель;2\nпер-m;Перчатки;3\nНЕТ-1;Неизвестное;5\nГВ-1;;\n')
  expect(answer).toMatchObject({ file: 'Заявка.csv', headerRow: 1, columns: { articul: { index: 0, heading: 'Артикул' }, name: { index: 1 }, qnt: { index: 2 }, code: null, barcode: null }, skipped: 1, truncated: false, own: false })
  expect(answer.rows.map(({ row, id, status, requested, accepted, matchedBy }) => ({ row, id, status, requested, accepted, matchedBy }))).toEqual([
    { row: 2, id: drill, status: 'ok', requested: 2, accepted: 2, matchedBy: 'articul' },
    { row: 3, id: glovesM, status: 'rounded', requested: 3, accepted: 4, matchedBy: 'articul' },
    { row: 4, id: null, status: 'notFound', requested: 5, accepted: 0, matchedBy: null },
  ])
  expect(answer.rows[1]?.note).toBe('Округлено: 3 → 4, кратность 2')
  void [impact, nails, gloves, glovesL]
})
