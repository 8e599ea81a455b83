import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { getOrder } from '#shared/api/orders.ts'
import * as api from '#shared/api/staff/sellers.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { contracts, sellers } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ price: 12_200 }] })
  admin = await signedIn(portal, world.adminId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

const opt = {
  company: 'ООО «Опт»',
  full_name: 'Общество с ограниченной ответственностью «Опт»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  bank: 'ПАО Сбербанк, г. Москва',
  bik: '044525225',
  account: '40702810938000012345',
  correspondent_account: '30101810400000000225',
  head_name: 'Ковалёв А. Н.',
}
const person = {
  ...opt,
  company: 'ИП Ли',
  full_name: '',
  inn: '500100732259',
  kpp: '',
  ogrn: '304500116000157',
  vat: 'none' as const,
}
const save = (input: InputOf<typeof api.saveSeller>, visitor = admin) => call(api.saveSeller, input, visitor)
const list = async () => (await call(api.staffSellers, {}, admin)).items

test('the first seller is the default until another is made default; a repeat makes no second one', async () => {
  const [first, again] = await Promise.all([save(opt), save(opt)])
  expect(first.id).toBe(again.id)
  expect(await list()).toMatchObject([
    { company: 'ООО «Опт»', is_default: true, contracts: 1, lacking: [], vat: 'goods' },
  ])
  const { id } = await save(person)
  expect((await list()).map(({ company, is_default, contracts: count }) => [company, is_default, count])).toEqual([
    ['ООО «Опт»', true, 1],
    ['ИП Ли', false, 0],
  ])
  const { version } = (await list()).find((each) => each.id === id) ?? { version: '' }
  await save({ ...person, id, version, is_default: true })
  expect((await list()).map(({ company, is_default }) => [company, is_default])).toEqual([
    ['ИП Ли', true],
    ['ООО «Опт»', false],
  ])
  // The default seller cannot be removed.
  const now = (await list())[0]
  await save({ ...person, id, version: now?.version, is_default: false, phone: '+7 495 120-44-10' })
  expect((await list())[0]).toMatchObject({ company: 'ИП Ли', is_default: true, phone: '+7 495 120-44-10' })
  const opt1 = (await list())[1]
  await save({ ...opt, id: opt1?.id, version: opt1?.version, is_default: true })
})

test('invalid requisites are refused with the fields named; a pair of ИНН and КПП is unique', async () => {
  const refused = async (input: InputOf<typeof api.saveSeller>) => {
    const error = (await save(input).catch((each: unknown) => each)) as {
      status: number
      body: { fields: Record<string, string> }
    }
    return [error.status, error.body.fields]
  }
  expect(await refused({ ...opt, kpp: '770701002', inn: '7707083894', account: '40702810938000012346' })).toEqual([
    400,
    {
      inn: 'ИНН 7707083894 неверен: проверьте цифры',
      account: 'Расчётный счёт 40702810938000012346 не подходит к БИК 044525225',
    },
  ])
  expect(await refused({ ...opt, kpp: '1', correspondent_account: '30101810400000000226', ogrn: '1' })).toEqual([
    400,
    {
      kpp: 'КПП 1 неверен',
      ogrn: 'ОГРН 1 неверен: проверьте цифры',
      correspondent_account: 'Корр. счёт 30101810400000000226 не подходит к БИК 044525225',
    },
  ])
  expect(await refused({ ...opt, company: 'Другое имя' })).toEqual([
    400,
    { inn: 'Организация с такими ИНН и КПП уже есть' },
  ])
  expect(await refused({})).toEqual([400, { company: 'Укажите название', inn: 'Укажите ИНН' }])
  expect(await list()).toHaveLength(2)
})

test('a stale version is a conflict; a seller in use cannot be deleted, and deleting is idempotent', async () => {
  const [usual] = await list()
  const change = (phone: string) => save({ ...opt, id: usual?.id, version: usual?.version, phone })
  const answers = await Promise.allSettled([change('1'), change('2')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(save({ ...opt, id: 999_999 })).rejects.toMatchObject({ status: 404 })
  await expect(call(api.deleteSeller, { id: usual?.id ?? 0 }, admin)).rejects.toMatchObject({
    status: 422,
    code: 'sellerInUse',
  })
  const { id } = await save({ ...opt, kpp: '770701009', company: 'Филиал' })
  await call(api.setContractSeller, { id: world.contractId, seller: id }, admin)
  await expect(call(api.deleteSeller, { id }, admin)).rejects.toMatchObject({ code: 'sellerInUse' })
  await call(api.setContractSeller, { id: world.contractId, seller: null }, admin)
  expect((await call(api.deleteSeller, { id }, admin)).items).toHaveLength(2)
  expect((await call(api.deleteSeller, { id }, admin)).items).toHaveLength(2)
})

test('a contract is found by number, contragent or ИНН, and its seller can be set or cleared', async () => {
  const [contract] = await portal.db.select().from(contracts).where(eq(contracts.id, world.contractId))
  const found = async (query: string) => (await call(api.staffContracts, { query }, admin)).items.map(({ id }) => id)
  for (const query of [contract?.number ?? '', 'вектор', ''])
    expect(await found(query), query).toEqual([world.contractId])
  expect(await found('%')).toEqual([])
  const seller = (await list()).find(({ company }) => company === 'ИП Ли')?.id ?? 0
  expect(await call(api.setContractSeller, { id: world.contractId, seller }, admin)).toMatchObject({
    contract: { id: world.contractId, seller, contragent: 'ООО «Вектор»', date: '12.01.2026' },
  })
  expect((await list()).map(({ company, contracts: count }) => [company, count])).toEqual([
    ['ООО «Опт»', 0],
    ['ИП Ли', 1],
  ])
  await expect(call(api.setContractSeller, { id: world.contractId, seller: 999_999 }, admin)).rejects.toMatchObject({
    status: 404,
    body: { fields: { seller: 'Такой организации нет' } },
  })
  await expect(call(api.setContractSeller, { id: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
  expect((await call(api.staffContracts, { page: 9 }, admin)).pagination).toEqual({
    page: 1,
    perpage: 20,
    pages: 1,
    total: 1,
  })
})

test('basket and order show the seller’s VAT: none, its own rate, or the rates of the goods', async () => {
  const product = world.productIds[0] ?? 0
  await portal.db.update(sellers).set({ vat: 'none' }).where(eq(sellers.inn, person.inn))
  const vatOf = async () => {
    await call(processBasket, { id: product, qnt: 1, contract: world.contractId }, owner)
    const { lines } = await call(getBasketData, { contract: world.contractId }, owner)
    const { order } = await call(
      getOrder,
      { id: await orderProduct(owner, { id: product, qnt: 1, contract: world.contractId }) },
      owner,
    )
    return [lines[0]?.vat, order.products[0]?.vat]
  }
  expect(await vatOf()).toEqual([null, null])
  await portal.db.update(sellers).set({ vat: '5' }).where(eq(sellers.inn, person.inn))
  expect(await vatOf()).toEqual([5, 5])
  const before = await portal.db.select().from(orders).orderBy(desc(orders.id)).limit(1)
  await call(api.setContractSeller, { id: world.contractId }, admin)
  expect(await vatOf()).toEqual([22, 22])
  // An order keeps its seller, who cannot be deleted.
  const [then, now] = [
    before[0]?.sellerId ?? 0,
    (await portal.db.select().from(orders).orderBy(desc(orders.id)).limit(1))[0]?.sellerId,
  ]
  expect((await list()).map(({ id, company }) => [id === then || id === now, company])).toEqual([
    [true, 'ООО «Опт»'],
    [true, 'ИП Ли'],
  ])
  await expect(call(api.deleteSeller, { id: then }, admin)).rejects.toMatchObject({ status: 422, code: 'sellerInUse' })
})

test('[R.6] only administrators see and change sellers', async () => {
  for (const role of ['content', 'sales'] as const) {
    const visitor = await signedIn(portal, await addAccount(portal.db, { role }))
    await expect(call(api.staffSellers, {}, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(save(opt, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.setContractSeller, { id: world.contractId }, visitor)).rejects.toMatchObject({ status: 403 })
  }
})
