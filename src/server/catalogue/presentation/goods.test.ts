import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter, product } from '#shared/api/catalogue.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { markGoods, saveGood, staffGood, staffGoods, type StaffGood } from '#shared/api/staff/goods.ts'
import { deleteLabel, saveLabel, staffLabels } from '#shared/api/staff/labels.ts'
import { deleteOffer, saveOffer } from '#shared/api/staff/offers.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { today } from '#tests/support/catalogue/special-offers.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let second: TestApp
let owner: Visitor
let elsewhere: Visitor
let content: Visitor
const { drill, impact, nails, gloves, glovesM, hidden } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  // The drill has a sale price without an offer.
  await portal.pool.query('update prices set sale_kopecks = null')
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  second = await startTestApp({ database: portal.database })
  owner = await signedIn(portal, shop.ownerId)
  elsewhere = await signedIn(second, shop.ownerId)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  for (const buyer of [owner, elsewhere])
    await until(
      () => call(filter, {}, buyer),
      ({ pagination }) => pagination.total === 4,
      20_000,
    )
})
afterAll(async () => {
  await second.close()
  await portal.close()
})
beforeEach(async () => {
  await call(
    markGoods,
    { ids: [drill, impact, nails, gloves], flags: { hit: 'exchange', novelty: 'exchange', sale: 'exchange' } },
    content,
  )
})

const open = async (id: number) => (await call(staffGood, { id }, content)).good
/** The input that saves the good unchanged, to be sent with a change. */
const inputOf = ({
  id,
  version,
  flags,
  tags,
  pictures,
  analogues,
  related,
  documents,
}: StaffGood): InputOf<typeof saveGood> => ({
  id,
  version,
  tags,
  flags: { hit: flags.hit.choice, novelty: flags.novelty.choice, sale: flags.sale.choice },
  pictures: pictures.map((each) => ({ id: each.picture, hidden: each.hidden, source: each.source })),
  analogues: analogues.map((each) => ({ id: each.id, hidden: each.hidden, source: each.source })),
  related: related.map((each) => ({ id: each.id, hidden: each.hidden, source: each.source })),
  documents: documents.filter(({ source }) => source === 'staff').map(({ file, header }) => ({ file, header })),
})
const save = async (id: number, change: Partial<InputOf<typeof saveGood>>) =>
  (await call(saveGood, { ...inputOf(await open(id)), ...change }, content)).good
const rowSeenBy = async (buyer: Visitor, id: number) =>
  (await call(filter, {}, buyer)).products.find((row) => row.id === id)
const changesOf = async (id: number) =>
  (
    await portal.pool.query<{ n: number }>('select count(*)::int as n from catalogue_changes where product_id = $1', [
      id,
    ])
  ).rows[0]?.n
const list = async (input: InputOf<typeof staffGoods>) =>
  (await call(staffGoods, input, content)).items.map(({ id }) => id)

test('staff’s flags show in every process within a second, on variants too; reset, 1C’s values return', async () => {
  await save(gloves, { flags: { hit: 'yes', novelty: 'yes' } })
  const startedMs = performance.now()
  for (const buyer of [owner, elsewhere])
    await until(
      () => rowSeenBy(buyer, gloves),
      (row) => row?.hit === true && row.new,
    )
  expect(performance.now() - startedMs).toBeLessThan(1000)
  expect((await open(gloves)).flags).toEqual({
    hit: { choice: 'yes', exchange: false, shown: true },
    novelty: { choice: 'yes', exchange: false, shown: true },
    sale: { choice: 'exchange', exchange: false, shown: false },
  })
  expect((await portal.pool.query('select is_hit, is_new from products where id = $1', [glovesM])).rows).toEqual([
    { is_hit: true, is_new: true },
  ])
  expect((await call(filter, { origin: 'hit' }, owner)).products.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    [impact, gloves],
  )

  await save(drill, { flags: { novelty: 'no' } })
  expect((await open(drill)).flags.novelty).toEqual({ choice: 'no', exchange: true, shown: false })
  await save(drill, { flags: { novelty: 'exchange' } })
  expect((await open(drill)).flags.novelty).toEqual({ choice: 'exchange', exchange: true, shown: true })
})

test('a manual sale flag outlives a special offer; a manual "no sale" is overridden while an offer runs', async () => {
  const days = { starts: formatDay(today), ends: formatDay(today) }
  const goods = [impact, nails].map((id) => ({ id, prices: [{ type: 51, price: 50 }] }))
  await save(impact, { flags: { sale: 'yes' } })
  await save(nails, { flags: { sale: 'no' } })
  expect([(await open(impact)).flags.sale.shown, (await open(nails)).flags.sale.shown]).toEqual([true, false])
  const { id } = await call(saveOffer, { title: 'День', ...days, goods }, content)
  expect((await open(nails)).flags.sale).toEqual({ choice: 'no', exchange: true, shown: true })
  await save(impact, { flags: { sale: 'exchange' } })
  expect((await open(impact)).flags.sale).toEqual({ choice: 'exchange', exchange: false, shown: true })
  await save(impact, { flags: { sale: 'yes' } })
  await call(deleteOffer, { id }, content)
  expect([(await open(impact)).flags.sale.shown, (await open(nails)).flags.sale.shown]).toEqual([true, false])
})

test('[C.1] creating, assigning, renaming and deleting a label shows in every process within a second', async () => {
  const seen = async (name: string) => {
    const startedMs = performance.now()
    const [tag] = await Promise.all(
      [owner, elsewhere].map(async (buyer) =>
        (
          await until(
            () => call(filter, {}, buyer),
            ({ tags }) => tags.data.some(({ header }) => header === name),
          )
        ).tags.data.find(({ header }) => header === name),
      ),
    )
    expect(performance.now() - startedMs).toBeLessThan(1000)
    return tag
  }
  const { id, items } = await call(saveLabel, { header: '  Сделано   в России ' }, content)
  expect(items).toMatchObject([
    { header: 'Выбор мастера', count: 1 },
    { id, header: 'Сделано в России', count: 0 },
  ])
  expect((await call(saveLabel, { header: 'сделано в россии' }, content)).id).toBe(id)

  expect(await call(markGoods, { ids: [drill, impact, 999_999], give: [id] }, content)).toMatchObject({ count: 2 })
  expect(await call(markGoods, { ids: [drill, impact], give: [id] }, content)).toMatchObject({ count: 0 })
  expect(await seen('Сделано в России')).toMatchObject({ id, count: 2 })
  expect((await call(filter, { tags: [id] }, owner)).products.map((row) => row.id)).toEqual([drill, impact])
  expect(await list({ tag: id })).toEqual([drill, impact])
  expect(await call(markGoods, { ids: [drill], take: [id] }, content)).toMatchObject({ count: 1 })
  expect((await save(gloves, { tags: [id] })).tags).toEqual([id])

  const version = (await call(staffLabels, {}, content)).items.find((label) => label.id === id)?.version
  await call(saveLabel, { id, version, header: 'Наше' }, content)
  expect(await seen('Наше')).toMatchObject({ id, count: 2 })
  await expect(call(saveLabel, { id, version, header: 'Чужое' }, content)).rejects.toMatchObject({ status: 409 })
  const renamed = (await call(staffLabels, {}, content)).items.find((label) => label.id === id)
  await expect(
    call(saveLabel, { id, version: renamed?.version, header: 'выбор МАСТЕРА' }, content),
  ).rejects.toMatchObject({ status: 400, body: { fields: { header: expect.stringContaining('уже есть') } } })
  await expect(call(saveLabel, { header: ' ' }, content)).rejects.toMatchObject({ status: 400 })
  await expect(call(saveLabel, { id: 999_999, header: 'Нет' }, content)).rejects.toMatchObject({ status: 404 })
  for (let time = 0; time < 2; time += 1)
    expect((await call(deleteLabel, { id }, content)).items.map((label) => label.id)).not.toContain(id)
  for (const buyer of [owner, elsewhere])
    await until(
      () => call(filter, {}, buyer),
      ({ tags }) => tags.data.every(({ header }) => header !== 'Наше'),
      1000,
    )
  expect((await open(gloves)).tags).toEqual([])
})

test('linked goods can be added in order and removed, and show in the card', async () => {
  expect(
    (await save(drill, { related: [{ id: nails }, { id: gloves }], analogues: [{ id: impact }] })).related,
  ).toMatchObject([
    { id: nails, articul: 'ГВ-1', header: 'Гвозди строительные', source: 'staff', hidden: false },
    { id: gloves, articul: 'ПЕР-M' },
  ])
  const card = async () => (await call(product, { id: drill }, owner)).product.tabs
  expect((await card()).related?.map(({ id }) => id)).toEqual([nails, gloves])
  expect((await save(drill, { related: [{ id: gloves }, { id: nails }] })).related.map(({ id }) => id)).toEqual([
    gloves,
    nails,
  ])
  await save(drill, { related: [{ id: gloves }], analogues: [] })
  expect((await card()).related?.map(({ id }) => id)).toEqual([gloves])
  await save(drill, { related: [] })
})

test('the staff list finds goods by article, name, barcode, code, also of a variant, and applies filters', async () => {
  expect(await list({})).toEqual([nails, drill, gloves, hidden, impact])
  for (const query of ['dx 1234', 'ударная ДРЕЛЬ', '4607001234567', '00-0077'])
    expect(await list({ query }), query).toEqual([drill])
  for (const query of ['ПЕР-M', '4607009999999', 'перчатки m']) expect(await list({ query }), query).toEqual([gloves])
  for (const query of ['%', '_', '\\', "'; drop table products"]) expect(await list({ query }), query).toEqual([])
  expect(await list({ flag: 'hit' })).toEqual([impact])
  expect(await list({ flag: 'sale' })).toEqual([nails])
  expect(await list({ state: 'gone' })).toEqual([])
  await portal.pool.query('update products set active = false where id = $1', [hidden])
  expect([
    await list({ state: 'gone' }),
    (await list({})).includes(hidden),
    (await list({ state: 'all' })).includes(hidden),
  ]).toEqual([[hidden], false, true])
  await portal.pool.query('update products set active = true where id = $1', [hidden])
  expect(await call(staffGoods, { perpage: 2, page: 3 }, content)).toMatchObject({
    items: [{ id: impact, hit: true, by_hand: [] }],
    pagination: { page: 3, pages: 3, total: 5, perpage: 2 },
  })
  await save(nails, { flags: { hit: 'yes' } })
  expect((await call(staffGoods, { query: 'ГВ-1' }, content)).items).toMatchObject([
    { articul: 'ГВ-1', hit: true, by_hand: ['hit'], sale: true, variants_count: 0 },
  ])
})

test('invalid input is refused with the field named, and nothing is saved', async () => {
  const before = await open(drill)
  const refused: [Partial<InputOf<typeof saveGood>>, string][] = [
    [{ tags: [999_999] }, 'tags'],
    [{ pictures: [{ id: 999_999 }] }, 'pictures.999999'],
    [{ analogues: [{ id: drill }] }, `analogues.${drill}`],
    [{ related: [{ id: nails }, { id: nails }] }, `related.${nails}`],
    [{ related: [{ id: glovesM }] }, `related.${glovesM}`],
    [{ related: [{ id: 999_999 }] }, 'related.999999'],
    [{ documents: [{ file: 999_999, header: 'Паспорт' }] }, 'documents.999999'],
  ]
  for (const [change, field] of refused) {
    await expect(save(drill, { flags: { hit: 'yes' }, ...change }), field).rejects.toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.stringMatching(/[а-я]/) } },
    })
  }
  expect(await open(drill)).toEqual(before)
  await expect(
    call(markGoods, { ids: [drill], flags: { hit: 'yes' }, give: [999_999] }, content),
  ).rejects.toMatchObject({ status: 400, body: { fields: { give: expect.stringMatching(/Метка/) } } })
  await expect(call(markGoods, { ids: [] }, content)).rejects.toMatchObject({ status: 400 })
  expect(await open(drill)).toEqual(before)
  for (const id of [999_999, glovesM])
    await expect(call(staffGood, { id }, content)).rejects.toMatchObject({ status: 404 })
})

test('of concurrent changes one is saved, the others are conflicts; repeating a save is idempotent', async () => {
  const input = inputOf(await open(impact))
  const answers = await Promise.allSettled(
    [[nails], [drill], [gloves]].map((ids) =>
      call(saveGood, { ...input, related: ids.map((id) => ({ id })) }, content),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ status: 409, message: expect.stringContaining('Данные изменились') })
  const again = { ...inputOf(await open(impact)), related: [{ id: gloves }, { id: drill }] }
  const { good } = await call(saveGood, again, content)
  const recorded = await changesOf(impact)
  expect((await call(saveGood, again, content)).good).toEqual(good)
  expect(await changesOf(impact)).toBe(recorded)
  // An invalid change of a stale version is a conflict, not a validation error.
  await expect(call(saveGood, { ...input, tags: [999_999] }, content)).rejects.toMatchObject({ status: 409 })
  await save(impact, { related: [] })
})

test('only staff with the catalogue right may edit goods', async () => {
  const input = inputOf(await open(drill))
  const sales = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
  for (const [visitor, status] of [
    [owner, 403],
    [sales, 403],
    [portal.visitor(), 401],
  ] as const) {
    await expect(call(staffGoods, {}, visitor)).rejects.toMatchObject({ status })
    await expect(call(staffGood, { id: drill }, visitor)).rejects.toMatchObject({ status })
    await expect(call(saveGood, input, visitor)).rejects.toMatchObject({ status })
    await expect(call(markGoods, { ids: [drill] }, visitor)).rejects.toMatchObject({ status })
    await expect(call(staffLabels, {}, visitor)).rejects.toMatchObject({ status })
    await expect(call(saveLabel, { header: 'X' }, visitor)).rejects.toMatchObject({ status })
    await expect(call(deleteLabel, { id: 1 }, visitor)).rejects.toMatchObject({ status })
  }
})
