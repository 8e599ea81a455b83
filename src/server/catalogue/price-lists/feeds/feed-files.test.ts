import { readdir, readlink, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePriceLink, ymlPrice } from '#shared/api/price-lists.ts'
import { findContractView, type ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { openLocalStore, type FileStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { createShop, type Shop } from '#tests/support/shop.ts'
import { readYml } from '#tests/support/formats/yml.ts'
import { call } from '#web/api/client.ts'
import { createFeeds } from './feeds.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let folder: string
beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  owner = await signedIn(portal, shop.ownerId)
  folder = join(portal.config.dataDir, 'files')
})
afterAll(() => portal.close())

const contract = () => shop.contracts.wholesale
const yml = async () => (await call(ymlPrice, { contract_id: contract() }, owner)).data
const dropFiles = () => rm(join(folder, 'price-feeds'), { recursive: true })

async function linkPath(header: string): Promise<string> {
  const { id, items } = await call(makePriceLink, { contract: contract(), header }, owner)
  return new URL(items.find((item) => item.id === id)?.url ?? 'http://none').pathname
}

test('a YML whose file is missing is written again, for accounts and for public links', async () => {
  const path = await linkPath('Сайт')
  const whole = await yml()
  const fetchFeed = (encoding: string) => fetch(portal.origin + path, { headers: { 'accept-encoding': encoding } })
  for (const encoding of ['gzip', 'identity']) {
    await dropFiles()
    const answer = await fetchFeed(encoding)
    expect(answer.status).toBe(200)
    expect(readYml(await answer.text()).offers).toEqual(readYml(whole).offers)
  }
  await dropFiles()
  expect(readYml(await yml()).offers).toEqual(readYml(whole).offers)
})

test('a file deleted between lookup and opening crashes no process and fails no later request', async () => {
  const path = await linkPath('Гонка')
  await yml()
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      if (n % 3 === 0) await dropFiles().catch(() => undefined)
      const { status } =
        n % 2 === 0
          ? await owner.send('/api/ymlPrice/', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ contract_id: contract() }),
            })
          : await fetch(portal.origin + path)
      return status
    }),
  )
  for (const status of answers) expect([200, 503]).toContain(status)
  expect(await yml()).toContain('</yml_catalog>')
})

test('two feeds are written at once, one per organisation; one that queues too many is refused', async () => {
  const views = await Promise.all(Array.from({ length: 14 }, async (_, n) => viewOf(`ОЧ-${n}`)))
  const store = gated(openLocalStore(folder))
  const feeds = createFeeds({ db: portal.db, files: store, origins: () => 'https://opt.example' })
  const others = await Promise.all([2, 3, 4].map((n) => viewOfAnother(views[0], n)))
  const requests = views.map((view) => feeds.current({ view, origin: '' }))
  let refusals = 0
  for (const request of requests) request.catch(() => (refusals += 1))
  const settled = Promise.allSettled(requests)
  await expect.poll(() => store.writing(), { timeout: 5000 }).toBe(1)
  // Another organisation's feed is written in parallel; those of a third and a fourth wait.
  const ofOthers = others.map((view) => feeds.current({ view, origin: '' }))
  await expect.poll(() => store.writing(), { timeout: 5000 }).toBe(2)
  // The pool of the tests has ten connections: two are busy.
  await Promise.all(Array.from({ length: 8 }, () => portal.db.execute(sql`select pg_sleep(0.05)`)))
  expect(store.writing()).toBe(2)
  await expect.poll(() => refusals, { timeout: 5000 }).toBe(6)
  store.letGo()
  const answers = await settled
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused).toHaveLength(6)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'tooManyRequests', details: { retryAfterSeconds: 10 } })
  expect(store.max()).toBe(2)
  await expect(Promise.all(ofOthers)).resolves.toHaveLength(3)
  const again = await Promise.all(views.slice(0, 7).map((view) => feeds.current({ view, origin: '' })))
  again.push(...(await Promise.all(views.slice(7).map((view) => feeds.current({ view, origin: '' })))))
  expect(new Set(again.map(({ key }) => key)).size).toBe(14)
})

/** A contract of another organisation, as its owner sees it. */
async function viewOfAnother(like: ContractView | undefined, n: number): Promise<ContractView> {
  const { organisationId, contragentId } = await addOrganisation(portal.db, `ООО «Сосед ${n}»`)
  const contractId = await addContract(portal.db, {
    organisationId,
    contragentId,
    priceTypeId: 51,
    warehouseIds: [61],
    number: `С-${n}`,
  })
  if (!like) throw new Error('a contract to be like')
  return { ...like, contractId, organisationId }
}

async function viewOf(number: string) {
  const { rows } = await portal.db.execute<{ contragentId: number }>(
    sql`select contragent_id as "contragentId" from contracts where id = ${contract()}`,
  )
  const contractId = await addContract(portal.db, {
    organisationId: shop.organisationId,
    contragentId: rows[0]?.contragentId ?? 0,
    priceTypeId: 51,
    warehouseIds: [61],
    number,
  })
  const view = await findContractView(portal.db, { accountId: shop.ownerId, contractId })
  if (!view) throw new Error('the owner sees every contract')
  return view
}

/** A store whose writes wait until letGo() is called. */
function gated(store: FileStore) {
  const gate = Promise.withResolvers<void>()
  let [now, peak] = [0, 0]
  const put: FileStore['put'] = async (key, source) => {
    now += 1
    peak = Math.max(peak, now)
    await gate.promise
    await store.put(key, source).finally(() => (now -= 1))
  }
  return { ...store, put, writing: () => now, max: () => peak, letGo: gate.resolve }
}

test('an aborted download leaves no file open', async () => {
  const path = await linkPath('Обрыв')
  await enlarge()
  expect((await yml()).length).toBeGreaterThan(5_000_000)
  const { cookies } = owner
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (let n = 0; n < 5; n += 1) {
    await cutOff(path, { headers: { 'accept-encoding': 'identity' } })
    await cutOff(path, { headers: { 'accept-encoding': 'gzip' } })
    await cutOff('/api/ymlPrice/', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ contract_id: contract() }),
    })
  }
  await expect.poll(openFeeds, { timeout: 5000 }).toEqual([])
})

/** So large that no buffer on the way holds it. */
async function enlarge(): Promise<void> {
  await portal.db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into products (id, code1c, name, step_milli, description) overriding system value
        select n, 'много-' || n, 'Болт ' || n, 1000,
          (select string_agg(md5((n * 100 + m)::text), ' ') from generate_series(1, 80) m)
          from generate_series(2001, 4500) n`,
    )
    await tx.execute(
      sql`insert into prices (product_id, price_type_id, price_kopecks) select n, 51, 100
        from generate_series(2001, 4500) n`,
    )
    await tx.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  })
  await portal.db.execute(sql`update price_feeds set build_ms = 0`)
}

/** Sends the request and disconnects after the first bytes. */
function cutOff(
  path: string,
  { body, ...options }: { method?: string; headers: Record<string, string>; body?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(portal.origin + path, options, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Files of YML that this process, which is the server here, holds open. */
async function openFeeds(): Promise<string[]> {
  const fds = await readdir('/proc/self/fd')
  const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.includes('price-feeds'))
}
