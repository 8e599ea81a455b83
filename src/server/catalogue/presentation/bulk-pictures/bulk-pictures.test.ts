import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffGood } from '#shared/api/staff/goods.ts'
import { addPictures, matchPictureNames } from '#shared/api/staff/pictures.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let content: Visitor
const { drill, impact, nails, gloves, hidden } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  await createShop(portal.db)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
})
afterAll(() => portal.close())
beforeEach(() => portal.pool.query('delete from staff_pictures; delete from product_pictures'))

const match = async (...names: string[]) =>
  (await call(matchPictureNames, { names }, content)).items.map(({ number, goods }) => [
    goods.map(({ id }) => id),
    number,
  ])
const setArticle = (id: number, articul: string) =>
  portal.pool.query('update products set articul = $2 where id = $1', [id, articul])
let digest = 0
async function uploaded(count: number): Promise<number[]> {
  const { rows } = await portal.pool.query<{ id: number }>(
    `insert into pictures (digest, key, type) select 'bulk' || d, 'pictures/bulk' || d, 'webp'
      from generate_series($1::int, $2::int) d returning id`,
    [digest + 1, digest + count],
  )
  digest += count
  return rows.map(({ id }) => id)
}
const picturesOf = async (id: number) =>
  (await call(staffGood, { id }, content)).good.pictures.map(({ picture }) => picture)
const changes = async () =>
  (await portal.pool.query<{ n: number }>('select count(*)::int as n from catalogue_changes')).rows[0]?.n

test('a file names a good by article, code or barcode, its own or a variant’s, in any spelling', async () => {
  expect(await match('DX_1234.jpg', 'папка/dx1234 (2).PNG', '00-0077-03.webp', '4607001234567.jpg')).toEqual([
    [[drill], 0],
    [[drill], 2],
    [[drill], 3],
    [[drill], 0],
  ])
  expect(await match('ПЕР-M.jpg', '4607009999999_1.jpg')).toEqual([
    [[gloves], 0],
    [[gloves], 1],
  ])
  expect(await match('нет такого.jpg', '.jpg', '')).toEqual([
    [[], 0],
    [[], 0],
    [[], 0],
  ])
})

test('an article that ends in a number comes before one with a number; equal ones are all named', async () => {
  await setArticle(nails, 'ГВ')
  await setArticle(impact, 'ГВ-2')
  expect(await match('ГВ-2.jpg', 'ГВ-3.jpg')).toEqual([
    [[impact], 0],
    [[nails], 3],
  ])
  await setArticle(hidden, 'гв.2')
  const [[goods, number] = []] = await match('ГВ-2.jpg')
  expect([new Set(goods as number[]), number]).toEqual([new Set([impact, hidden]), 0])
  await portal.pool.query('update products set active = false where id = $1', [hidden])
  expect(await match('ГВ-2.jpg')).toEqual([[[impact], 0]])
  await portal.pool.query('update products set active = true where id = $1', [hidden])
})

test('pictures are added after those of a good or before them, once; buyers see them', async () => {
  const [a = 0, b = 0, c = 0] = await uploaded(3)
  const before = await changes()
  expect(await call(addPictures, { goods: [{ id: drill, pictures: [a, b, a] }] }, content)).toMatchObject({ count: 1 })
  expect(await changes()).not.toBe(before)
  const after = await changes()
  expect(await call(addPictures, { goods: [{ id: drill, pictures: [b, a] }] }, content)).toMatchObject({ count: 0 })
  expect([await picturesOf(drill), await changes()]).toEqual([[a, b], after])
  await call(
    addPictures,
    {
      first: true,
      goods: [
        { id: drill, pictures: [c] },
        { id: nails, pictures: [c] },
      ],
    },
    content,
  )
  expect([await picturesOf(drill), await picturesOf(nails)]).toEqual([[c, a, b], [c]])
  const { rows } = await portal.pool.query('select picture_id from product_pictures where product_id = $1', [nails])
  expect(rows).toEqual([{ picture_id: c }])
})

test('all or nothing: a missing good or picture, a variant, too many are refused by their good', async () => {
  const [a = 0, ...many] = await uploaded(52)
  const variant = goodIds.glovesM
  for (const [goods, field] of [
    [[{ id: 999_999, pictures: [a] }], 'goods.999999'],
    [[{ id: variant, pictures: [a] }], `goods.${variant}`],
    [[{ id: nails, pictures: [999_999] }], `goods.${nails}`],
  ] as const)
    await expect(
      call(addPictures, { goods: [{ id: drill, pictures: [a] }, ...goods] as never }, content),
      field,
    ).rejects.toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) as string } } })
  expect(await picturesOf(drill)).toEqual([])
  await call(addPictures, { goods: [{ id: drill, pictures: many.slice(0, 50) }] }, content)
  await expect(call(addPictures, { goods: [{ id: drill, pictures: [a] }] }, content)).rejects.toMatchObject({
    status: 400,
  })
  await expect(
    call(matchPictureNames, { names: Array.from({ length: 501 }, () => 'a') }, content),
  ).rejects.toMatchObject({ status: 400 })
})

test('many people add pictures to one good at once; none is lost', async () => {
  const ids = await uploaded(8)
  await Promise.all(ids.map((id) => call(addPictures, { goods: [{ id: impact, pictures: [id] }] }, content)))
  expect((await picturesOf(impact)).toSorted((x, y) => x - y)).toEqual(ids)
})
