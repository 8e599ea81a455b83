import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter, product, rootCategories } from '#shared/api/catalogue.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { saveCategory, staffCategories, staffCategory } from '#shared/api/staff/categories.ts'
import { uploadPicture, type UploadedPicture } from '#shared/api/staff/pictures.ts'
import { fieldMessages } from '#shared/texts.ts'
import { purgePictures } from '#server/catalogue/pictures/purge.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { picture } from '#tests/support/exchange.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let second: TestApp
let owner: Visitor
let elsewhere: Visitor
let content: Visitor
const [tools, drills] = [11, 12]
const noPicture = { picture: 0, picturetype: '' }
/** Each change waits for the next snapshot, which is slow on a busy machine. */
const slow = { timeout: 120_000 }

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  second = await startTestApp({ database: portal.database })
  owner = await signedIn(portal, shop.ownerId)
  elsewhere = await signedIn(second, shop.ownerId)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  for (const buyer of [owner, elsewhere])
    await until(
      () => call(filter, {}, buyer),
      ({ pagination }) => pagination.total === 4,
      60_000,
    )
}, 120_000)
afterAll(async () => {
  await second.close()
  await portal.close()
})
beforeEach(() => portal.pool.query('update categories set staff_description = null, staff_picture_id = null'))

const open = async (id: number) => (await call(staffCategory, { id }, content)).category
const save = async (id: number, change: Pick<InputOf<typeof saveCategory>, 'shown' | 'text' | 'picture'>) =>
  (await call(saveCategory, { id, version: (await open(id)).version, ...change }, content)).category
const seenByAll = async (id: number, text: string) => {
  for (const buyer of [owner, elsewhere])
    await until(
      () => call(filter, { catalog: id }, buyer),
      (reply) => reply.catalog_description === text,
      20_000,
    )
}

test('staff see the tree with the source and the beginning of each description', async () => {
  await save(drills, { shown: 'own', text: 'Наши дрели' })
  expect((await call(staffCategories, {}, content)).items).toEqual([
    { id: tools, header: 'Инструмент', depth: 0, shown: 'exchange', begins: 'Для работы', ...noPicture },
    { id: drills, header: 'Дрели', depth: 1, shown: 'own', begins: 'Наши дрели', ...noPicture },
    { id: 13, header: 'Крепёж', depth: 0, shown: 'exchange', begins: '', ...noPicture },
    { id: 14, header: 'Пустая', depth: 0, shown: 'exchange', begins: '', ...noPicture },
  ])
})

test(
  'staff’s description shows in every process; an empty one falls back to 1C’s, a disabled one shows nothing',
  slow,
  async () => {
    await save(drills, { shown: 'own', text: '  Наши дрели <b>лучше</b>\r\n\r\nВторой абзац ' })
    await seenByAll(drills, 'Наши дрели <b>лучше</b>\n\nВторой абзац')
    expect(await open(drills)).toMatchObject({ shown: 'own', exchange_text: 'Сверлят' })
    expect(await save(drills, { shown: 'own', text: ' \n ' })).toMatchObject({ shown: 'exchange', text: '' })
    await seenByAll(drills, 'Сверлят')
    await save(drills, { shown: 'none', text: 'что угодно' })
    await seenByAll(drills, '')
    await save(drills, { shown: 'exchange', text: '' })
    await seenByAll(drills, 'Сверлят')
  },
)

test('1C’s description is still imported beside staff’s text, and its markup never reaches a buyer', slow, async () => {
  await save(drills, { shown: 'own', text: 'Наши' })
  await portal.pool.query(
    `update categories set description = '<p>Новые <b>дрели</b></p><script>alert(1)</script><p>&laquo;2026&raquo;</p>'
      where id = $1`,
    [drills],
  )
  expect(await open(drills)).toMatchObject({ shown: 'own', text: 'Наши', exchange_text: 'Новые дрели\n\n«2026»' })
  await save(drills, { shown: 'exchange', text: '' })
  await seenByAll(drills, 'Новые дрели\n\n«2026»')
  await portal.pool.query("update products set description = '<p>Сверлит <i>бетон</i></p>' where id = $1", [
    goodIds.drill,
  ])
  expect((await call(product, { id: goodIds.drill }, owner)).product.description).toBe('Сверлит бетон')
  await portal.pool.query("update categories set description = 'Сверлят' where id = $1", [drills])
})

test('a reply with the longest description stays within 60 KB', slow, async () => {
  await save(tools, { shown: 'own', text: 'Я'.repeat(10_000) })
  await seenByAll(tools, 'Я'.repeat(10_000))
  const response = await owner.send('/api/filter/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ catalog: tools }),
  })
  expect(Buffer.byteLength(await response.text())).toBeLessThanOrEqual(60_000)
  await expect(save(tools, { shown: 'own', text: 'Я'.repeat(10_001) })).rejects.toMatchObject({ status: 400 })
})

test('saving over a colleague’s change is a conflict; saving the same change twice is idempotent', async () => {
  const { version } = await open(drills)
  const changes = async () =>
    (await portal.pool.query<{ n: number }>("select count(*)::int as n from catalogue_changes where kind = 'rebuild'"))
      .rows[0]?.n ?? 0
  await call(saveCategory, { id: drills, version, shown: 'own', text: 'Раз' }, content)
  const before = await changes()
  await call(saveCategory, { id: drills, version, shown: 'own', text: 'Раз' }, content)
  expect(await changes()).toBe(before)
  await expect(call(saveCategory, { id: drills, version, shown: 'own', text: 'Два' }, content)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test('a picture of staff is on the category’s tile until it is removed, and kept from the purge', slow, async () => {
  const stored = await uploadedPicture()
  const tile = async () => (await call(rootCategories, {}, owner)).rootCatalog.find(({ id }) => id === tools)?.picture
  const before = await tile()
  expect(await save(tools, { shown: 'own', text: 'Наш', picture: stored })).toMatchObject({
    picture: stored,
    picturetype: 'webp',
  })
  await until(tile, (shown) => shown === stored, 20_000)
  expect((await call(staffCategories, {}, content)).items[0]).toMatchObject({ id: tools, picture: stored })
  // A save of the text alone keeps the picture.
  await save(tools, { shown: 'exchange', text: '' })
  await portal.pool.query("update pictures set uploaded_at = now() - interval '3 days' where id = $1", [stored])
  await purgePictures({ db: portal.db, files: openLocalStore(join(portal.config.dataDir, 'files')) })
  expect(await open(tools)).toMatchObject({ picture: stored })
  const { version } = await open(tools)
  await save(tools, { shown: 'exchange', text: '', picture: 0 })
  await until(tile, (shown) => shown === before, 20_000)
  const stale = { id: tools, version, shown: 'exchange' as const, text: 'Раздел', picture: stored }
  await expect(call(saveCategory, stale, content)).rejects.toMatchObject({ status: 409 })
  await expect(save(tools, { shown: 'exchange', text: '', picture: 999_999 })).rejects.toMatchObject({
    status: 400,
    body: { fields: { picture: fieldMessages.pictureMissing } },
  })
})

async function uploadedPicture(): Promise<number> {
  const response = await content.send(uploadPicture.path, {
    method: 'POST',
    body: (await picture('#3366cc')) as unknown as string,
    headers: { 'content-type': 'image/jpeg' },
  })
  return ((await response.json()) as UploadedPicture).picture
}

test('an unknown category and the root are 404, and a buyer gets 403', async () => {
  for (const id of [2, 999]) await expect(call(staffCategory, { id }, content)).rejects.toMatchObject({ status: 404 })
  await expect(call(saveCategory, { id: 999, version: '', shown: 'none', text: '' }, content)).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(staffCategories, {}, owner)).rejects.toMatchObject({ status: 403 })
})
