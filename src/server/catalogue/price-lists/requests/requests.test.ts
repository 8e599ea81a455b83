import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import { answerPriceRequest, priceRequest, priceRequests, staffPriceRequests } from '#shared/api/price-lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { createShop, type Shop } from '#tests/support/shop.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  owner = await signedIn(portal, shop.ownerId)
  admin = await signedIn(portal, shop.adminId)
})
afterAll(() => portal.close())

async function buyer() {
  return signedIn(
    portal,
    await addAccount(portal.db, {
      role: 'manager',
      organisationId: shop.organisationId,
      contractIds: [shop.contracts.wholesale],
      name: 'Пётр Покупатель',
      login: `p${Math.random()}@buyer.example`,
    }),
  )
}

test('[E.14] a request has categories, availability, contract and comment, and staff see who sent it', async () => {
  const person = await buyer()
  const request = await call(
    priceRequest,
    { contract: shop.contracts.wholesale, categories: [13, 12], available: true, comment: ' С фото, пожалуйста ' },
    person,
  )
  expect(request).toMatchObject({ status: 'success', message: expect.stringContaining('Запрос отправлен') })
  const seen = {
    id: request.id,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    contract: { id: shop.contracts.wholesale, header: '№ ОПТ-1 от 12.01.2026' },
    categories: ['Дрели', 'Крепёж'],
    available: true,
    comment: 'С фото, пожалуйста',
    state: 'new',
    status: 'Новый',
    answer: '',
    files: [],
  }
  expect((await call(priceRequests, {}, person)).items).toEqual([seen])
  expect((await call(priceRequests, {}, owner)).items).toEqual([])
  const { items } = await call(staffPriceRequests, { state: 'new' }, admin)
  expect(items.find(({ id }) => id === request.id)).toEqual({
    ...seen,
    organisation: 'ООО «Вектор»',
    contragent: 'ООО «Вектор»',
    person: 'Пётр Покупатель',
    phone: '',
    login: expect.stringContaining('@buyer.example'),
    author: null,
  })
})

test('[R.4] a request under a contract no longer allowed is hidden', async () => {
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: shop.organisationId,
    contractIds: [shop.contracts.wholesale],
  })
  const person = await signedIn(portal, accountId)
  await call(priceRequest, {}, person)
  expect((await call(priceRequests, {}, person)).items).toHaveLength(1)
  await portal.db.execute(sql`delete from account_contracts where account_id = ${accountId}`)
  expect((await call(priceRequests, {}, person)).items).toEqual([])
})

test('an answer notifies the buyer once, however often it is sent', async () => {
  const person = await buyer()
  const { id } = await call(priceRequest, {}, person)
  for (let times = 0; times < 2; times += 1)
    await call(answerPriceRequest, { id, state: 'done', answer: 'Отправили на почту' }, admin)
  expect((await call(priceRequests, {}, person)).items[0]).toMatchObject({
    state: 'done',
    status: 'Выполнен',
    answer: 'Отправили на почту',
    categories: [],
  })
  const readNotices = async () =>
    (await call(notifications, {}, person)).items.map(({ title, text, link }) => ({ title, text, link }))
  expect(await readNotices()).toEqual([
    { title: 'Запрос прайс-листа выполнен', text: 'Отправили на почту', link: '/price-lists' },
  ])
  expect((await call(staffPriceRequests, {}, admin)).items.find((item) => item.id === id)?.author).toBe('Имя admin')
  await call(answerPriceRequest, { id, state: 'refused', answer: 'Договор закрыт' }, admin)
  expect((await readNotices())[0]).toMatchObject({ title: 'Запрос прайс-листа отклонён', text: 'Договор закрыт' })
})

test('a sales person sees and answers the requests of their own customers', async () => {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into personal_managers (name, phone) values ('Своя', '1'), ('Чужая', '2') returning id`,
  )
  const [own = 0, other = 0] = rows.map(({ id }) => id)
  const customer = await addOrganisation(portal.db, 'ООО «Клиент»')
  const contract = await addContract(portal.db, { ...customer, priceTypeId: 51, warehouseIds: [61] })
  const person = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: customer.organisationId }),
  )
  const { id } = await call(priceRequest, { contract }, person)
  const sales = async (managerId: number) => {
    const accountId = await addAccount(portal.db, { role: 'sales' })
    await portal.db.execute(sql`update accounts set personal_manager_id = ${managerId} where id = ${accountId}`)
    return signedIn(portal, accountId)
  }
  const [mine, others] = [await sales(own), await sales(other)]
  const sees = async (visitor: Visitor) =>
    (await call(staffPriceRequests, {}, visitor)).items.some((item) => item.id === id)
  expect([await sees(mine), await sees(others)]).toEqual([true, true])
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${own} where id = ${customer.organisationId}`,
  )
  expect([await sees(mine), await sees(others), await sees(admin)]).toEqual([true, false, true])
  await expect(call(answerPriceRequest, { id, state: 'done' }, others)).rejects.toMatchObject({ status: 404 })
  await call(answerPriceRequest, { id, state: 'done' }, mine)
  await expect(call(answerPriceRequest, { id: 2_000_000, state: 'done' }, admin)).rejects.toMatchObject({ status: 404 })
})

test('staff read requests page by page, the longest waiting first', async () => {
  const person = await buyer()
  const first = await call(priceRequest, { comment: 'страница 0' }, person)
  for (let n = 1; n < 25; n += 1) await call(priceRequest, { comment: `страница ${n}` }, person)
  await call(answerPriceRequest, { id: first.id, state: 'refused' }, admin)
  const [one, two] = [
    await call(staffPriceRequests, { state: 'new' }, admin),
    await call(staffPriceRequests, { state: 'new', page: 2 }, admin),
  ]
  expect(one.items).toHaveLength(20)
  expect(one.pagination).toMatchObject({ page: 1, perpage: 20, pages: Math.ceil(one.pagination.total / 20) })
  const ids = [...one.items, ...two.items].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect((await call(staffPriceRequests, { state: 'refused' }, admin)).items.map(({ id }) => id)).toContain(first.id)
})

test('concurrent equal requests make one; too many in a day are refused', async () => {
  const person = await buyer()
  const twice = await Promise.all([1, 2, 3].map(() => call(priceRequest, { comment: 'раз' }, person)))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  for (let n = 1; n < 30; n += 1) await call(priceRequest, { comment: `ещё ${n}` }, person)
  await expect(call(priceRequest, { comment: 'последний' }, person)).rejects.toMatchObject({ status: 429 })
})

test('unknown categories and foreign contracts are 404; roles without prices get 403', async () => {
  await expect(call(priceRequest, { categories: [999] }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(priceRequest, { contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(priceRequest, {}, await signedIn(portal, shop.receiverId))).rejects.toMatchObject({ status: 403 })
  await expect(call(staffPriceRequests, {}, owner)).rejects.toMatchObject({ status: 403 })
})

test('a new request notifies the customer’s personal manager once, or administrators where there is none', async () => {
  const newRequestNotices = async (visitor: Visitor) =>
    (await call(notifications, {}, visitor)).items.filter(({ title }) => title === 'Новый запрос прайс-листа')
  await portal.db.execute(sql`delete from notifications`)
  const person = await buyer()
  await Promise.all(
    [1, 2, 3].map(() => call(priceRequest, { contract: shop.contracts.wholesale, comment: 'Все болты' }, person)),
  )
  expect(await newRequestNotices(admin)).toMatchObject([
    {
      kind: 'priceRequest',
      text: 'ООО «Вектор», договор № ОПТ-1\nВсе болты',
      link: '/admin/price-requests',
      read: false,
    },
  ])

  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into personal_managers (name, phone) values ('Анна', '+7') returning id`,
  )
  const sales = await Promise.all(
    [rows[0]?.id, undefined].map(async (personalManagerId) => {
      const id = await addAccount(portal.db, { role: 'sales' })
      if (personalManagerId !== undefined)
        await portal.db.execute(sql`update accounts set personal_manager_id = ${personalManagerId} where id = ${id}`)
      return signedIn(portal, id)
    }),
  )
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${rows[0]?.id} where id = ${shop.organisationId}`,
  )
  await call(priceRequest, { contract: shop.contracts.wholesale }, await buyer())
  expect((await Promise.all([admin, ...sales].map(newRequestNotices))).map(({ length }) => length)).toEqual([1, 1, 0])

  // A disabled manager's customer falls back to administrators.
  await portal.db.execute(sql`update accounts set enabled = false where role = 'sales'`)
  await call(priceRequest, { contract: shop.contracts.wholesale, comment: 'Ещё' }, await buyer())
  expect(await newRequestNotices(admin)).toHaveLength(2)
  await portal.db.execute(sql`update organisations set personal_manager_id = null where id = ${shop.organisationId}`)
})
