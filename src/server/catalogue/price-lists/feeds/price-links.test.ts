import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePriceLink, priceLinks, revokePriceLink, ymlPrice } from '#shared/api/price-lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readYml } from '#tests/support/formats/yml.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp({ env: { BASE_URL: 'https://opt.example' } })
  shop = await createShop(portal.db)
  owner = await signedIn(portal, shop.ownerId)
})
afterAll(() => portal.close())

async function linkOf(visitor = owner, contract = shop.contracts.wholesale, header = `Сайт ${Math.random()}`) {
  const { id, items } = await call(makePriceLink, { contract, header }, visitor)
  const made = items.find((item) => item.id === id)
  return { id, path: new URL(made?.url ?? 'http://none').pathname, item: made }
}

const fetchLink = (path: string, headers: Record<string, string> = {}) => fetch(portal.origin + path, { headers })

/** In a shop whose feed is written quickly, however busy the test machine is. */
async function changePrice(kopecks: number): Promise<void> {
  await portal.db.execute(sql`update price_feeds set build_ms = 0`)
  await portal.db.transaction(async (tx) => {
    await tx.execute(
      sql`update prices set price_kopecks = ${kopecks} where product_id = ${goodIds.impact} and price_type_id = 51`,
    )
    await tx.execute(sql`insert into catalogue_changes (kind, product_id) values ('price', ${goodIds.impact})`)
  })
}

test('[P.4] a public link returns the same YML without a session, gzipped or not', async () => {
  const { path, item } = await linkOf()
  expect(item).toMatchObject({
    contract: shop.contracts.wholesale,
    last_used_at: null,
    author: 'Имя owner',
    url: expect.stringMatching(/^https:\/\/opt\.example\/price\/[\w-]{32}\.xml$/),
  })
  const whole = (await call(ymlPrice, { contract_id: shop.contracts.wholesale }, owner)).data
  const zipped = await fetchLink(path, { 'accept-encoding': 'gzip' })
  expect(zipped.status).toBe(200)
  expect(zipped.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(await zipped.text()).toBe(whole)
  const plain = await fetchLink(path, { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(whole)
  expect(plain.headers.get('etag')).not.toBe(zipped.headers.get('etag'))
  const head = await fetch(portal.origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, zipped.headers.get('etag'), ''])
  expect(gunzipSync(Buffer.from(await rawBytes(path))).toString()).toBe(whole)
})

/** As they come over the wire: fetch would unpack them. */
function rawBytes(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(portal.origin + path, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}

test('a client with the current ETag gets 304; the ETag changes only with the contents', async () => {
  const { path } = await linkOf()
  const first = await fetchLink(path)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  await first.arrayBuffer()
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const again = await fetchLink(path, { 'if-none-match': known })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  // A row was updated to the same value.
  await changePrice(100_000)
  expect((await fetchLink(path, { 'if-none-match': etag })).status).toBe(304)
  await changePrice(100_002)
  const changed = await fetchLink(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
  expect(readYml(await changed.text()).offer(goodIds.impact)?.fields.price).toEqual(['1000.02'])
})

test('a revoked or unknown link is 404, and revoking twice is no error', async () => {
  const { id, path } = await linkOf()
  expect((await fetchLink(path)).status).toBe(200)
  expect((await call(revokePriceLink, { id }, owner)).items.map((item) => item.id)).not.toContain(id)
  expect((await fetchLink(path)).status).toBe(404)
  await call(revokePriceLink, { id }, owner)
  for (const unknown of [
    `/price/${'a'.repeat(32)}.xml`,
    '/price/a.xml',
    '/price/..%2f..%2fetc.xml',
    path.replace('.xml', '.json'),
    path.replace('.xml', ''),
  ]) {
    const response = await fetchLink(unknown)
    expect(response.status, unknown).toBe(404)
    expect(((await response.json()) as { message: string }).message).toMatch(/[а-я]/)
  }
})

test('a link stops when the contract ends, or its author is disabled or loses access to the contract', async () => {
  const [contract, other] = [
    await addContract(portal.db, await buyerOf('ОПТ-9')),
    await addContract(portal.db, await buyerOf('ОПТ-8')),
  ]
  const managerId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: shop.organisationId,
    contractIds: [contract, other],
  })
  const { path } = await linkOf(await signedIn(portal, managerId), contract)
  const status = async () => (await fetchLink(path)).status
  const during = async (change: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
    await portal.db.execute(change)
    const seen = await status()
    const listed = (await call(priceLinks, { contract }, owner)).items.map(({ works }) => works)
    await portal.db.execute(undo)
    return [seen, listed]
  }
  expect(await status()).toBe(200)
  expect(
    await during(
      sql`update contracts set status = 'suspended' where id = ${contract}`,
      sql`update contracts set status = 'active' where id = ${contract}`,
    ),
  ).toEqual([404, [false]])
  expect(
    await during(
      sql`update accounts set enabled = false where id = ${managerId}`,
      sql`update accounts set enabled = true where id = ${managerId}`,
    ),
  ).toEqual([404, [false]])
  expect(
    await during(
      sql`update accounts set role = 'receiver' where id = ${managerId}`,
      sql`update accounts set role = 'manager' where id = ${managerId}`,
    ),
  ).toEqual([404, [false]])
  await portal.db.execute(sql`update organisations set status = 'blocked' where id = ${shop.organisationId}`)
  expect(await status()).toBe(404)
  await portal.db.execute(sql`update organisations set status = 'active' where id = ${shop.organisationId}`)
  expect(await status()).toBe(200)
  owner = await signedIn(portal, shop.ownerId)
  await portal.db.execute(
    sql`delete from account_contracts where account_id = ${managerId} and contract_id = ${contract}`,
  )
  expect(await status()).toBe(404)
  const [ended] = (await call(priceLinks, { contract }, owner)).items
  expect(ended).toMatchObject({ works: false })
  // It counts against the limit until revoked, and any account with the contract may revoke it.
  expect((await call(revokePriceLink, { id: ended?.id ?? 0 }, owner)).items).toEqual([])
})

test('[R.4] an account without allotted contracts sees no links and can revoke none', async () => {
  const { id, path } = await linkOf()
  const idle = await signedIn(portal, shop.idleId)
  expect((await call(priceLinks, {}, idle)).items).toEqual([])
  await expect(call(revokePriceLink, { id }, idle)).rejects.toMatchObject({ status: 404 })
  expect((await fetchLink(path)).status).toBe(200)
})

test('concurrent calls create no more links than allowed', async () => {
  const contract = await addContract(portal.db, await buyerOf('ОПТ-5'))
  const people = [
    owner,
    ...(await Promise.all(
      [1, 2].map(async () =>
        signedIn(
          portal,
          await addAccount(portal.db, {
            role: 'manager',
            organisationId: shop.organisationId,
            contractIds: [contract],
          }),
        ),
      ),
    )),
  ]
  for (let n = 1; n <= 17; n += 1) await call(makePriceLink, { contract, header: `Сайт ${n}` }, owner)
  const responses = people.flatMap((visitor, who) =>
    [1, 2, 3].map((n) => call(makePriceLink, { contract, header: `${who}-${n}` }, visitor)),
  )
  const outcomes = await Promise.allSettled(responses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await call(priceLinks, { contract }, owner)).items).toHaveLength(20)
})

async function buyerOf(number: string) {
  const { rows } = await portal.db.execute<{ contragentId: number }>(
    sql`select contragent_id as "contragentId" from contracts where id = ${shop.contracts.wholesale}`,
  )
  return {
    organisationId: shop.organisationId,
    contragentId: rows[0]?.contragentId ?? 0,
    priceTypeId: 51,
    warehouseIds: [61],
    number,
  }
}

test('every account with the contract sees its links; the time of last use is updated at intervals', async () => {
  const contract = await addContract(portal.db, await buyerOf('ОПТ-7'))
  const manager = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'manager', organisationId: shop.organisationId, contractIds: [contract] }),
  )
  const { id, path } = await linkOf(manager, contract, 'Сайт')
  const listed = async (visitor: Visitor) => (await call(priceLinks, { contract }, visitor)).items
  expect((await listed(owner)).map((item) => [item.id, item.header])).toEqual([[id, 'Сайт']])
  await fetchLink(path)
  const used = (await listed(manager))[0]?.last_used_at
  expect(used).toMatch(/^\d{4}-.*Z$/)
  await fetchLink(path)
  expect((await listed(manager))[0]?.last_used_at).toBe(used)
  expect((await call(priceLinks, {}, manager)).items.map((item) => item.id)).toEqual([id])
  expect((await call(revokePriceLink, { id }, owner)).items).toEqual([])
})

test('concurrent repeats create one link, and the number of links of a contract is limited', async () => {
  const contract = await addContract(portal.db, await buyerOf('ОПТ-6'))
  const twice = await Promise.all([1, 2, 3].map(() => call(makePriceLink, { contract, header: 'Сайт' }, owner)))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  for (let n = 2; n <= 20; n += 1) await call(makePriceLink, { contract, header: `Сайт ${n}` }, owner)
  await expect(call(makePriceLink, { contract, header: 'Ещё' }, owner)).rejects.toMatchObject({
    status: 422,
    code: 'tooManyLinks',
  })
  await expect(call(makePriceLink, { contract, header: ' ' }, owner)).rejects.toMatchObject({ status: 400 })
})

test('too many requests are refused with Retry-After', async () => {
  const { path } = await linkOf()
  const statuses: number[] = []
  let waits: string | null = null
  for (let n = 0; n < 120 && !statuses.includes(429); n += 1) {
    const response = await fetchLink(path, { 'if-none-match': '*' })
    statuses.push(response.status)
    waits = response.headers.get('retry-after')
  }
  expect(statuses.at(-1)).toBe(429)
  expect(waits).toBe('1')
})
