import { afterAll, beforeAll, expect, test } from 'vitest'
import { join } from 'node:path'
import { product } from '#shared/api/catalogue.ts'
import { productDocuments } from '#server/platform/db/schema/product-card.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

const { drill, glovesL, hidden } = goodIds
const bytes = Buffer.from('%PDF-1.7 паспорт')

let portal: TestApp
let shop: Shop
let owner: Visitor
let ids: number[]

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await openLocalStore(join(portal.config.dataDir, 'files')).put('documents/aa/passport.pdf', bytes)
  const file = { key: 'documents/aa/passport.pdf', type: 'pdf', sizeBytes: bytes.length }
  const rows = await portal.db
    .insert(productDocuments)
    .values([
      { ...file, productId: drill, name: 'Паспорт «ДУ-13» (2026)' },
      { ...file, productId: hidden, name: 'Чужой' },
      { ...file, productId: glovesL, name: 'Варианта' },
      { ...file, productId: drill, name: 'Пропавший', key: 'documents/aa/gone.pdf' },
    ])
    .returning({ id: productDocuments.id })
  ids = rows.map(({ id }) => id)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(() => call(product, { id: drill }, owner), undefined, 20_000)
})
afterAll(() => portal.close())

const get = (path: string, visitor: Visitor) => visitor.send(path, {})

test('a document downloads under its Cyrillic name with its content type', async () => {
  const response = await get(`/product-documents/${ids[0]}`, owner)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  const header = (name: string) => response.headers.get(name)
  expect([header('content-type'), header('x-content-type-options'), header('content-length')]).toEqual([
    'application/pdf',
    'nosniff',
    String(bytes.length),
  ])
  const [, encoded = ''] =
    /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''(.+)$/.exec(header('content-disposition') ?? '') ?? []
  expect(decodeURIComponent(encoded)).toBe('Паспорт «ДУ-13» (2026).pdf')
  expect((await get(`/product-documents/${ids[2]}?contract=${shop.contracts.wholesale}`, owner)).status).toBe(200)
})

test('an unsold good’s document or lost file is 404; a guest gets 401, staff without the right 403', async () => {
  const status = async (path: string, visitor = owner) => {
    const response = await get(path, visitor)
    expect(await response.json()).toMatchObject({ status: 'error', message: expect.stringMatching(/[а-я]/) as string })
    return response.status
  }
  expect(await status(`/product-documents/${ids[1]}`)).toBe(404)
  expect((await get(`/product-documents/${ids[1]}?contract=${shop.contracts.dealer}`, owner)).status).toBe(200)
  for (const path of [
    `${ids[3]}`,
    '999999',
    '0',
    'x',
    `${ids[0]}?contract=${shop.contracts.foreign}`,
    `${ids[0]}?contract=x`,
  ])
    expect(await status(`/product-documents/${path}`), path).toBe(404)
  expect(await status(`/product-documents/${ids[0]}`, portal.visitor())).toBe(401)
  expect(
    await status(
      `/product-documents/${ids[0]}`,
      await signedIn(portal, await addAccount(portal.db, { role: 'sales' })),
    ),
  ).toBe(403)
  expect((await get(`/product-documents/${ids[1]}`, await signedIn(portal, shop.adminId))).status).toBe(200)
})
