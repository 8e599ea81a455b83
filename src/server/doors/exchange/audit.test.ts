import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import type { TestApp } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, startExchangeApp } from '#tests/support/exchange.ts'
import { importXml, offersXml, offerXml, pricesXml, stocksXml } from '#tests/support/export-1c.ts'

let app: TestApp
let accountId: number
beforeAll(async () => {
  app = await startExchangeApp()
  accountId = ((await app.pool.query("select id from accounts where role = 'exchange'")).rows[0] as { id: number }).id
})
afterAll(() => app.close())
beforeEach(() => emptyAuditLog(app.pool))

const goods = Array.from({ length: 700 }, (_, at) => `audited-${at}`)
const prices = (rubles: number) => offersXml(goods.map((id) => offerXml(id, pricesXml({ opt: String(rubles) }))))
const stocks = (quantity: number) => offersXml(goods.map((id) => offerXml(id, stocksXml({ w1: quantity }))))

async function exchange(files: Record<string, string>): Promise<void> {
  await client1c(app.origin, account).exchange(files)
  await exchangeEnded(app.pool)
}

const rows = async () =>
  (await listAuditRows(app.db, { limit: 50 })).map(({ action, origin, accountId: who, changes }) => {
    const after = Object.entries(changes).map(([field, change]) => [field, change.after])
    return { action, origin, accountId: who, after: Object.fromEntries(after) as Record<string, unknown> }
  })
const of1c = { origin: 'exchange', accountId: expect.any(Number) as number }

test('thousands of changed prices are audited as one row with their number; unchanged ones are not', async () => {
  await exchange({ 'import0_1.xml': importXml(goods.map((id) => ({ id }))), 'offers0_1.xml': prices(100) })
  expect(await rows()).toMatchObject([
    { ...of1c, action: 'import.finished', after: { file: 'offers0_1.xml', prices: 700 } },
    { ...of1c, action: 'import.finished', after: { file: 'import0_1.xml', goods: 700 } },
    { ...of1c, action: 'sign-in.succeeded', accountId },
  ])
  await emptyAuditLog(app.pool)
  await exchange({ 'offers0_1.xml': prices(100), 'rests0_1.xml': stocks(5) })
  expect((await rows()).filter(({ after }) => 'prices' in after || 'stocks' in after)).toEqual([])
  await exchange({ 'offers0_1.xml': prices(99), 'rests0_2.xml': stocks(6) })
  expect((await rows()).filter(({ after }) => 'prices' in after)).toMatchObject([
    { ...of1c, accountId, after: { prices: 700 } },
  ])
  const { rows: kept } = await app.pool.query('select count(*)::int as n from price_history')
  expect((kept[0] as { n: number }).n, 'each price is in the history').toBeGreaterThanOrEqual(700)
})

test('at most one sign-in a day and one refusal an hour of 1C are audited', async () => {
  for (let time = 0; time < 3; time += 1) await client1c(app.origin, account).checkauth()
  for (let time = 0; time < 3; time += 1) await client1c(app.origin, { ...account, password: 'wrong' }).checkauth()
  expect(await rows()).toMatchObject([
    { action: 'sign-in.refused', origin: 'exchange', accountId: null, after: { reason: 'wrongCredentials' } },
    { action: 'sign-in.succeeded', origin: 'exchange', accountId },
  ])
})

test('changes of the seller by 1C are audited field by field', async () => {
  const owner = (name: string) =>
    importXml([], {
      classifier: `<Классификатор><Ид>k</Ид><Наименование>К</Наименование><Владелец><Ид>o1</Ид>
        <Наименование>${name}</Наименование><ИНН>7707083893</ИНН></Владелец></Классификатор>`,
    })
  const ofSeller = async () => (await rows()).filter(({ action }) => action.startsWith('seller'))
  await exchange({ 'import0_1.xml': owner('ООО «Опт»') })
  expect(await ofSeller()).toMatchObject([
    { ...of1c, accountId, action: 'seller.created', after: { company: 'ООО «Опт»', inn: '7707083893' } },
  ])
  await exchange({ 'import0_1.xml': owner('ООО «Опт»') })
  await exchange({ 'import0_1.xml': owner('ООО «Опт-2»') })
  const [changed] = await ofSeller()
  expect(await ofSeller()).toHaveLength(2)
  expect(changed).toMatchObject({ action: 'seller.changed', after: { company: 'ООО «Опт-2»' } })
  expect(Object.keys(changed?.after ?? {})).toEqual(['company'])
})
