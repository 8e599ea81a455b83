import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { createOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read } from '#tests/support/basket.ts'
import { createWorld, newBuyer, type World } from '#tests/support/fixtures.ts'
import { attemptsInMemory, sendOnce } from '#web/api/attempts.ts'
import { call, type Send } from '#web/api/client.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

/** The server executes the call, but its answer is lost; `before`: the call is lost on its way there. */
const losing =
  (send: Send, before = false): Send =>
  async (path, init) => {
    if (!before) await send(path, init)
    throw new TypeError('the connection was lost')
  }

async function open() {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts([{ stock: [50] }, { stock: [50] }, { stock: [50] }])
  const reviewAttempts = attemptsInMemory()
  const basketAttempts = attemptsInMemory()
  const upload = (input: InputOf<typeof api.uploadDrafts>, send = buyer.send) =>
    sendOnce(reviewAttempts, input, ({ key, replaces }) =>
      call(api.uploadDrafts, { ...input, replaces }, { key, send }),
    )
  const save = (input: InputOf<typeof api.addToDraft>, send = buyer.send) =>
    sendOnce(basketAttempts, input, ({ key, replaces }) => call(api.addToDraft, { ...input, replaces }, { key, send }))
  return { buyer, ids, upload, save, lost: losing(buyer.send) }
}

/** Name → good → quantity. */
async function draftsOf(buyer: Visitor): Promise<Record<string, Record<number, number>>> {
  const { items } = await call(api.drafts, {}, buyer)
  const opened = await Promise.all(items.map(({ id }) => call(api.getDraft, { id }, buyer)))
  return Object.fromEntries(
    opened.map(({ draft }) => [draft.header, Object.fromEntries(draft.products.map(({ id, qnt }) => [id, qnt]))]),
  )
}

const basketOf = async (buyer: Visitor) => Object.fromEntries((await read(buyer)).lines.map(({ id, qnt }) => [id, qnt]))

test('lists of a review edited after lost answers leave only the drafts of the last call', async () => {
  const { buyer, ids, upload, lost } = await open()
  const [first = 0, second = 0] = ids
  await upload({ drafts: [{ header: 'Ранее', list: { [first]: 1 } }] })
  await expect(
    upload(
      {
        drafts: [
          { header: 'Ленина', list: { [first]: 2 } },
          { header: 'Мира', list: { [second]: 3 } },
        ],
      },
      lost,
    ),
  ).rejects.toThrow()
  expect(Object.keys(await draftsOf(buyer)).toSorted()).toEqual(['Ленина', 'Мира', 'Ранее'])
  await expect(upload({ drafts: [{ header: 'Мира', list: { [second]: 5 } }] }, lost)).rejects.toThrow()
  const beforeArrival = losing(buyer.send, true)
  await expect(upload({ drafts: [{ header: 'Мира', list: { [second]: 6 } }] }, beforeArrival)).rejects.toThrow()
  const last = { drafts: [{ header: 'Ленина', list: { [first]: 4, [second]: 6 } }] }
  await upload(last)
  expect(await draftsOf(buyer)).toEqual({ Ранее: { [first]: 1 }, Ленина: { [first]: 4, [second]: 6 } })
  await upload({ drafts: [{ header: 'Мира', list: { [second]: 1 } }] })
  expect(Object.keys(await draftsOf(buyer)), 'answered: the next call replaces nothing').toHaveLength(3)
})

test('a basket edited and saved again after a lost answer is one draft', async () => {
  const { buyer, ids, save, lost } = await open()
  const [first = 0, second = 0] = ids
  await addToBasket(buyer, { id: first, qnt: 2 })
  await expect(save({ header: 'Объект' }, lost)).rejects.toThrow()
  await addToBasket(buyer, { id: second, qnt: 3 })
  await save({ header: 'Объект 2' })
  expect(await draftsOf(buyer)).toEqual({ 'Объект 2': { [first]: 2, [second]: 3 } })
  expect(await basketOf(buyer)).toEqual({ [first]: 2, [second]: 3 })
})

test('a lost save that emptied the basket is replaced with the lines it removed', async () => {
  const { buyer, ids, save, lost } = await open()
  const [first = 0, second = 0, third = 0] = ids
  await addToBasket(buyer, { id: first, qnt: 2 })
  await addToBasket(buyer, { id: second, qnt: 3 })
  await expect(save({ header: 'Объект', clear: true }, lost)).rejects.toThrow()
  expect(await basketOf(buyer)).toEqual({})
  await expect(save({ header: 'Объект 2', clear: true }, lost)).rejects.toThrow()
  await addToBasket(buyer, { id: second, qnt: 1 })
  await addToBasket(buyer, { id: third, qnt: 4 })
  await save({ header: 'Объект 3' })
  const all = { [first]: 2, [second]: 1, [third]: 4 }
  expect(await draftsOf(buyer)).toEqual({ 'Объект 3': all })
  expect(await basketOf(buyer), 'lines changed meanwhile stay as they are').toEqual(all)
})

test('after an order nothing that a lost save removed from the basket comes back to be ordered twice', async () => {
  const { buyer, ids, save, lost } = await open()
  const [first = 0, second = 0] = ids
  await addToBasket(buyer, { id: first, qnt: 2 })
  await expect(save({ header: 'Объект', clear: true }, lost)).rejects.toThrow()
  await addToBasket(buyer, { id: first, qnt: 2 })
  await call(
    createOrder,
    { contract: world.contractId, delivery_method: deliveryMethodId('pickup') },
    { ...buyer, key: `order-${first}` },
  )
  await addToBasket(buyer, { id: second, qnt: 3 })
  await save({ header: 'Объект 2' })
  expect(await basketOf(buyer)).toEqual({ [second]: 3 })
  expect(await draftsOf(buyer)).toEqual({ Объект: { [first]: 2 }, 'Объект 2': { [second]: 3 } })
})

test('a draft that was changed since its lost save stays', async () => {
  const { buyer, ids, save, lost } = await open()
  const [first = 0] = ids
  await addToBasket(buyer, { id: first, qnt: 2 })
  await expect(save({ header: 'Объект' }, lost)).rejects.toThrow()
  const { items } = await call(api.drafts, {}, buyer)
  await call(api.renameDraft, { id: items[0]?.id ?? 0, header: 'Мой объект' }, buyer)
  await save({ header: 'Объект 2' })
  expect(Object.keys(await draftsOf(buyer)).toSorted()).toEqual(['Мой объект', 'Объект 2'])
})

test('a save under another contract replaces nothing of the first, whose repeat gets its first reply', async () => {
  const { ids } = await open()
  const [first = 0] = ids
  const other = await world.addContract()
  const buyer = await newBuyer(portal, world, [world.contractId, other])
  const drafts = [{ header: 'Список', list: { [first]: 1 } }]
  const saved = await call(api.uploadDrafts, { drafts, contract: world.contractId }, { ...buyer, key: 'list' })
  await call(api.uploadDrafts, { drafts, contract: other, replaces: ['list'] }, { ...buyer, key: 'other-list' })
  expect(await call(api.uploadDrafts, { drafts, contract: world.contractId }, { ...buyer, key: 'list' })).toEqual(saved)
})

test('a refused replacement changes nothing, and a replaced save that arrives late is refused', async () => {
  const { buyer, ids } = await open()
  const [first = 0] = ids
  await addToBasket(buyer, { id: first, qnt: 2 })
  const drafts = [{ header: 'Список', list: { [first]: 1 } }]
  await call(api.addToDraft, { header: 'Объект' }, { ...buyer, key: 'first' })
  await expect(
    call(
      api.uploadDrafts,
      { drafts: [{ header: 'Нет', list: { 999_999: 1 } }], replaces: ['first'] },
      { ...buyer, key: 'no' },
    ),
  ).rejects.toMatchObject({ code: 'emptyDraft' })
  expect(Object.keys(await draftsOf(buyer))).toEqual(['Объект'])

  const colleague = await newBuyer(portal, world)
  await call(api.uploadDrafts, { drafts, replaces: ['first'] }, { ...colleague, key: 'other' })
  expect(Object.keys(await draftsOf(buyer)), 'keys of others are not touched').toEqual(['Объект'])

  await call(
    api.addToDraft,
    { header: 'Объект 2', replaces: ['first', 'late', 'late-list'] },
    { ...buyer, key: 'last' },
  )
  expect(Object.keys(await draftsOf(buyer))).toEqual(['Объект 2'])
  for (const key of ['first', 'late'])
    await expect(call(api.addToDraft, { header: 'Поздно' }, { ...buyer, key })).rejects.toMatchObject({
      code: 'keyReused',
    })
  await expect(call(api.uploadDrafts, { drafts }, { ...buyer, key: 'late-list' })).rejects.toMatchObject({
    code: 'keyReused',
  })
  expect(Object.keys(await draftsOf(buyer))).toEqual(['Объект 2'])
})
