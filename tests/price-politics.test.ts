import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearBasket, getBasketData, processBasket, processProductSet } from '#shared/api/basket.ts'
import { filter, product } from '#shared/api/catalogue.ts'
import { addToDraft, drafts, getDraft, scheduleDraft } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { previewOrder } from '#shared/api/order-preview.ts'
import { sendChat } from '#shared/api/talk/chat.ts'
import { fileClaim } from '#shared/api/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { orderInvoice, orderSheet } from '#shared/api/files.ts'
import { createOrder, getOrder, listOrders, repeatOrder } from '#shared/api/orders.ts'
import { pricePolitics, savePricePolitics } from '#shared/api/organisation/managers.ts'
import { notifications } from '#shared/api/notifications.ts'
import { getPriceList, makePriceLink, priceLinks, priceListFiles, priceRequest } from '#shared/api/price-lists.ts'
import { contractPricesHidden } from '#shared/messages.ts'
import { rightsOf } from '#shared/rights.ts'
import { runDueDrafts } from '#server/buying/drafts/run-schedules.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { inputKeys, listCalls, sendRaw } from './support/calls/every-call.ts'
import { addAccount, addOrganisation, signedIn } from './support/fixtures.ts'
import { createShop, goodIds, type Shop } from './support/shop.ts'
import { textOfResponse } from './support/calls/response-text.ts'
import { until } from './support/wait.ts'

/** An employee with price politics sees those prices everywhere and the contract's prices nowhere. */
let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
let contract: number

/** A price unlike any other number, also when doubled or grouped. */
const canaryKopecks = 7_654_321
const canary = /76[\s\u00a0]?543[.,]21|7654321|153[\s\u00a0]?086[.,]42|15308642/

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  contract = shop.contracts.wholesale
  await portal.db.execute(sql`update stocks set on_hand_milli = 5000000`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  await portal.db.execute(sql`update accounts set grants = ${sql.param(grants)}::text[] where id = ${shop.managerId}`)
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 4,
  )
})
afterAll(() => portal.close())

const skipped = ['signOut', 'signIn', 'events', 'endSession', 'endOtherSessions']
const grants = ['finances', 'acts']
const rightsOfManager = rightsOf({ role: 'manager', grants })
const opens = (right: string) => ['public', 'session'].includes(right) || (rightsOfManager as string[]).includes(right)

type Items = InputOf<typeof savePricePolitics>['items']
const save = (items: Items, id = shop.managerId, by = owner) => call(savePricePolitics, { id, items }, by)
const rowsOf = async (visitor: Visitor, input = {}) => (await call(filter, { contract, ...input }, visitor)).products
const priceOf = async (visitor: Visitor, id: number) => (await rowsOf(visitor)).find((row) => row.id === id)?.price

test('[C.31] [R.3] [M.3] the owner sets price politics by category; wrong ones are refused, not saved', async () => {
  const items: Items = [
    { category: 12, show: 'hidden' },
    { category: 0, show: 'percent', percent: 12.5 },
  ]
  const saved = [
    { category: 12, header: 'Дрели', show: 'hidden', percent: 0 },
    { category: null, header: '', show: 'percent', percent: 12.5 },
  ]
  expect(await save(items)).toMatchObject({ state: 'success', items: saved })
  expect(await call(pricePolitics, { id: shop.managerId }, owner)).toMatchObject({ items: saved })
  const notSaved = { state: 'error', message: 'Ошибка. Данные не сохранены' }
  const refused = { status: 422, body: { code: 'politicsNotSaved', ...notSaved } }
  await expect(save([...items, { category: 12, show: 'rrc' }])).rejects.toMatchObject(refused)
  await expect(save([{ category: 999_999, show: 'rrc' }])).rejects.toMatchObject(refused)
  await expect(save(items, shop.receiverId)).rejects.toMatchObject(refused)
  await expect(save(items, shop.ownerId)).rejects.toMatchObject(refused)
  await expect(save([{ show: 'percent', percent: -5 }])).rejects.toMatchObject({ status: 400, body: notSaved })
  await expect(save(items, shop.managerId, manager)).rejects.toMatchObject({ status: 403 })
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  await expect(save(items, shop.managerId, stranger)).rejects.toMatchObject({ status: 404 })
  expect(await call(pricePolitics, { id: shop.managerId }, owner)).toMatchObject({ items: saved })
  expect((await save([{ show: 'contract' }])).items).toEqual([])
})

test('[R.3] the nearest category decides: hidden, РРЦ, contract or more per cent, in every view', async () => {
  const own = new Map((await rowsOf(manager)).map((row) => [row.id, row]))
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 11, show: 'rrc' },
    { category: 12, show: 'hidden' },
  ])
  expect(await priceOf(manager, goodIds.drill)).toBeNull()
  expect(await priceOf(manager, goodIds.nails)).toBe(Math.round((own.get(goodIds.nails)?.price ?? 0) * 110) / 100)
  expect(await priceOf(owner, goodIds.drill)).toBe(2000.5)
  await save([
    { category: 0, show: 'hidden' },
    { category: 12, show: 'rrc' },
    { category: 13, show: 'contract' },
  ])
  const rows = await rowsOf(manager, { sorting: { price: 'asc' } })
  expect(rows.map(({ id, price }) => [id, price])).toMatchObject([
    [goodIds.nails, own.get(goodIds.nails)?.price],
    [goodIds.impact, 1200],
    [goodIds.drill, 3999],
    [goodIds.gloves, null],
  ])
  expect(rows.find(({ id }) => id === goodIds.drill)?.old_price).toBeNull()
  const answer = await call(filter, { contract }, manager)
  expect(answer.prices).toMatchObject({ max: 3999 })
  expect((await call(product, { id: goodIds.drill, contract }, manager)).product.price).toBe(3999)
})

test('[R.3] the basket shows those prices, the order is placed at the contract’s', async () => {
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 12, show: 'rrc' },
  ])
  await call(processBasket, { id: goodIds.drill, qnt: 2, contract }, manager)
  const added = await call(processBasket, { id: goodIds.nails, qnt: 10, contract }, manager)
  const basket = await call(getBasketData, { contract }, manager)
  const drill = basket.lines.find(({ id }) => id === goodIds.drill)
  expect(drill).toMatchObject({ price: 3999, sum: 7998, old_price: null })
  const sum = basket.lines.reduce((total, line) => total + (line.sum ?? NaN), 0)
  expect(basket.sum).toBeCloseTo(sum, 2)
  expect(added.stats.sum).toBeCloseTo(sum, 2)
  expect(basket.totals).toMatchObject({ vat: null, margin: null })
  const preview = await call(previewOrder, { contract, delivery_method: 3 }, manager)
  expect([preview.goods, preview.sum, preview.parts[0]?.sum]).toEqual([sum, sum, sum])
  const draft = await call(addToDraft, { header: 'Черновик' }, manager)
  expect((await call(drafts, {}, manager)).items[0]?.sum).toBe(sum)
  const opened = (await call(getDraft, { id: draft.id }, manager)).draft
  expect(opened).toMatchObject({ sum, products: [{ price: 3999, now: { price: 3999 } }, {}] })
  const placed = await call(createOrder, { contract, delivery_method: 3 }, { send: manager.send, key: 'politics' })
  expect(placed.sum).toBe(sum)
  const { id } = placed
  const ordered = (await call(getOrder, { id }, owner)).order
  expect(ordered.products.find((line) => line.id === goodIds.drill)?.price).toBe(2000.5)
  const seen = (await call(getOrder, { id }, manager)).order
  expect(seen).toMatchObject({ sum, paid: null, products: [{ price: 3999, sum: 7998 }, {}] })
  expect((await call(listOrders, {}, manager)).items[0]?.sum).toBe(sum)
  const sheet = await manager.send(endpointAddress(orderSheet, { id }), {})
  expect(await textOfResponse(sheet)).toContain('7998')
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 12, show: 'hidden' },
  ])
  const partly = (await call(getOrder, { id }, manager)).order
  expect(partly).toMatchObject({ sum: null, products: [{ price: null, sum: null }, {}] })
  expect(partly.products[1]?.price).toBeGreaterThan(0)
  expect((await call(repeatOrder, { id }, manager)).lines.map(({ price }) => price)).toEqual([
    null,
    partly.products[1]?.price,
  ])
})

test('[R.6] no call reveals hidden contract prices', async () => {
  await save([{ show: 'contract' }])
  await portal.db.execute(sql`update prices set price_kopecks = ${canaryKopecks}, sale_kopecks = null
    where price_type_id <> 53`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  await until(
    () => priceOf(manager, goodIds.drill),
    (price) => price === canaryKopecks / 100,
  )
  await call(clearBasket, { contract }, manager)
  await call(processBasket, { id: goodIds.drill, qnt: 1, contract }, manager)
  const draft = await call(addToDraft, { header: 'Черновик' }, manager)
  const order = await call(createOrder, { contract, delivery_method: 3 }, { send: manager.send, key: 'canary' })
  await ship(order.id)
  const goods = [{ id: goodIds.drill, qty: 1 }]
  const reclamation = { orderCode1c: order.numberOrder, type: 5, products: goods }
  const { claim } = await call(fileClaim, { reclamation }, manager)
  await call(sendChat, { message: 'Где заказ?', orders: [order.id] }, { send: manager.send, key: 'canary' })
  await call(processBasket, { id: goodIds.drill, qnt: 1, contract }, manager)
  /** Price lists of before and of now. */
  const lists = [await makeList()]

  const calls = (await listCalls()).filter(({ name, endpoint: { right } }) => !skipped.includes(name) && opens(right))
  const ids = [undefined, order.id, draft.id, claim.id, goodIds.drill, 12]
  /** Calls by figure that they reveal. */
  const callsRevealing = async (visitor: Visitor, ...figures: RegExp[]) => {
    const revealing = figures.map(() => new Set<string>())
    for (const { name, endpoint } of calls) {
      const look = async (input: Record<string, unknown>) => {
        const words = await textOfResponse(await sendRaw(visitor, endpoint, { contract, ...input }))
        for (const [index, figure] of figures.entries()) if (figure.test(words)) revealing[index]?.add(name)
      }
      // A call before has perhaps emptied it.
      await call(processProductSet, { contract, products: { [goodIds.drill]: 1 } }, visitor)
      for (const id of new Set(ids)) {
        const keys = inputKeys(endpoint).filter((key) => !['contract', 'warehouse', 'category'].includes(key))
        for (const value of id === undefined ? [id] : [id, [id]]) {
          const input =
            value === undefined ? {} : Object.fromEntries(keys.map((key) => [key, key === 'id' ? id : value]))
          await look(input)
        }
      }
      if (inputKeys(endpoint).includes('file')) await look({ file: await makeFeed() })
      if (inputKeys(endpoint).includes('token')) for (const token of lists) await look({ token })
    }
    return revealing.map((names) => [...names].toSorted())
  }
  const readers = ['claimPdf', 'drafts', 'exportPersonalData', 'filter', 'getBasketData', 'getChat', 'getClaim']
  const pages = ['getOrder', 'listClaims', 'listOrders', 'orderSheet', 'product']
  const places = [...readers, ...pages, 'priceFeed', 'priceListFile', 'ymlPrice']
  // The walk finds them where they are not hidden.
  expect(await callsRevealing(manager, canary)).toEqual([expect.arrayContaining(places)])

  // The same key gets the first answer again, which was seen before.
  await portal.db.execute(sql`truncate basket_keys, order_keys`)
  await save([{ show: 'hidden' }])
  const preview = () => call(previewOrder, { contract, delivery_method: 3 }, manager)
  expect(await preview()).toMatchObject({ goods: null, delivery: null, sum: null, vat: null })
  lists.push(await makeList())
  expect(await callsRevealing(manager, canary)).toEqual([[]])
  await portal.db.execute(sql`truncate basket_keys, order_keys`)
  await save([{ show: 'percent', percent: 10 }])
  lists.push(await makeList())
  const withPrices = places.filter((name) => name !== 'exportPersonalData')
  const shown = /84[\s\u00a0]?197[.,]53|8419753/
  expect(await callsRevealing(manager, canary, shown)).toEqual([[], expect.arrayContaining(withPrices)])
}, 300_000)

test('[R.3] notices and e-mails on orders and templates contain the sums visible to their recipient', async () => {
  await save([{ show: 'percent', percent: 10 }])
  await call(clearBasket, { contract }, manager)
  await call(processBasket, { id: goodIds.drill, qnt: 1, contract }, manager)
  const { id: draftId } = await call(addToDraft, { header: 'Шаблон' }, manager)
  await call(scheduleDraft, { id: draftId, days: 7, task: 'prepare' }, manager)
  await portal.db.execute(sql`delete from notifications`)
  await portal.db.execute(sql`delete from mails`)
  await call(createOrder, { contract, delivery_method: 3 }, { send: manager.send, key: 'told' })
  await runDueDrafts(portal, { now: new Date(Date.now() + 40 * 86_400_000) })
  const { rows } = await portal.db.execute<{ text: string; role: string }>(sql`
    select m.text, a.role from mails m join accounts a on a.login = m.recipient
    union all select n.text, a.role from notifications n join accounts a on a.id = n.account_id`)
  const textsTo = (role: string) => rows.flatMap((row) => (row.role === role ? [row.text] : [])).join('\n')
  expect(textsTo('owner')).toMatch(canary)
  expect(textsTo('manager')).not.toMatch(canary)
  expect(textsTo('manager')).toMatch(/84[\s\u00a0]?197[.,]53/)
})

test('[R.3] price lists and YML show what their reader sees; what holds contract prices says why not', async () => {
  await save([{ show: 'contract' }])
  const ofOwner = (await call(makePriceLink, { contract, header: 'Сайт' }, owner)).id
  const before = (await call(priceListFiles, { contract }, manager)).items.length
  await makeList()
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 12, show: 'hidden' },
  ])
  expect((await call(priceListFiles, { contract }, manager)).items).toEqual([])
  const links = async (visitor: Visitor) => (await call(priceLinks, { contract }, visitor)).items.map(({ id }) => id)
  expect(await links(owner)).toContain(ofOwner)
  expect(await links(manager)).not.toContain(ofOwner)
  const token = await makeList()
  const words = await textOfResponse(await manager.send(`/api/priceListFile/${token}`, {}))
  expect(words).toMatch(/8419753|84197\.53/)
  expect(words).not.toMatch(canary)
  const offers = await (await fetch(`${portal.origin}/price/${await makeFeed()}`)).text()
  expect(offers).toContain('<price>84197.53</price>')
  expect(offers).not.toContain('Дрель ударная')
  const why = { status: 403, message: contractPricesHidden }
  await expect(call(priceRequest, { contract }, manager)).rejects.toMatchObject(why)
  const invoice = await manager.send(endpointAddress(orderInvoice, { id: 1 }), {})
  expect([invoice.status, await invoice.json()]).toMatchObject([403, { message: contractPricesHidden }])
  await save([{ show: 'contract' }])
  expect((await call(priceListFiles, { contract }, manager)).items.length).toBe(before + 1)
})

test('[R.3] what was told before loses its sums, in the bell and in letters that wait', async () => {
  await save([{ show: 'contract' }])
  for (const accountId of [shop.managerId, shop.ownerId])
    await notify(portal.db, {
      accountIds: [accountId],
      kind: 'order',
      title: 'Заказ принят',
      text: 'Договор ОПТ-1, сумма 76\u00a0543,21 ₽. 3 позиции',
      link: '',
      eventKey: 'before-politics',
    })
  const noticeTexts = async (visitor: Visitor) => (await call(notifications, {}, visitor)).items.map(({ text }) => text)
  const letters = async () => {
    const { rows } = await portal.db.execute<{ text: string }>(
      sql`select text from mails where event_key like '%before-politics' order by account_id = ${shop.managerId}`,
    )
    return rows.map(({ text }) => text)
  }
  expect(await noticeTexts(manager)).toContain('Договор ОПТ-1, сумма 76\u00a0543,21 ₽. 3 позиции')
  await save([{ show: 'percent', percent: 10 }])
  expect(await noticeTexts(manager)).toContain('Договор ОПТ-1, сумма … ₽. 3 позиции')
  expect((await noticeTexts(manager)).join('\n')).not.toMatch(canary)
  expect((await noticeTexts(owner)).join('\n')).toMatch(canary)
  expect(await letters()).toEqual([expect.stringMatching(canary), expect.stringContaining('сумма … ₽')])
})

/** The file of an address that the manager makes. */
async function makeFeed(): Promise<string> {
  const { id, items } = await call(makePriceLink, { contract, header: `Цены ${performance.now()}` }, manager)
  return (
    items
      .find((item) => item.id === id)
      ?.url.split('/')
      .at(-1) ?? ''
  )
}

/** The token of a price list of the manager's, written. */
async function makeList(): Promise<string> {
  const { link } = await call(getPriceList, { contract }, manager)
  await until(
    () => manager.send(link, {}),
    ({ status }) => status === 200,
  )
  return link.split('/').at(-1) ?? ''
}

/** As 1C tells it. */
async function ship(id: number): Promise<void> {
  await portal.db.execute(sql`update orders set state = 11 where id = ${id}`)
  await portal.db.execute(sql`update order_lines set shipped_milli = quantity_milli where order_id = ${id}`)
  await portal.db.execute(sql`insert into order_events (order_id, state, author) values (${id}, 11, '1С')`)
}
