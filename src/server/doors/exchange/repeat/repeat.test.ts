import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointAddress } from '#shared/api/address.ts'
import { saveSourceTerm, staffExchange } from '#shared/api/staff/exchange.ts'
import { exchangeLog, exchangeRun, exchangeSource, repeatRun } from '#shared/api/staff/exchange-log.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import type { Client1c } from '#tests/support/client-1c.ts'
import { exchangeEnded, goodsNamed, startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { document, importXml, offersXml, offerXml, pricesXml, stocksXml } from '#tests/support/export-1c.ts'
import { feedSender } from '#tests/support/feeds.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { client1c } from '#tests/support/client-1c.ts'
import { account } from '#tests/support/exchange.ts'

let app: TestApp
let client: Client1c
let admin: Visitor
beforeAll(async () => {
  ;({ app, client, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())

const newest = async () => {
  const [run] = (await call(exchangeLog, {}, admin)).items
  if (!run) throw new Error('no run')
  return run
}
const details = async (run: number) => (await call(exchangeRun, { run }, admin)).run
const download = (run: number) => admin.send(endpointAddress(exchangeSource, { run }), { method: 'GET' })
const audited = async (action: string) =>
  (await app.pool.query('select object_id from audit_log where action = $1 order by id', [action])).rows.map(
    ({ object_id: id }: { object_id: string }) => Number(id),
  )
const countOf = async (statement: string) =>
  ((await app.pool.query(`select count(*)::int as n from ${statement}`)).rows[0] as { n: number }).n

async function exchange(files: Record<string, string>): Promise<void> {
  await client.exchange(files)
  await exchangeEnded(app.pool)
}

async function repeat(run: number): Promise<void> {
  await call(repeatRun, { run }, admin)
  await exchangeEnded(app.pool)
}

const refusal = { status: 409, code: 'runNotRepeatable' }

test('the file of a run is downloaded as it came, by administrators only, and audited', async () => {
  const goods = importXml([{ id: 'kept' }, { id: 'left' }], { full: true })
  await exchange({ 'import0_1.xml': goods })
  const { id } = await newest()
  expect(await details(id)).toMatchObject({ source: { size_bytes: Buffer.byteLength(goods) }, repeat_refusal: '' })
  const file = await download(id)
  expect(await file.text()).toBe(goods)
  expect(file.headers.get('content-disposition')).toContain('import0_1.xml')
  expect(await audited('import.source-downloaded')).toEqual([id])
  const content = await signedIn(app, await addAccount(app.db, { role: 'content' }))
  expect((await content.send(endpointAddress(exchangeSource, { run: id }), { method: 'GET' })).status).toBe(403)
  await expect(call(repeatRun, { run: id }, content)).rejects.toMatchObject({ status: 403 })
  expect((await download(999_999)).status).toBe(404)
})

test('a repeated full export restores what it lists and switches nothing off', async () => {
  const { id } = await newest()
  await app.pool.query("update products set code1c = 'unlisted' where code1c = 'left'")
  await repeat(id)
  expect(await goodsNamed(app.pool, 'kept', 'left', 'unlisted')).toMatchObject([
    { name: 'Товар kept', active: true },
    { name: 'Товар left', active: true },
    { code1c: 'unlisted', active: true },
  ])
  const again = await newest()
  expect(again).toMatchObject({ repeats: id, name: 'import0_1.xml', status: 'done' })
  expect(await countOf("exchange_runs where type = 'deactivation'")).toBe(0)
  expect(await audited('import.repeated')).toEqual([id])
  // The repeat has brought the same goods: the first run is older now, the repeat itself is not.
  expect((await details(id)).repeat_refusal).toContain('повтор вернул бы прежние данные')
  expect((await details(again.id)).repeat_refusal).toBe('')
})

test('prices are repeated until newer ones have come; stock of another time does not count as newer', async () => {
  const priced = (price: string) => offersXml([offerXml('kept', pricesXml({ opt: price }), 'Товар kept')])
  await exchange({ 'prices0_1.xml': priced('10') })
  const first = (await newest()).id
  await exchange({ 'rests0_1.xml': offersXml([offerXml('kept', stocksXml({ main: 5 }), 'Товар kept')]) })
  expect((await details(first)).repeat_refusal).toBe('')
  await exchange({ 'prices0_2.xml': priced('12') })
  await expect(call(repeatRun, { run: first }, admin)).rejects.toMatchObject({
    ...refusal,
    message: expect.stringContaining('prices0_2.xml') as string,
  })
  expect(await countOf('prices where price_kopecks = 1200')).toBe(1)
  expect(await audited('import.repeated')).toHaveLength(1)
})

test('portions of one session are not newer than each other', async () => {
  await exchange({ 'import0_1.xml': importXml([{ id: 'p-1' }]), 'import0_2.xml': importXml([{ id: 'p-2' }]) })
  const [second, first] = (await call(exchangeLog, {}, admin)).items
  expect((await details(first?.id ?? 0)).repeat_refusal).toBe('')
  expect((await details(second?.id ?? 0)).repeat_refusal).toBe('')
})

test('a broken file is kept for the one who looks for the cause, and fails again', async () => {
  await client.exchange({ 'import0_9.xml': '<КоммерческаяИнформация><Каталог>' }).catch(() => undefined)
  await exchangeEnded(app.pool)
  const broken = await newest()
  expect(broken.status).toBe('failed')
  // Kept after the run has failed.
  await expect.poll(async () => (await download(broken.id)).text()).toContain('<Каталог>')
  await repeat(broken.id)
  expect(await newest()).toMatchObject({ status: 'failed', repeats: broken.id })
})

test('of two repeats at once one is refused, and the file is loaded once', async () => {
  await exchange({ 'import0_5.xml': importXml([{ id: 'twice' }]) })
  const { id } = await newest()
  const results = await Promise.allSettled([1, 2].map(() => call(repeatRun, { run: id }, admin)))
  await exchangeEnded(app.pool)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await countOf(`exchange_sessions where repeats_run_id = ${id}`)).toBe(1)
})

test('a feed is repeated with its instant, and refused after a newer one', async () => {
  const send = feedSender(app.origin)
  await send('binds', [{ product: 'kept', analogues: ['left'] }])
  const { id } = await newest()
  await app.pool.query('delete from product_binds')
  await repeat(id)
  expect(await countOf('product_binds')).toBe(1)
  expect(await newest()).toMatchObject({ type: 'feed', repeats: id, status: 'done' })
  await send('binds', [{ product: 'kept', analogues: [] }])
  await expect(call(repeatRun, { run: id }, admin)).rejects.toMatchObject(refusal)
})

test('a source that has gone from the disk fails its repeat, not the portal', async () => {
  const send = feedSender(app.origin)
  await send('binds', [{ product: 'kept', related: ['left'] }])
  const { id } = await newest()
  await app.pool.query("update exchange_sources set key = 'exchange-sources/gone.gz' where run_id = $1", [id])
  expect((await download(id)).status).toBe(404)
  await repeat(id)
  expect(await newest()).toMatchObject({ repeats: id, status: 'failed' })
})

test('a file of orders is kept, and repeated after what it missed exists', async () => {
  const sale = client1c(app.origin, { ...account, type: 'sale' })
  await sale.checkauth()
  await sale.init()
  const orders = document('<Документ><Номер>0000-999999</Номер><ХозОперация>Заказ товара</ХозОперация></Документ>')
  expect(await sale.send('orders-1.xml', orders)).toBe('success')
  const { id, records } = await newest()
  expect(records).toBe(1)
  expect(await (await download(id)).text()).toBe(orders)
  expect((await call(staffExchange, {}, admin)).exchange.orders_rejected).toBe(1)
  await repeat(id)
  expect(await newest()).toMatchObject({ type: 'orders', repeats: id, records: 1 })
  await sale.send('orders-2.xml', '<КоммерческаяИнформация><Документ>')
  expect(await sale.ask({ mode: 'import', filename: 'orders-2.xml' })).toContain('failure')
  expect(await newest()).toMatchObject({ type: 'orders', status: 'failed', name: 'orders-2.xml' })
})

test('without a term nothing is kept, and such a run explains why it is not repeated', async () => {
  await call(saveSourceTerm, { days: 0 }, admin)
  await exchange({ 'import0_7.xml': importXml([{ id: 'unkept' }]) })
  const { id } = await newest()
  expect(await details(id)).toMatchObject({
    source: null,
    repeat_refusal: expect.stringContaining('не сохранён') as string,
  })
  await expect(call(repeatRun, { run: id }, admin)).rejects.toMatchObject(refusal)
  for (const days of [-1, 366, 1.5])
    await expect(call(saveSourceTerm, { days }, admin)).rejects.toMatchObject({ status: 400 })
})
