import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { ymlPrice } from '#shared/api/price-lists.ts'
import { saveSettings, staffSettings } from '#shared/api/staff/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { createShop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let admin: Visitor
let owner: Visitor
let contractId: number

beforeAll(async () => {
  portal = await startTestApp({ env: { MAIL_FROM: 'Портал <mail@opt.example>' } })
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  admin = await signedIn(portal, shop.adminId)
  owner = await signedIn(portal, shop.ownerId)
  contractId = shop.contracts.wholesale
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    20_000,
  )
})
afterAll(() => portal.close())

const names = async () => {
  const { data } = await call(ymlPrice, { contract_id: contractId }, owner)
  return [/<name>(.*?)<\/name>/.exec(data)?.[1], /<company>(.*?)<\/company>/.exec(data)?.[1]]
}

test('the shop has the seller’s name until staff set another; price files show it at once', async () => {
  expect(await names()).toEqual(['Портал оптовых заказов', 'Портал оптовых заказов'])
  await addSeller(portal.db, { company: 'ООО «Опт»', fullName: 'Общество «Опт»' })
  expect(await names()).toEqual(['ООО «Опт»', 'Общество «Опт»'])
  const { settings } = await call(staffSettings, {}, admin)
  expect(settings).toMatchObject({
    shop: {
      name: '',
      company: '',
      usual: { name: 'ООО «Опт»', company: 'Общество «Опт»', from_name: 'Портал' },
      accent: '#0a6a72',
      logo: null,
    },
  })
  await call(saveSettings, { version: settings.version, shop: { name: '  Опт & Ко ', company: '' } }, admin)
  expect(await names()).toEqual(['Опт &amp; Ко', 'Общество «Опт»'])
})

test('saving a stale version is a conflict, repeating a save is not; only administrators may save', async () => {
  const { settings } = await call(staffSettings, {}, admin)
  const change = (name: string, visitor = admin) =>
    call(saveSettings, { version: settings.version, shop: { name, company: '' } }, visitor)
  const answers = await Promise.allSettled([change('Первый'), change('Второй')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
  const { name } = (await call(staffSettings, {}, admin)).settings.shop
  expect((await change(name)).settings.shop.name).toBe(name)
  for (const role of ['content', 'sales'] as const) {
    const visitor = await signedIn(portal, await addAccount(portal.db, { role }))
    await expect(call(staffSettings, {}, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(change('Чужой', visitor)).rejects.toMatchObject({ status: 403 })
  }
})
