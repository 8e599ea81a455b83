import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearBasket, getBasketData } from '#shared/api/basket.ts'
import { addToDraft, drafts, getDraft, repeatDraft, scheduleDraft } from '#shared/api/drafts.ts'
import { createOrder, getOrder, repeatOrder } from '#shared/api/orders.ts'
import { staffGetOrder } from '#shared/api/staff/orders.ts'
import { addCartFromPricelist } from '#shared/api/uploads.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { runDueDrafts } from '#server/buying/drafts/run-schedules.ts'
import { call } from '#web/api/client.ts'
import type { TestApp, Visitor } from './support/app.ts'
import { client1c } from './support/client-1c.ts'
import { account, startExchangeApp } from './support/exchange.ts'
import { createWorld, newBuyer, signedIn, type World } from './support/fixtures.ts'
import { textOf } from './support/pdf.ts'
import { addSeller } from './support/sellers.ts'
import { readWorkbook } from './support/spreadsheet.ts'

let portal: TestApp
let world: World
let buyer: Visitor
let goods: { id: number; articul: string }[]
/** Article and warehouse, line by line, in the order of input. */
let entered: string[]
let orderId: number

beforeAll(async () => {
  portal = await startExchangeApp()
  world = await createWorld(portal.db, { products: [] })
  await addSeller(portal.db)
  goods = await hostileGoods()
  buyer = await newBuyer(portal, world)
  const [first, second] = world.warehouseIds
  entered = goods.flatMap(({ articul }, index) =>
    isSpread(index) ? [`${articul} ${first}`, `${articul} ${second}`] : [`${articul} ${first}`],
  )
})
afterAll(() => portal.close())

test('30 goods keep the order of a file in the basket, a draft, a template’s draft and the basket again', async () => {
  const cartList = Object.fromEntries(goods.map(({ id }, index) => [id, isSpread(index) ? 15 : 5]))
  await call(addCartFromPricelist, { cartList, order: goods.map(({ id }) => id) }, buyer)
  expect(await basketLines()).toEqual(entered)

  const { id } = await call(addToDraft, { header: 'Как в файле', clear: true }, buyer)
  expect(await draftArticles(id)).toEqual(goods.map(({ articul }) => articul))
  await call(repeatDraft, { id }, buyer)
  expect(await basketLines()).toEqual(entered)

  await call(scheduleDraft, { id, days: 7, task: 'prepare' }, buyer)
  await runDueDrafts(portal, { now: new Date(Date.now() + 7 * 86_400_000) })
  const made = (await call(drafts, {}, buyer)).items.find((draft) => draft.id !== id)
  expect(await draftArticles(made?.id ?? 0)).toEqual(goods.map(({ articul }) => articul))
})

test('[P.5] they keep it in the order, its staff view, the invoice, the spreadsheet and 1C’s document', async () => {
  orderId = (
    await call(
      createOrder,
      { contract: world.contractId, delivery_method: deliveryMethodId('pickup') },
      { ...buyer, key: randomUUID() },
    )
  ).id
  const { order } = await call(getOrder, { id: orderId }, buyer)
  const headers = new Map(
    (await call(staffGetOrder, { id: orderId }, await signedIn(portal, world.adminId))).order.products.map(
      ({ line, articul }) => [line, articul],
    ),
  )
  const articles = entered.map(articleOf)
  expect(order.products.map(({ articul }) => articul)).toEqual(articles)
  expect([...headers.keys()]).toEqual(articles.map((_, index) => index + 1))
  expect([...headers.values()]).toEqual(articles)

  const invoice = await bytes(`/api/order/${orderId}/invoice.pdf`)
  expect((await textOf(invoice)).match(/Q\d{2}x/g)).toEqual(articles)
  const { rows } = await readWorkbook(await bytes(`/api/order/${orderId}/order.xlsx`))
  expect(
    rows.sheetJs.flat().filter((cell): cell is string => typeof cell === 'string' && /^Q\d{2}x$/.test(cell)),
  ).toEqual(articles)

  const onec = client1c(portal.origin, { ...account, type: 'sale' })
  await onec.checkauth()
  await onec.init()
  const xml = await onec.ask({ mode: 'query' })
  expect(Array.from(xml.matchAll(/<Артикул>(Q\d{2}x)<\/Артикул>/g), ([, articul]) => articul)).toEqual(articles)
})

test('repeating the order appends its goods after those in the basket, each in their own order', async () => {
  const late = [goods[20]?.id ?? 0, goods[3]?.id ?? 0]
  await call(clearBasket, {}, buyer)
  await call(addCartFromPricelist, { cartList: { [late[0] ?? 0]: 1, [late[1] ?? 0]: 1 }, order: late }, buyer)
  await call(repeatOrder, { id: orderId }, buyer)
  const articles = [...new Set((await basketLines()).map(articleOf))]
  const first = late.map((id) => goods.find((good) => good.id === id)?.articul ?? '')
  expect(articles).toEqual([
    ...first,
    ...goods.map(({ articul }) => articul).filter((articul) => !first.includes(articul)),
  ])
})

/** Descending ids, interleaved variants of three parents, and articles that match no sort order. */
async function hostileGoods(): Promise<{ id: number; articul: string }[]> {
  const articles = Array.from({ length: 30 }, (_, index) => `Q${String(10 + ((index * 7) % 30))}x`)
  const simple = articles.slice(0, 18).map((articul) => ({ articul, name: 'Товар', stock: [10, 90] }))
  const simpleIds = await world.addProducts(simple)
  const parents = await world.addProducts(
    ['А', 'Б', 'В'].map((name) => ({ name: `Серия ${name}`, price: null, stock: [] })),
  )
  const variants = articles
    .slice(18)
    .map((articul, index) => ({ articul, name: 'Вариант', parentId: parents[index % 3] ?? 0, stock: [10, 90] }))
  const variantIds = await world.addProducts(variants)
  const all = [...simpleIds, ...variantIds].map((id, index) => ({ id, articul: articles[index] ?? '' }))
  const descending = all.toSorted((one, other) => other.id - one.id)
  return [...descending.filter((_, index) => index % 3 > 0), ...descending.filter((_, index) => index % 3 === 0)]
}

/** Every third good exceeds the stock of the first warehouse. */
function isSpread(index: number): boolean {
  return index % 3 === 0
}

async function basketLines(): Promise<string[]> {
  return (await call(getBasketData, {}, buyer)).lines.map(({ articul, wms }) => `${articul} ${wms}`)
}

async function draftArticles(id: number): Promise<string[]> {
  return (await call(getDraft, { id }, buyer)).draft.products.map(({ articul }) => articul)
}

async function bytes(path: string): Promise<Buffer> {
  const answer = await buyer.send(path, { method: 'GET' })
  expect(answer.status, path).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

function articleOf(line: string): string {
  return line.split(' ')[0] ?? ''
}
