import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processBasket } from '#shared/api/basket.ts'
import { saveFavoriteList, setWish } from '#shared/api/lists.ts'
import { createOrder } from '#shared/api/orders.ts'
import { getPriceList, makePriceLink, priceRequest } from '#shared/api/price-lists.ts'
import { saveFilter } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { inputKeys, listCalls, listFileEndpoints, sendRaw, type NamedCall } from './support/every-call.ts'
import {
  addAccount,
  addAddress,
  addConsignee,
  addContract,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from './support/fixtures.ts'
import { addLedger } from './support/ledger.ts'

/** Words contained in all data of another buyer, and of a contract not allotted to the account. */
const foreign = 'Канарейка'
const unallotted = 'Попугай'
let portal: TestApp
let world: World
let endpoints: NamedCall[]
let secondContract: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: Array.from({ length: 5 }, () => ({ stock: [1000, 1000] })) })
  endpoints = await listCalls()
  const { priceTypeIds, warehouseIds } = world
  const other = await addOrganisation(portal.db, `ООО «${foreign}»`)
  const contractId = await addContract(portal.db, {
    ...other,
    priceTypeId: priceTypeIds[0] ?? 0,
    warehouseIds,
    number: `${foreign}-1`,
  })
  await addAddress(portal.db, other.organisationId, `${foreign}, ул. Лётная, 1`)
  await addConsignee(portal.db, other.organisationId, { name: foreign, surname: foreign })
  await fill(
    await addAccount(portal.db, { role: 'owner', organisationId: other.organisationId, name: foreign }),
    contractId,
    foreign,
  )
  secondContract = await world.addContract({ number: `${unallotted}-2` })
  await fill(world.ownerId, secondContract, unallotted)
})
afterAll(() => portal.close())

/** Everything an account can store under a contract, with a word in it. */
async function fill(accountId: number, contract: number, word: string): Promise<void> {
  const visitor = await signedIn(portal, accountId)
  const [product = 0] = world.productIds
  await call(processBasket, { id: product, qnt: 1, contract }, visitor)
  const order = { contract, delivery_method: 3, comment: word, client_number: word }
  await call(createOrder, order, { send: visitor.send, key: encodeURIComponent(word) })
  await call(processBasket, { id: product, qnt: 2, contract }, visitor)
  await call(saveFavoriteList, { header: word }, visitor)
  await call(setWish, { id: product }, visitor)
  await call(saveFilter, { header: word, address: `/catalog?query=${encodeURIComponent(word)}` }, visitor)
  await call(makePriceLink, { contract, header: word }, visitor)
  await call(priceRequest, { contract, comment: word }, visitor)
  await call(getPriceList, { contract }, visitor)
  await addLedger(portal.db, contract, [{ paper: word, number: word, basis: word, debit: 100 }])
}

test('[R.4] no call with any ids reveals data of another buyer or of a contract not allotted to the account', async () => {
  const callers: [Visitor, string[]][] = [
    [portal.visitor(), [foreign, unallotted]],
    [await signedIn(portal, world.ownerId), [foreign]],
    [await signedIn(portal, world.managerId), [foreign, unallotted]],
    [await signedIn(portal, world.accountantId), [foreign, unallotted]],
    [await signedIn(portal, world.receiverId), [foreign, unallotted]],
  ]
  // The last three would take the callers themselves away.
  const without = ['signIn', 'signOut', 'saveManager', 'disableManager', 'deleteManager']
  const callable = endpoints.filter(({ name }) => !without.includes(name))
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map((id) => [id]) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...callable),
      fc.constantFrom(...callers),
      fc.array(value, { minLength: 24, maxLength: 24 }),
      async ({ name, endpoint }, [visitor, words], values) => {
        const input = Object.fromEntries(inputKeys(endpoint).map((key, index) => [key, values[index]]))
        const text = await (await sendRaw(visitor, endpoint, input)).text()
        for (const word of words)
          expect(text.includes(word), `${name} ${JSON.stringify(input)} tells ${word}`).toBe(false)
      },
    ),
    { numRuns: 2000 },
  )
}, 120_000)

test('[R.4] a file of another buyer answers exactly like a missing one', async () => {
  const ids = await foreignIds()
  const files = (await listFileEndpoints()).filter(({ endpoint }) => endpoint.path.startsWith('/api/order/:id/'))
  expect(files.length).toBeGreaterThan(1)
  for (const visitor of [await signedIn(portal, world.ownerId), await signedIn(portal, world.managerId)]) {
    for (const { name, endpoint } of files) {
      const missing = await sendRaw(visitor, endpoint, { id: 999_999 })
      expect(missing.status, name).toBe(404)
      const expected = await missing.text()
      for (const id of ids) {
        const response = await sendRaw(visitor, endpoint, { id })
        expect([response.status, await response.text()], `${name} ${id}`).toEqual([404, expected])
      }
    }
  }
})

/** Orders of the other buyer. */
async function foreignIds(): Promise<number[]> {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`select id from orders where comment = ${foreign} order by id`,
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(({ id }) => id)
}

test('[R.4] the owner sees the secret words', async () => {
  const owner = await signedIn(portal, world.ownerId)
  for (const path of [
    '/api/order/',
    '/api/favoriteLists/',
    '/api/savedFilters/',
    '/api/priceLinks/',
    '/api/priceRequest/',
    `/api/finances/?contract=${secondContract}`,
  ]) {
    expect(await (await owner.send(path, { method: 'GET' })).text(), path).toContain(unallotted)
  }
})
