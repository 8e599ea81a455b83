import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { deleteSynonyms, saveSynonyms, staffSynonyms } from '#shared/api/staff/synonyms.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let owner: Visitor
let admin: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  admin = await signedIn(portal, shop.adminId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
  )
})
afterAll(() => portal.close())

const find = async (query: string) => (await call(filter, { query }, owner)).products.map(({ id }) => id)

test('synonyms entered by staff find each other within seconds, and no longer once deleted', async () => {
  expect(await find('трещотка')).toEqual([])
  const { id, items } = await call(saveSynonyms, { words: ['трещотка', ' Перчатки '] }, admin)
  expect(items).toEqual([{ id, words: ['трещотка', 'Перчатки'] }])
  await until(
    () => find('трещотка'),
    (found) => found.includes(goodIds.gloves),
  )

  await call(saveSynonyms, { id, words: ['трещотка', 'гвозди'] }, admin)
  await until(
    () => find('трещотка'),
    (found) => found.includes(goodIds.nails) && !found.includes(goodIds.gloves),
  )

  expect(await call(deleteSynonyms, { id }, admin)).toMatchObject({ items: [] })
  await until(
    () => find('трещотка'),
    (found) => found.length === 0,
  )
  expect((await call(deleteSynonyms, { id }, admin)).items).toEqual([])
})

test('a set sent twice or in another order is stored once', async () => {
  const sent = await Promise.all(
    [
      ['мешалка', 'миксер'],
      ['Миксер', 'мешалка '],
      ['мешалка', 'МИКСЕР'],
    ].map((words) => call(saveSynonyms, { words }, admin)),
  )
  const [{ id } = { id: 0 }] = sent
  expect(sent.map((reply) => reply.id)).toEqual([id, id, id])
  expect((await call(staffSynonyms, {}, admin)).items.map((set) => set.id)).toEqual([id])
  const other = await call(saveSynonyms, { words: ['мешалка', 'венчик'] }, admin)
  await expect(call(saveSynonyms, { id: other.id, words: ['миксер', 'мешалка'] }, admin)).rejects.toMatchObject({
    status: 400,
    body: { fields: { words: 'Такой набор уже есть' } },
  })
  expect((await call(saveSynonyms, { id, words: ['миксер', 'мешалка'] }, admin)).id).toBe(id)
  for (const each of [id, other.id]) await call(deleteSynonyms, { id: each }, admin)
})

test('a set with fewer than two words, an unknown id or from a caller without the right is refused', async () => {
  for (const words of [[], ['дрель'], ['дрель', 'ДРЕЛЬ '], ['мёд', 'мед'], ['—', '…']]) {
    await expect(call(saveSynonyms, { words }, admin)).rejects.toMatchObject({
      status: 400,
      body: { fields: { words: expect.stringMatching(/два разных/) } },
    })
  }
  await expect(call(saveSynonyms, { id: 999_999, words: ['а', 'б'] }, admin)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffSynonyms, {}, owner)).rejects.toMatchObject({ status: 403 })
  expect((await call(staffSynonyms, {}, admin)).items).toEqual([])
})
