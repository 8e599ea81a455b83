import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import { initData } from '#shared/api/contracts.ts'
import { exportPersonalData } from '#shared/api/account/personal-data.ts'
import { addToDraft, drafts, draftToBasket, getDraft } from '#shared/api/drafts.ts'
import { notifications, readNotifications } from '#shared/api/notifications.ts'
import { readManager, saveManager } from '#shared/api/organisation/managers.ts'
import { makePriceLink, priceLinks } from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { addAccount, createWorld, signedIn, type World } from './support/fixtures.ts'
import { unzipped } from './support/formats/unzipped.ts'

/** An employee who loses a contract loses access to its data at once, and regains it with the contract. */
let portal: TestApp
let world: World
let owner: Visitor
let employee: Visitor
let employeeId: number
let kept: number
let lost: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [100] }] })
  lost = world.contractId
  kept = await world.addContract({ number: '77-Д' })
  owner = await signedIn(portal, world.ownerId)
  employeeId = await addAccount(portal.db, {
    role: 'manager',
    name: 'Павел Громов',
    organisationId: world.organisationId,
    contractIds: [lost, kept],
  })
  employee = await signedIn(portal, employeeId)
})
afterAll(() => portal.close())

async function allot(contractIds: number[]): Promise<void> {
  const { manager } = await call(readManager, { id: employeeId }, owner)
  const { version, login, name } = manager
  await call(saveManager, { id: employeeId, version, login, name, type_id: 2, contractSelect: contractIds }, owner)
}

const linesOf = async (contract: number) => (await call(getBasketData, { contract }, employee)).count

test('[R.3] access to baskets, drafts and price addresses of a contract is lost and restored with it', async () => {
  const [drill = 0] = world.productIds
  await call(processBasket, { id: drill, qnt: 3, contract: lost }, employee)
  const { id: draft } = await call(addToDraft, { contract: lost, header: 'Стройка' }, employee)
  await call(makePriceLink, { contract: lost, header: 'Сайт' }, employee)
  const seen = async () => ({
    contracts: (await call(initData, {}, employee)).contracts.map(({ id }) => id).toSorted((one, other) => one - other),
    drafts: (await call(drafts, {}, employee)).items.map(({ id }) => id),
    links: (await call(priceLinks, {}, employee)).items.length,
  })
  const before = await seen()
  expect(before).toMatchObject({
    contracts: [lost, kept].toSorted((one, other) => one - other),
    drafts: [draft],
    links: 1,
  })
  const basket = await linesOf(lost)

  await allot([kept])
  expect(await seen()).toEqual({ contracts: [kept], drafts: [], links: 0 })
  const refused = { status: expect.toSatisfy((status: number) => [403, 404].includes(status)) as number }
  await expect(linesOf(lost)).rejects.toMatchObject(refused)
  await expect(call(getDraft, { id: draft }, employee)).rejects.toMatchObject(refused)
  await expect(call(draftToBasket, { id: draft, lines: [1] }, employee)).rejects.toMatchObject(refused)
  await expect(call(processBasket, { id: drill, qnt: 1, contract: lost }, employee)).rejects.toMatchObject(refused)

  await allot([lost, kept])
  expect(await seen()).toEqual(before)
  expect(await linesOf(lost)).toEqual(basket)
  expect((await call(getDraft, { id: draft }, employee)).draft.header).toBe('Стройка')
})

test('[R.3] notices about a lost contract are neither shown nor counted, and come back unread with it', async () => {
  for (const contract of [kept, lost])
    await notify(portal.db, {
      accountIds: [employeeId],
      kind: 'order',
      title: `Заказ по договору ${contract}`,
      text: '',
      link: '/orders/1',
      eventKey: `test:${contract}`,
      contractIds: [contract],
    })
  const bell = async () => {
    const { items, unread, pagination } = await call(notifications, { page: 1, perpage: 10 }, employee)
    return { titles: items.map(({ title }) => title), unread, total: pagination.total }
  }
  const ofLost = `Заказ по договору ${lost}`
  const ofKept = `Заказ по договору ${kept}`
  expect(await bell()).toEqual({ titles: [ofLost, ofKept], unread: 2, total: 2 })

  await allot([kept])
  expect(await bell()).toEqual({ titles: [ofKept], unread: 1, total: 1 })
  expect(await call(readNotifications, { upto: 2_000_000_000 }, employee)).toMatchObject({ unread: 0 })

  await allot([lost, kept])
  expect(await bell()).toEqual({ titles: [ofLost, ofKept], unread: 1, total: 2 })
})

test('[R.3] the export of personal data holds rows of a lost contract only after it has come back', async () => {
  const [drill = 0] = world.productIds
  for (const contract of [kept, lost]) {
    await call(processBasket, { id: drill, qnt: 2, contract }, employee)
    await call(addToDraft, { contract, header: `Черновик ${contract}` }, employee)
    await portal.pool.query(
      `with placed as (
         insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, delivery_method_id)
         values ($1, $2, $3, $4, 1, 100, (select min(id) from delivery_methods)) returning id)
       insert into order_events (order_id, state, author, account_id) select id, 1, '', $4 from placed`,
      [`N-${contract}`, world.organisationId, contract, employeeId],
    )
    const key = `claim-files/${contract}.jpg`
    await openLocalStore(join(portal.config.dataDir, 'files')).put(key, Buffer.from('фото'))
    await portal.pool.query(
      `with filed as (
         insert into claims (number, organisation_id, contract_id, order_id, filed_by_id, filed_by, type, wish, text,
           decide_by)
         select 'RK-' || id, organisation_id, contract_id, id, $2, '', 3, 'money', '', '2026-12-31' from orders
         where number = $1 returning id)
       insert into claim_files (claim_id, account_id, key, name, type, size_bytes)
       select id, $2, $3, $1 || '.jpg', 'webp', 8 from filed`,
      [`N-${contract}`, employeeId, key],
    )
    for (const keys of ['order_keys', 'basket_keys']) {
      await portal.pool.query(`insert into ${keys} (account_id, key, body_digest, reply) values ($1, $2, '', $3)`, [
        employeeId,
        `key-${contract}`,
        { number: `N-${contract}`, sum_kopecks: 100, contract_id: contract },
      ])
    }
  }
  let photos: string[] = []
  const exported = async () => {
    const response = await employee.send(exportPersonalData.path, {})
    const files = await unzipped(Buffer.from(await response.arrayBuffer()))
    photos = Object.keys(files).filter((name) => name.startsWith('Файлы/'))
    return JSON.parse(files['Данные.json'] ?? '') as Record<string, { contract_id: number }[]>
  }
  const headings = ['Черновики и шаблоны', 'Строки черновиков', 'Заказы', 'События заказов', 'Строки корзин']
  const photoOf = (contract: number) => expect.stringContaining(`N-${contract}.jpg`) as string
  const rowsOf = (data: Awaited<ReturnType<typeof exported>>) => headings.map((heading) => data[heading]?.length ?? 0)
  const before = await exported()
  expect(before['Заказы']).toHaveLength(2)
  expect(photos).toEqual(expect.arrayContaining([photoOf(lost), photoOf(kept)]))

  await allot([kept])
  const without = await exported()
  expect(photos).toEqual([photoOf(kept)])
  expect(JSON.stringify(without)).not.toMatch(new RegExp(`N-${lost}"|Черновик ${lost}|"contract_id":${lost}\\b`))
  expect(JSON.stringify(without)).toContain(`N-${kept}`)
  for (const [index, rows] of rowsOf(without).entries()) {
    expect(rows, headings[index]).toBeGreaterThan(0)
    expect(rows, headings[index]).toBeLessThan(rowsOf(before)[index] ?? 0)
  }

  await allot([lost, kept])
  expect(rowsOf(await exported())).toEqual(rowsOf(before))
})
