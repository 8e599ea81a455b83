import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'

let app: TestApp
let world: World
let send: FeedSender
let product: string
const today = dayOf(new Date())
const seven = { id: 'u-1', contract: 'c-1', discount: 7.5, category: 'cat', from: today }

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db, { products: [{ price: 10_000 }, { price: 333 }] })
  send = feedSender(app.origin)
  const [first = 0] = world.productIds
  await app.pool.query(`
    insert into categories (id, name, url) values (2, 'Каталог', '') on conflict do nothing;
    insert into categories (id, code1c, parent_id, name, url) values (71, 'cat', 2, 'Инструмент', 'i');
    insert into product_categories (product_id, category_id) values (${first}, 71);
    insert into brands (name, key) values ('Макита  Про', 'макита про');
    update products set brand_id = (select id from brands) where id = ${world.productIds[1]};
    update contracts set code1c = 'c-1' where id = ${world.contractId}`)
  product = String((await rows(`select code1c from products where id = ${first}`))[0])
})
afterAll(() => app.close())
beforeEach(() => send('conditions', [{ ...seven, id: 'last' }], 'mode=full'))

const rows = async (statement: string): Promise<unknown[]> => {
  const { rows: found } = await app.pool.query<unknown[]>({ text: statement, rowMode: 'array' })
  return found.map((row) => (row.length === 1 ? row[0] : row))
}
/** Of the goods, at the type that the contract pays by. */
const paid = () =>
  rows(`select price_kopecks from prices join price_types t on t.id = price_type_id
    where t.derived_for = ${world.contractId} order by product_id`)
const lastCounts = async () => (await rows('select counts from exchange_runs order by id desc limit 1'))[0]

test('conditions of 1C are answered line by line, and prices follow', async () => {
  const answers = await send('conditions', [
    seven,
    { id: 'u-2', contract: 'c-1', discount: 10, brand: 'МАКИТА про', from: today },
    { id: 'u-3', contract: 'c-1', product, price: 91.05, from: today, until: addDays(today, 3) },
    { ...seven, id: 'e-1', contract: 'nobody' },
    { ...seven, id: 'e-2', category: 'nothing' },
    { ...seven, id: 'e-3', discount: 100 },
    { ...seven, id: 'e-4', priceType: 'both' },
    { id: 'e-5', contract: 'c-1', product, from: today },
    { ...seven, id: 'e-6', product },
    { ...seven, id: 'e-7', until: addDays(today, -1) },
    'no json',
  ])
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'Договор не найден: nobody',
    'Категория не найдена: nothing',
    'discount: Скидка не меньше 100 %',
    'contract: Нужен договор или тип цен, что-то одно',
    'discount: Нужна скидка, или товар с ценой',
    expect.stringContaining('Нужна'),
    'until: Последний день раньше первого',
    'Строка не объект JSON',
  ])
  expect(await paid()).toEqual([9105, 300])
})

test('the same conditions again change nothing; a deletion and a full feed end them', async () => {
  await send('conditions', [seven, { ...seven, id: 'u-9', discount: 20 }])
  expect(await paid()).toEqual([8000, 333])
  await send('conditions', [seven, { ...seven, id: 'u-9', discount: 20 }])
  expect(await lastCounts()).toMatchObject({ conditions: { unchanged: 2 } })
  await send('conditions', [{ id: 'u-9', deleted: true }])
  expect(await paid()).toEqual([9250, 333])
  await send('conditions', [{ ...seven, id: 'u-5', discount: 3 }], 'mode=full')
  expect(await paid()).toEqual([9700, 333])
  expect(await rows('select code1c from price_conditions')).toEqual(['u-5'])
})
