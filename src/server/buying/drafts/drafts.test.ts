import { afterAll, beforeAll, expect, test } from 'vitest'
import { initData, setContract } from '#shared/api/contracts.ts'
import { saveBasketComment } from '#shared/api/basket.ts'
import * as api from '#shared/api/drafts.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import { addAccount, createWorld, newBuyer, setPrice, signedIn, type World } from '#tests/support/fixtures.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number
let petersburg: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[moscow = 0, petersburg = 0] = world.warehouseIds
})
afterAll(() => portal.close())

const save = (buyer: Visitor, header?: string, key?: string) =>
  call(api.addToDraft, header === undefined ? {} : { header }, { ...buyer, ...(key === undefined ? {} : { key }) })
const open = async (buyer: Visitor, id: number) => (await call(api.getDraft, { id }, buyer)).draft
const list = (buyer: Visitor, page = 1) => call(api.drafts, { page }, buyer)

test('[C.15] lines added while the basket is saved and cleared end in it or in the draft', async () => {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts(Array.from({ length: 5 }, () => ({})))
  await addToBasket(buyer, { id: ids[0] ?? 0, qnt: 1 })
  const saving = { ...buyer, key: 'saved-and-cleared' }
  const [{ id }, ...others] = await Promise.all([
    call(api.addToDraft, { clear: true }, saving),
    ...ids.slice(1).map((each) => addToBasket(buyer, { id: each, qnt: 1 })),
  ])
  expect(others).toHaveLength(4)
  const left = Object.keys((await read(buyer)).products).map(Number)
  const saved = (await open(buyer, id)).products.map((line) => line.id)
  expect(
    [...left, ...saved].toSorted((one, other) => one - other),
    'each of them once',
  ).toEqual(ids.toSorted((one, other) => one - other))
  await addToBasket(buyer, { id: ids[0] ?? 0, qnt: 1 })
  const before = (await read(buyer)).products
  expect((await call(api.addToDraft, { clear: true }, saving)).id, 'sent again').toBe(id)
  expect((await read(buyer)).products, 'clears nothing').toEqual(before)
})

test('[C.15] the basket is saved as a draft with quantities, prices and comments, and stays as it is', async () => {
  const buyer = await newBuyer(portal, world)
  const [one = 0, two = 0] = await world.addProducts([
    { name: 'Дрель', articul: 'DD-1', price: 12_345 },
    { stock: [5, 20] },
  ])
  await addToBasket(buyer, { id: one, qnt: 3 })
  await addToBasket(buyer, { id: two, qnt: 8 })
  await call(saveBasketComment, { id: one, wms: moscow, comment: 'Без царапин' }, buyer)
  // The basket showed 99.00 before.
  await portal.pool.query('update basket_lines set shown_price_kopecks = 9900 where product_id = $1', [one])
  const { id } = await save(buyer, '  На объект  ')
  expect((await read(buyer)).products).toEqual({ [one]: { [moscow]: 3 }, [two]: { [moscow]: 5, [petersburg]: 3 } })
  const draft = await open(buyer, id)
  expect(draft).toMatchObject({
    header: 'На объект',
    contract: { id: world.contractId },
    lines: 2,
    sum: 1170.35,
    schedule: null,
  })
  expect(draft.products).toMatchObject([
    {
      id: one,
      header: 'Дрель',
      articul: 'DD-1',
      qnt: 3,
      price: 123.45,
      sum: 370.35,
      comment: 'Без царапин',
      changes: [],
      now: { price: 123.45, qnt: 3, available: 100 },
    },
    { id: two, qnt: 8, price: 100, sum: 800, comment: '', changes: [], now: { qnt: 8, available: 25 } },
  ])
})

test('[E.6] a draft without a name is named by date and time in Moscow', async () => {
  const buyer = await newBuyer(portal, world)
  await addToBasket(buyer, { id: world.productIds[0] ?? 0, qnt: 1 })
  expect((await save(buyer)).header).toMatch(/^Корзина от \d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/)
})

test('[V.10] an empty or too long name is refused with its field; an empty basket cannot be saved', async () => {
  const buyer = await newBuyer(portal, world)
  await expect(save(buyer, 'Пусто')).rejects.toMatchObject({ status: 422, code: 'emptyBasket' })
  await addToBasket(buyer, { id: world.productIds[0] ?? 0, qnt: 1 })
  for (const header of ['', '   ', '\u00a0'])
    await expect(save(buyer, header)).rejects.toMatchObject({
      status: 400,
      body: { fields: { header: 'Введите название' } },
    })
  await expect(save(buyer, 'а'.repeat(101))).rejects.toMatchObject({
    status: 400,
    body: { fields: { header: 'Название не длиннее 100 знаков' } },
  })
  const { id } = await save(buyer, 'Есть')
  await expect(call(api.renameDraft, { id, header: ' ' }, buyer)).rejects.toMatchObject({
    status: 400,
    body: { fields: { header: 'Введите название' } },
  })
  expect((await list(buyer)).items.map(({ header }) => header)).toEqual(['Есть'])
})

test('repeating a save with one key creates one draft, also concurrently', async () => {
  const buyer = await newBuyer(portal, world)
  await addToBasket(buyer, { id: world.productIds[0] ?? 0, qnt: 1 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => save(buyer, 'Один', 'draft-key')))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  await save(buyer, 'Другой', 'draft-key-2')
  expect((await list(buyer)).count).toBe(2)
  const other = await newBuyer(portal, world)
  await addToBasket(other, { id: world.productIds[0] ?? 0, qnt: 1 })
  expect(
    answers.map(({ id }) => id),
    'the same key of another account',
  ).not.toContain((await save(other, 'Свой', 'draft-key')).id)
})

test('[C.16] drafts are listed ten a page, newest first, and can be renamed, removed and restored', async () => {
  const buyer = await newBuyer(portal, world)
  await addToBasket(buyer, { id: world.productIds[0] ?? 0, qnt: 2 })
  const ids = []
  for (let number = 1; number <= 12; number += 1) ids.push((await save(buyer, `Черновик ${number}`)).id)
  const [first = 0, second = 0] = ids
  expect(await list(buyer)).toMatchObject({
    count: 12,
    contract: null,
    pagination: { page: 1, perpage: 10, pages: 2, total: 12 },
    items: { length: 10, 0: { header: 'Черновик 12', lines: 1, sum: 200 } },
  })
  expect((await list(buyer, 99)).items.map(({ id }) => id)).toEqual([second, first])
  expect(await call(api.renameDraft, { id: first, header: 'Первый' }, buyer)).toMatchObject({
    id: first,
    header: 'Первый',
  })
  await call(api.removeDraft, { id: second }, buyer)
  await call(api.removeDraft, { id: second }, buyer)
  expect((await list(buyer, 2)).items.map(({ header }) => header)).toEqual(['Первый'])
  await expect(open(buyer, second)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.renameDraft, { id: second, header: 'Нет' }, buyer)).rejects.toMatchObject({ status: 404 })
  await call(api.restoreDraft, { id: second }, buyer)
  expect(await open(buyer, second)).toMatchObject({ header: 'Черновик 2', lines: 1 })
})

test('[C.16] repeating a draft fills its contract’s basket, chooses it and reports each line’s outcome', async () => {
  const other = await world.addContract()
  const buyer = await newBuyer(portal, world, [world.contractId, other])
  const [one = 0, dearer = 0, few = 0, off = 0] = await world.addProducts([{}, {}, { stock: [9] }, {}])
  await call(setContract, { id: other }, buyer)
  for (const id of [one, dearer, few, off]) await addToBasket(buyer, { id, qnt: 4 })
  await call(saveBasketComment, { id: one, wms: moscow, comment: 'Без царапин' }, buyer)
  const { id } = await save(buyer, 'Повтор')
  for (const product of [one, dearer, few, off]) await set(buyer, { id: product, qnt: 0 })
  await addToBasket(buyer, { id: one, qnt: 1 })
  await addToBasket(buyer, { id: few, qnt: 7 })
  await setPrice(portal.db, { productIds: [dearer], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 15_000 })
  await portal.pool.query('update products set active = false where id = $1', [off])
  await call(setContract, { id: world.contractId }, buyer)

  const reply = await call(api.repeatDraft, { id }, { ...buyer, key: 'repeat-1' })
  expect(reply).toMatchObject({
    count: 3,
    title: 'Заказ добавлен в корзину',
    message: 'Добавлено товаров - 3 шт.',
    stats: { contract: other },
  })
  expect(reply.lines.map(({ id: product, qnt, what, old_price }) => [product, qnt, what, old_price])).toEqual([
    [one, 4, 'added', null],
    [dearer, 4, 'priceChanged', 100],
    [few, 2, 'reduced', null],
    [off, 0, 'missing', null],
  ])
  // The same key again adds nothing, another key does; a key of another call is distinct.
  expect(await call(api.repeatDraft, { id }, { ...buyer, key: 'repeat-1' })).toEqual(reply)
  await expect(call(api.draftToBasket, { id, lines: [one] }, { ...buyer, key: 'repeat-1' })).rejects.toMatchObject({
    code: 'keyReused',
  })
  expect(await read(buyer)).toMatchObject({
    contract: other,
    products: { [one]: { [moscow]: 5 }, [dearer]: { [moscow]: 4 }, [few]: { [moscow]: 9 } },
  })
  expect((await read(buyer)).lines.map(({ comment }) => comment)).toEqual(['Без царапин', '', ''])
  expect((await call(initData, {}, buyer)).contracts.find(({ selected }) => selected)?.id).toBe(other)
  expect(await call(api.draftToBasket, { id, lines: [dearer] }, buyer)).toMatchObject({
    count: 1,
    lines: { length: 1, 0: { id: dearer, qnt: 4 } },
  })
  expect((await open(buyer, id)).lines).toBe(4)
})

test('a draft keeps the sequence of the basket’s lines', async () => {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts(Array.from({ length: 5 }, () => ({})))
  const mixed = [3, 0, 4, 1, 2].map((index) => ids[index] ?? 0)
  for (const id of mixed) await addToBasket(buyer, { id, qnt: 1 })
  const { id } = await save(buyer, 'По порядку')
  for (const product of ids) await set(buyer, { id: product, qnt: 0 })
  await call(api.repeatDraft, { id }, buyer)
  expect((await read(buyer)).lines.map((line) => line.id)).toEqual(mixed)
  expect((await open(buyer, id)).products.map((line) => line.id)).toEqual(mixed)
})

test('concurrent repeats under one key add once', async () => {
  const buyer = await newBuyer(portal, world)
  const [one = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id: one, qnt: 2 })
  const { id } = await save(buyer, 'Сразу')
  await Promise.all(Array.from({ length: 5 }, () => call(api.repeatDraft, { id }, { ...buyer, key: 'at-once' })))
  expect((await read(buyer)).products).toEqual({ [one]: { [moscow]: 4 } })
})

test('[T.2] repeating a draft with nothing available leaves the basket; an empty draft is refused', async () => {
  const buyer = await newBuyer(portal, world)
  const [one = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id: one, qnt: 2 })
  const { id } = await save(buyer, 'Нечего')
  await set(buyer, { id: one, qnt: 0 })
  await portal.pool.query('update products set active = false where id = $1', [one])
  expect(await call(api.repeatDraft, { id }, buyer)).toMatchObject({
    count: 0,
    title: 'Нет в наличии',
    message: 'Невозможно повторить заказ. Товаров нет в наличии!',
  })
  expect((await read(buyer)).products).toEqual({})
  await call(api.changeDraft, { id, lines: [{ id: one, qnt: 0 }] }, buyer)
  await expect(call(api.repeatDraft, { id }, buyer)).rejects.toMatchObject({ status: 422, code: 'emptyDraft' })
})

test('[R.4] drafts of others and of contracts not allotted are 404; [R.6] who may not buy has none', async () => {
  const other = await world.addContract()
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId, other],
  })
  const buyer = await signedIn(portal, accountId)
  const productId = world.productIds[0] ?? 0
  await addToBasket(buyer, { id: productId, qnt: 1, contract: other })
  const { id } = await call(api.addToDraft, { header: 'Чужой', contract: other }, buyer)
  const calls = (visitor: Visitor) => [
    open(visitor, id),
    call(api.renameDraft, { id, header: 'Мой' }, visitor),
    call(api.removeDraft, { id }, visitor),
    call(api.restoreDraft, { id }, visitor),
    call(api.repeatDraft, { id }, visitor),
    call(api.changeDraft, { id, lines: [{ id: productId, qnt: 5 }] }, visitor),
    call(api.restoreDraftLines, { id, lines: [productId] }, visitor),
    call(api.acceptDraft, { id, lines: [{ id: productId, price: 100, qnt: 1 }] }, visitor),
    call(api.draftToBasket, { id, lines: [productId] }, visitor),
    call(api.scheduleDraft, { id, days: 7 }, visitor),
  ]
  const allMissing = async (visitor: Visitor) => {
    for (const each of await Promise.allSettled(calls(visitor)))
      expect(each).toMatchObject({ status: 'rejected', reason: { status: 404 } })
    expect((await list(visitor)).items).toEqual([])
  }
  await allMissing(await signedIn(portal, world.ownerId))
  await allMissing(await newBuyer(portal, world, [world.contractId, other]))
  expect((await list(buyer)).count).toBe(1)
  await portal.pool.query('delete from account_contracts where account_id = $1 and contract_id = $2', [
    accountId,
    other,
  ])
  await allMissing(buyer)
  await portal.pool.query('insert into account_contracts (account_id, contract_id) values ($1, $2)', [accountId, other])
  expect(await open(buyer, id)).toMatchObject({ header: 'Чужой', lines: 1, products: { 0: { qnt: 1 } } })
  for (const account of [world.accountantId, world.receiverId, world.adminId]) {
    await expect(list(await signedIn(portal, account))).rejects.toMatchObject({ status: 403 })
  }
})

test('an account has at most two hundred drafts, also when saved concurrently; removing one frees a slot', async () => {
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId],
  })
  const buyer = await signedIn(portal, accountId)
  await addToBasket(buyer, { id: world.productIds[0] ?? 0, qnt: 1 })
  await portal.pool.query(
    "insert into drafts (account_id, contract_id, header) select $1, $2, 'Старый ' || n from generate_series(1, 198) n",
    [accountId, world.contractId],
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, number) => save(buyer, `Новый ${number}`)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      status: 422,
      code: 'tooManyDrafts',
      message: 'Сохранить можно не больше 200 черновиков: удалите ненужные',
    },
  })
  const {
    items: [newest],
  } = await list(buyer)
  await call(api.removeDraft, { id: newest?.id ?? 0 }, buyer)
  await save(buyer, 'Вместо')
  await expect(call(api.restoreDraft, { id: newest?.id ?? 0 }, buyer)).rejects.toMatchObject({ code: 'tooManyDrafts' })
})

test('a long draft takes as many SQL statements as a short one', async () => {
  const buyer = await newBuyer(portal, world)
  const many = await world.addProducts(Array.from({ length: 120 }, () => ({})))
  for (const id of many) await addToBasket(buyer, { id, qnt: 1 })
  const about = /draft|basket|products/
  let id = 0
  expect(
    await countStatements(portal.pool, about, async () => ({ id } = await save(buyer, 'Длинный'))),
  ).toBeLessThanOrEqual(6)
  expect(await countStatements(portal.pool, about, () => open(buyer, id))).toBeLessThanOrEqual(4)
  expect(await countStatements(portal.pool, about, () => call(api.repeatDraft, { id }, buyer))).toBeLessThanOrEqual(8)
})
