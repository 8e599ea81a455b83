import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveStreamAlarm } from '#shared/api/administration/exchange-streams.ts'
import { readStockAge } from '#shared/api/catalogue.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { countStatements } from '#tests/support/statements.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let app: TestApp
let admin: Visitor
let buyer: Visitor
beforeAll(async () => {
  ;({ app, admin } = await startExchangeWithAdmin())
  const world = await createWorld(app.db)
  buyer = await signedIn(app, world.receiverId)
  await until(() => Promise.resolve(app.listener.hears('events')), Boolean)
})
afterAll(() => app.close())

const read = async () => (await call(readStockAge, {}, buyer)).stock

async function addRun({ at, counts = '{"stocks": {"seen": 5}}' }: { at: string; counts?: string }): Promise<void> {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into exchange_runs (type, name, status, counts, started_at)
     values ('import', 'rests.xml', 'running', $1, $2) returning id`,
    [counts, at],
  )
  await app.pool.query("update exchange_runs set status = 'done' where id = $1", [rows[0]?.id])
}

test('the age is that of the last accepted stock, announced to buyers and staff', async () => {
  expect(await read()).toEqual({ at: null, late_after_minutes: 4320 })
  const streams = [await openStream(buyer), await openStream(admin)]
  for (const stream of streams) await expect.poll(() => stream.others, { timeout: 10_000 }).toEqual(['ready'])
  await addRun({ at: '2026-11-20T11:05:00Z' })
  for (const stream of streams)
    await expect.poll(() => stream.changes, { timeout: 10_000 }).toContainEqual({ topic: 'stocks', id: 1 })
  for (const stream of streams) stream.leave()
  await until(read, ({ at }) => at === '2026-11-20T11:05:00.000Z')
})

test('it is answered from memory, whatever else 1C sends', async () => {
  await read()
  await addRun({ at: '2026-11-21T11:05:00Z', counts: '{"prices": {"seen": 5}}' })
  const answers: unknown[] = []
  const statements = await countStatements(app.pool, /exchange_runs|settings/, async () => {
    for (let times = 0; times < 3; times += 1) answers.push(await read())
  })
  expect(statements).toBe(0)
  expect(answers).toContainEqual({ at: '2026-11-20T11:05:00.000Z', late_after_minutes: 4320 })
})

test('a visitor of the demo mode is told nothing about 1C', async () => {
  const { ownerId } = await createWorld(app.db)
  await app.pool.query(
    'update organisations set demo = true where id = (select organisation_id from accounts where id = $1)',
    [ownerId],
  )
  const visitor = await signedIn(app, ownerId)
  expect((await call(readStockAge, {}, visitor)).stock).toEqual({ at: null, late_after_minutes: 4320 })
  expect((await read()).at).not.toBeNull()
})

test('the age of the alarm is also the age from which buyers are told of the delay', async () => {
  await call(saveStreamAlarm, { kind: 'stocks', minutes: 30 }, admin)
  await until(read, ({ late_after_minutes: minutes }) => minutes === 30)
  await expect(call(readStockAge, {}, app.visitor())).rejects.toMatchObject({ status: 401 })
})
