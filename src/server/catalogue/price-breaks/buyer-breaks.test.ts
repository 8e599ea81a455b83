import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodsBreaks } from '#shared/api/money/price-breaks.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addBreaks } from '#tests/support/catalogue/price-breaks.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let ids: number[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ids = world.productIds
  const [first = 0] = ids
  const { contractId } = world
  await addBreaks(portal.db, [
    { contractId, productId: first, from: 100, priceKopecks: 9000 },
    { contractId, productId: first, from: 10, priceKopecks: 9500 },
    { contractId, productId: first, from: 20, priceKopecks: 9700 },
    { contractId, productId: first, fromSum: 5_000_000, percentHundredths: 300 },
  ])
})
afterAll(() => portal.close())

const breaksFor = async (accountId: number, contract = world.contractId) =>
  (await call(goodsBreaks, { contract, ids: JSON.stringify(ids) }, await signedIn(portal, accountId))).items

test('goods with breaks are answered with those that lower their price, by quantity, then by sum', async () => {
  expect(await breaksFor(world.managerId)).toEqual([
    {
      id: ids[0],
      unit: 'шт',
      breaks: [
        { by: 'quantity', from: 10, price: 95, percent: null },
        { by: 'quantity', from: 100, price: 90, percent: null },
        { by: 'sum', from: 50_000, price: 97, percent: 3 },
      ],
    },
  ])
})

test('who sees no prices sees no breaks; a markup is on them; a hidden price hides them', async () => {
  expect(await breaksFor(world.receiverId)).toEqual([])
  const withPolitics = async (show: string) => {
    const politics = JSON.stringify([{ category: null, show, hundredths: 1000 }])
    await portal.db.execute(sql`update accounts set price_politics = ${politics}::jsonb where id = ${world.managerId}`)
    const [good] = await breaksFor(world.managerId)
    return good?.breaks.map(({ price }) => price)
  }
  expect(await withPolitics('percent'), 'a break by sum would reveal the markup').toEqual([104.5, 99])
  expect(await withPolitics('hidden')).toBeUndefined()
  await portal.db.execute(sql`update accounts set price_politics = '[]'::jsonb where id = ${world.managerId}`)
})

test('a contract of another organisation is answered like a missing one', async () => {
  const stranger = await addOrganisation(portal.db, 'ООО «Соседи»')
  const theirs = await world.addContract({ ...stranger })
  const owner = await addAccount(portal.db, { role: 'owner', ...stranger })
  expect(await breaksFor(owner, theirs)).toEqual([])
  await expect(breaksFor(owner)).rejects.toMatchObject({ status: 404 })
  await expect(breaksFor(world.managerId, theirs)).rejects.toMatchObject({ status: 404 })
})
