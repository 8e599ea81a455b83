import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processBasket } from '#shared/api/basket.ts'
import { fileClaim } from '#shared/api/claims.ts'
import { saveFavoriteList, setWish } from '#shared/api/lists.ts'
import { requestAct } from '#shared/api/money/acts.ts'
import { createOrder } from '#shared/api/orders.ts'
import { getPriceList, makePriceLink, priceRequest } from '#shared/api/price-lists.ts'
import { sendChat } from '#shared/api/talk/chat.ts'
import { saveFilter } from '#shared/api/views.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { buildActs } from '#server/buying/acts/build.ts'
import { shippingDocuments } from '#server/platform/db/schema/ledger.ts'
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
import { wordsOf } from './support/reply-words.ts'

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
  const [manager = 0] = (
    await portal.db.execute<{ id: number }>(sql`
    insert into personal_managers (name, phone, email) values ('Орлов', '', 'orlov@firm.example') returning id`)
  ).rows.map(({ id }) => id)
  const other = await addOrganisation(portal.db, `ООО «${foreign}»`, { personalManagerId: manager })
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
  const { id: orderId, numberOrder } = await call(createOrder, order, {
    send: visitor.send,
    key: encodeURIComponent(word),
  })
  await call(processBasket, { id: product, qnt: 2, contract }, visitor)
  await call(saveFavoriteList, { header: word }, visitor)
  await call(setWish, { id: product }, visitor)
  await call(saveFilter, { header: word, address: `/catalog?query=${encodeURIComponent(word)}` }, visitor)
  await call(makePriceLink, { contract, header: word }, visitor)
  await call(priceRequest, { contract, comment: word }, visitor)
  await call(getPriceList, { contract }, visitor)
  await addLedger(portal.db, contract, [{ paper: word, number: word, basis: word, debit: 100 }])
  const today = dayOf(new Date())
  const period = { startdate: formatDay(addDays(today, -30)), enddate: formatDay(today) }
  await call(requestAct, { contract_id: contract, ...period }, visitor)
  await buildActs(portal)
  await call(sendChat, { message: word }, { send: visitor.send, key: encodeURIComponent(word) })
  await portal.db.execute(sql`update orders set state = 11 where id = ${orderId}`)
  await portal.db.execute(sql`update order_lines set shipped_milli = quantity_milli where order_id = ${orderId}`)
  await portal.db.execute(sql`insert into order_events (order_id, state, author) values (${orderId}, 11, '1С')`)
  const products = [{ id: product, qty: 1 }]
  await call(fileClaim, { reclamation: { orderCode1c: numberOrder, type: 5, products, description: word } }, visitor)
  await portal.db.insert(shippingDocuments).values({
    code1c: word,
    contractId: contract,
    kind: 'upd',
    number: word,
    day: today,
    basis: word,
    fileKey: `shipping-documents/${encodeURIComponent(word)}.pdf`,
    fileBytes: 4,
    digest: word,
    fileDigest: word,
  })
}

/** Everybody who must not see the other buyer's words; the second group not those of the unallotted contract, too. */
async function strangers(): Promise<[name: string, caller: Visitor, words: string[]][]> {
  const { db } = portal
  const both = [foreign, unallotted]
  const third = await addOrganisation(db, 'ООО «Третий»')
  const demo = await addOrganisation(db, 'ООО «Пример»', { demo: true })
  const pending = await addOrganisation(db, 'ООО «Ждёт»', { status: 'pending' })
  const of = async (role: 'owner' | 'manager', { organisationId }: { organisationId: number }) =>
    signedIn(portal, await addAccount(db, { role, organisationId }))
  return [
    ['guest', portal.visitor(), both],
    ['unapproved', await of('owner', pending), both],
    ['demo visitor', await of('owner', demo), both],
    ['owner', await signedIn(portal, world.ownerId), [foreign]],
    ['manager', await signedIn(portal, world.managerId), both],
    ['manager without contracts', await of('manager', world), both],
    ['accountant', await signedIn(portal, world.accountantId), both],
    ['receiver', await signedIn(portal, world.receiverId), both],
    ['owner of a third buyer', await of('owner', third), both],
    ['staff of other customers', await signedIn(portal, world.salesId), [foreign]],
  ]
}

/** Calls that would take the callers themselves away. */
const destructive = [
  'signIn',
  'signOut',
  'enterDemo',
  'saveManager',
  'disableManager',
  'deleteManager',
  'erasePersonalData',
  'endManagerSessions',
  'savePricePolitics',
]

test('[R.4] every call with the ids of another buyer’s records, by each of ten identities', async () => {
  const ids = await idsOfOthers()
  const seen: string[] = []
  const limited = new Set<string>()
  for (const [who, caller, words] of await strangers()) {
    for (const { name, endpoint } of endpoints) {
      if (destructive.includes(name)) continue
      for (const id of inputKeys(endpoint).length === 0 ? [1] : ids) {
        const input = Object.fromEntries(inputKeys(endpoint).map((key) => [key, id]))
        const response = await sendRaw(caller, endpoint, input)
        if (response.status === 429) limited.add(name)
        const text = await wordsOf(response)
        if (words.some((word) => text.includes(word))) seen.push(`${who}: ${name} with ${id}`)
      }
    }
  }
  expect(seen).toEqual([])
  // A limit would hide what a call answers.
  expect([...limited]).toEqual([])
}, 240_000)

/** Ids that records of the other buyer and of the unallotted contract have; a few, of as many tables as possible. */
async function idsOfOthers(): Promise<number[]> {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    select id from orders where comment in (${foreign}, ${unallotted})
    union select id from contracts where number like ${`${foreign}%`} or number like ${`${unallotted}%`}
    union select c.id from claims c join orders o on o.id = c.order_id and o.comment in (${foreign}, ${unallotted})
    union select a.id from acts a join contracts c on c.id = a.contract_id and c.number ~ ${`^(${foreign}|${unallotted})`}
    union select id from shipping_documents
    order by id`)
  expect(rows.length).toBeGreaterThan(1)
  return rows.map(({ id }) => id)
}

test('[R.4] no call with any ids reveals data of another buyer or of a contract not allotted to the account', async () => {
  const callers = await strangers()
  const callable = endpoints.filter(({ name }) => !destructive.includes(name))
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
      async ({ name, endpoint }, [who, visitor, words], values) => {
        const input = Object.fromEntries(inputKeys(endpoint).map((key, index) => [key, values[index]]))
        const text = await wordsOf(await sendRaw(visitor, endpoint, input))
        for (const word of words)
          expect(text.includes(word), `${who}: ${name} ${JSON.stringify(input)} tells ${word}`).toBe(false)
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
    `/api/documents/?contract=${secondContract}`,
    '/api/chat/',
  ]) {
    expect(await (await owner.send(path, { method: 'GET' })).text(), path).toContain(unallotted)
  }
})
