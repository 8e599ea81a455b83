import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPriceList, makePriceLink, ymlPrice } from '#shared/api/price-lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { readYml } from '#tests/support/formats/yml.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let path: string
beforeAll(async () => {
  // Without BASE_URL the portal's address is known only from each request.
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await portal.db.execute(sql`insert into pictures (digest, key, type) values ('d', 'pictures/d.webp', 'webp')`)
  await portal.db.execute(
    sql`insert into product_pictures (product_id, picture_id, position) select ${goodIds.drill}::int, id, 0
      from pictures`,
  )
  owner = await signedIn(portal, shop.ownerId)
  const { items } = await call(makePriceLink, { contract: shop.contracts.wholesale, header: 'Сайт' }, owner)
  path = new URL(items[0]?.url ?? 'http://none').pathname
})
afterAll(() => portal.close())

/** A request with `host` as its Host header. */
function fetchAt(
  host: string,
  options: { path: string; cookie?: string; body?: string },
): Promise<{ status: number | undefined; text: string }> {
  const headers = {
    host,
    'accept-encoding': 'identity',
    ...(options.cookie ? { cookie: options.cookie, 'content-type': 'application/json' } : {}),
  }
  return new Promise((resolve, reject) => {
    const asking = request(
      portal.origin + options.path,
      { method: options.body ? 'POST' : 'GET', headers, setHost: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
      },
    )
    asking.on('error', reject)
    asking.end(options.body)
  })
}

const addresses = (xml: string) => {
  const offer = readYml(xml).offer(goodIds.drill)
  return [offer?.fields.url?.[0], offer?.fields.picture?.[0]].map((url) => new URL(url ?? 'http://none').origin)
}

test('URLs in a YML use the host of the request', async () => {
  const { data } = await call(ymlPrice, { contract_id: shop.contracts.wholesale }, owner)
  expect(addresses(data)).toEqual([portal.origin, portal.origin])
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { text } = await fetchAt('opt.example:8080', {
    path: '/api/ymlPrice/',
    cookie,
    body: JSON.stringify({ contract_id: shop.contracts.wholesale }),
  })
  expect(addresses((JSON.parse(text) as { data: string }).data)).toEqual([
    'http://opt.example:8080',
    'http://opt.example:8080',
  ])
})

test('URLs in the YML of a public link use the host of its author, whatever the reader’s Host header', async () => {
  for (const host of ['evil.example', 'a"b<c', 'x'.repeat(400)]) {
    const { status, text } = await fetchAt(host, { path })
    expect([status, addresses(text)]).toEqual([200, [portal.origin, portal.origin]])
  }
})

test('picture URLs in a spreadsheet use the host of the request that ordered it', async () => {
  const { link } = await call(getPriceList, { contract: shop.contracts.wholesale }, owner)
  const responses: Response[] = []
  await expect
    .poll(async () => responses.unshift(await owner.send(link, {})) && responses[0]?.status, { timeout: 20_000 })
    .toBe(200)
  const bytes = Buffer.from(await (responses[0] ?? Response.error()).arrayBuffer())
  const [rows = []] = Object.values((await readWorkbook(bytes)).rows)
  const picture = rows[2]?.indexOf('Фото') ?? -1
  const drill = rows.find((row) => row.at(-1) === goodIds.drill)
  expect(drill?.[picture]).toMatch(new RegExp(`^${portal.origin}/dbpics/\\d+\\.webp$`))
})
