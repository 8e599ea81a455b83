import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PgBoss } from 'pg-boss'
import { readConfig } from '#server/platform/startup/config.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { openLog } from '#server/platform/log/open.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { jobs, startJobs } from './jobs.ts'

const log = pino({ level: 'silent' })
// Jobs find nothing to store or read in an empty database.
const files = openLocalStore(join(tmpdir(), 'portal-no-files'))
const config = readConfig({})
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('two processes share one schedule, and a due job runs once', async () => {
  let runs = 0
  const list = [{ name: 'count', title: 'Счёт', cron: '0 0 1 1 *', run: async () => (runs += 1) }]
  const processes = [
    startJobs(database.url, { ...database, files, log, config }, list),
    startJobs(database.url, { ...database, files, log, config }, list),
  ]
  await Promise.all(processes.map(({ ready }) => ready))
  const boss = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false })
  await boss.start()
  expect(await boss.getSchedules('count')).toHaveLength(1)
  await boss.send('count')
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(1)
  await boss.stop({ graceful: false })
  await Promise.all(processes.map(({ stop }) => stop()))
  expect(runs).toBe(1)
})

test('a run of a killed process is taken by another one', async () => {
  let runs = 0
  const list = [{ name: 'abandoned', title: 'Брошено', cron: '0 0 1 1 *', run: async () => (runs += 1) }]
  const timing = { heartbeatSeconds: 10, superviseSeconds: 1, retryDelaySeconds: 1 }
  // What a process leaves that is killed in the middle of a run: an active run without further heartbeats.
  const killed = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false })
  await killed.start()
  await killed.createQueue('abandoned', { policy: 'singleton' })
  await killed.send('abandoned', null, { heartbeatSeconds: timing.heartbeatSeconds })
  expect(await killed.fetch('abandoned')).toHaveLength(1)
  await killed.stop({ graceful: false })
  const living = startJobs(database.url, { ...database, files, log, config }, list, timing)
  await living.ready
  await expect.poll(() => runs, { timeout: 40_000 }).toBe(1)
  await living.stop()
})

test('what failed is stored for staff without the message of the error', async () => {
  const list = [
    { name: 'fails', title: 'Сбой', cron: '0 0 1 1 *', run: () => database.pool.query("select 'token-4711'::int") },
  ]
  const running = startJobs(database.url, { ...database, files, log, config }, list)
  await running.ready
  const boss = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.send('fails', null, { retryLimit: 0 })
  const stored = async () =>
    (await database.pool.query("select output::text from pgboss.job where name = 'fails' and state = 'failed'")).rows
  await expect.poll(stored, { timeout: 15_000 }).toHaveLength(1)
  const [{ output }] = (await stored()) as [{ output: string }]
  expect(output).toContain('Ошибка базы данных 22P02')
  expect(output).not.toContain('token-4711')
  await boss.stop({ graceful: false })
  await running.stop()
})

test('every job of the portal runs on an empty database', async () => {
  for (const { run } of jobs) await run({ ...database, files, log, config })
})

test('a database outage neither ends the process nor delays a stop', async () => {
  const jobsWithoutDatabase = startJobs('postgres://nobody@127.0.0.1:1/none', { ...database, files, log, config })
  await jobsWithoutDatabase.stop()
})

test('an error of the job queue is logged with its code and stack', async () => {
  const own = await openTestDatabase()
  const lines: { msg: string; err?: { code?: string; stack?: string[] } }[] = []
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => done(void lines.push(JSON.parse(line.toString()))),
  })
  const jobQueue = startJobs(own.url, { ...own, files, log: openLog({ level: 'info' }, sink).log, config }, [
    { name: 'count', title: 'Счёт', cron: '0 0 1 1 *', run: () => Promise.resolve() },
  ])
  await jobQueue.ready
  await own.pool.query('alter schema pgboss rename to missing')
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'job queue')?.err, { timeout: 15_000 })
    .toMatchObject({
      code: '42P01',
      stack: expect.arrayContaining([expect.stringMatching(/^at /)]) as unknown,
    })
  await jobQueue.stop()
  await own.close()
})
