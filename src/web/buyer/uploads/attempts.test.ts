import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addCartFromPricelist } from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read } from '#tests/support/basket.ts'
import { createWorld, newBuyer, type World } from '#tests/support/fixtures.ts'
import { call, type Send } from '#web/api/client.ts'
import type { CartInput } from './add-to-cart.ts'
import { sendOnce } from '#web/api/attempts.ts'
import { attemptsOf as attemptsOfGrid } from './quick/grid-attempts.ts'
import { attemptsOf as attemptsOfReview } from './review/review-store.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())
afterEach(() => vi.unstubAllGlobals())

/** A tab of a browser without IndexedDB; `attemptsOf` is read anew, as after a reload. */
const stores = [
  { screen: 'review', attemptsOf: (id: string) => attemptsOfReview(id, 'cart') },
  { screen: 'quick order', attemptsOf: attemptsOfGrid },
]

function openTab() {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
}

/** The server executes the call, but its answer is lost; `before`: the call is lost on its way there. */
const losing =
  (send: Send, before = false): Send =>
  async (path, init) => {
    if (!before) await send(path, init)
    throw new TypeError('the connection was lost')
  }

const quantities = async (buyer: Visitor) =>
  Object.fromEntries((await read(buyer)).lines.map(({ id, qnt }) => [id, qnt]))

async function open(screen: (typeof stores)[number]) {
  openTab()
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts([{ stock: [50] }, { stock: [50] }, { stock: [50] }])
  const id = `${screen.screen} ${ids[0]}`
  const add = (input: CartInput, send = buyer.send) =>
    sendOnce(screen.attemptsOf(id), input, ({ key, replaces }) =>
      call(addCartFromPricelist, { ...input, replaces }, { key, send }),
    )
  return { buyer, ids, add, lose: (input: CartInput) => expect(add(input, losing(buyer.send))).rejects.toThrow() }
}

test.each(stores)('rows edited after a lost answer are not added twice: $screen', async (screen) => {
  const { buyer, ids, add, lose } = await open(screen)
  const [kept = 0, raised = 0, dropped = 0] = ids
  await addToBasket(buyer, { id: kept, qnt: 1 })
  await addToBasket(buyer, { id: dropped, qnt: 7 })
  await lose({ mode: 'add', cartList: { [kept]: 4, [raised]: 3, [dropped]: 2 } })
  expect(await quantities(buyer)).toEqual({ [kept]: 5, [raised]: 3, [dropped]: 9 })
  const { count, lines } = await add({ mode: 'add', cartList: { [kept]: 4, [raised]: 6 } })
  expect(await quantities(buyer)).toEqual({ [kept]: 5, [raised]: 6, [dropped]: 7 })
  expect([count, lines.map(({ id, qnt, what }) => [id, qnt, what])]).toEqual([
    2,
    [
      [kept, 4, 'added'],
      [raised, 6, 'added'],
      [dropped, 0, 'takenBack'],
    ],
  ])
  await add({ mode: 'add', cartList: { [kept]: 4 } })
  expect((await quantities(buyer))[kept], 'answered: the next addition is a new one').toBe(9)
})

test.each(stores)('edits after several lost answers leave only the last rows: $screen', async (screen) => {
  const { buyer, ids, add, lose } = await open(screen)
  const [first = 0, second = 0, third = 0] = ids
  await lose({ mode: 'add', cartList: { [first]: 10 } })
  await lose({ mode: 'add', cartList: { [first]: 5, [second]: 2 } })
  await expect(add({ mode: 'add', cartList: { [third]: 1 } }, losing(buyer.send, true))).rejects.toThrow()
  expect(await quantities(buyer)).toEqual({ [first]: 5, [second]: 2 })
  await lose({ mode: 'add', cartList: { [first]: 6 } })
  await add({ mode: 'add', cartList: { [first]: 6 } })
  expect(await quantities(buyer)).toEqual({ [first]: 6 })
})

test.each(stores)('a refusal in between does not make the lost addition a second one: $screen', async (screen) => {
  const { buyer, ids, add, lose } = await open(screen)
  const [id = 0] = ids
  const refusing: Send = () => Promise.resolve(Response.json({ code: 'tooMany' }, { status: 429 }))
  await lose({ mode: 'add', cartList: { [id]: 4 } })
  await expect(add({ mode: 'add', cartList: { [id]: 4 } }, refusing)).rejects.toThrow()
  await add({ mode: 'add', cartList: { [id]: 4 } })
  expect(await quantities(buyer)).toEqual({ [id]: 4 })
})

test.each(stores)('rows edited after a lost answer replace what was set: $screen', async (screen) => {
  const { buyer, ids, add, lose } = await open(screen)
  const [kept = 0, dropped = 0, fresh = 0] = ids
  await addToBasket(buyer, { id: kept, qnt: 8 })
  await addToBasket(buyer, { id: dropped, qnt: 7 })
  await lose({ mode: 'set', cartList: { [kept]: 3, [dropped]: 2, [fresh]: 1 } })
  await add({ mode: 'set', cartList: { [kept]: 4 } })
  expect(await quantities(buyer)).toEqual({ [kept]: 4, [dropped]: 7 })
})

test('a replaced call that arrives late is refused', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ stock: [50] }])
  const key = `late-${id}`
  await call(
    addCartFromPricelist,
    { mode: 'add', cartList: { [id]: 2 }, replaces: [key] },
    { ...buyer, key: `${key}-2` },
  )
  await expect(
    call(addCartFromPricelist, { mode: 'add', cartList: { [id]: 4 } }, { ...buyer, key }),
  ).rejects.toMatchObject({ code: 'keyReused' })
  const colleague = await newBuyer(portal, world)
  await call(
    addCartFromPricelist,
    { mode: 'add', cartList: { [id]: 3 }, replaces: [`${key}-2`] },
    { ...colleague, key },
  )
  expect([await quantities(buyer), await quantities(colleague)], 'keys of others are not touched').toEqual([
    { [id]: 2 },
    { [id]: 3 },
  ])
})
