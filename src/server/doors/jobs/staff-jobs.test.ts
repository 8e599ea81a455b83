import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatJob, staffJobs } from '#shared/api/administration/jobs.ts'
import { notifications } from '#shared/api/notifications.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { failRun, finishRun, openJobQueue } from '#tests/support/processes/job-queue.ts'
import { call } from '#web/api/client.ts'
import { jobs } from './jobs.ts'
import { reportFailedJobs } from './report-failures.ts'
import { scheduleText } from './schedule-text.ts'

let app: TestApp
let admin: Visitor
let boss: PgBoss | undefined
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, await addAccount(app.db, { role: 'admin' }))
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await app.close()
})

const name = 'build-acts'
const read = async () => (await call(staffJobs, {}, admin)).jobs
const readOne = async () => (await read()).find((job) => job.name === name)
const countRepeated = async () => (await app.pool.query("select from audit_log where action = 'job.repeated'")).rowCount
const notices = async () => (await call(notifications, {}, admin)).items.map(({ title, text }) => `${title}. ${text}`)

test('before any process has started jobs, all are listed without runs and none can be repeated', async () => {
  const listed = await read()
  expect(listed.map((job) => job.name)).toEqual(jobs.map((job) => job.name))
  expect(listed.every(({ done_at, failure, running }) => done_at === null && failure === null && !running)).toBe(true)
  expect(await reportFailedJobs(app, jobs)).toBe(0)
  expect((await call(repeatJob, { name }, admin)).jobs).toEqual(listed)
  expect(await countRepeated()).toBe(0)
})

test('a failed job is listed first with its reason, and administrators are notified once', async () => {
  boss = await openJobQueue(app.pool)
  await failRun(boss, name, 'на диске нет места')
  await failRun(boss, name, 'всё ещё нет места')
  const [first, ...others] = await read()
  expect(first).toMatchObject({
    name,
    title: 'Акты сверки',
    schedule: 'каждую минуту',
    running: false,
    done_at: null,
    failure: { runs: 2, message: 'всё ещё нет места' },
  })
  expect(others.filter(({ failure }) => failure !== null)).toEqual([])
  expect(await reportFailedJobs(app, jobs)).toBe(1)
  await failRun(boss, name, 'всё ещё нет места')
  expect(await reportFailedJobs(app, jobs)).toBe(1)
  expect(await notices()).toEqual([expect.stringMatching(/^Не выполнено: Акты сверки\. .*всё ещё нет места/)])
})

test('the last failed run is repeated once, and success ends the failure', async () => {
  if (!boss) throw new Error('the queue is open')
  await Promise.all([1, 2, 3].map(() => call(repeatJob, { name }, admin)))
  expect(await countRepeated()).toBe(1)
  expect(await readOne()).toMatchObject({ retrying: true })
  await finishRun(boss, name)
  expect(await readOne()).toMatchObject({ failure: null, retrying: false, done_at: expect.any(String) })
  expect(await boss.fetch(name)).toEqual([])
  expect(await reportFailedJobs(app, jobs)).toBe(0)
})

test('a failure after a success is reported anew', async () => {
  if (!boss) throw new Error('the queue is open')
  await failRun(boss, name, 'на диске нет места')
  await reportFailedJobs(app, jobs)
  expect(await notices()).toHaveLength(2)
})

test('only administrators see and repeat jobs, and an unknown job is not found', async () => {
  for (const role of ['sales', 'content'] as const) {
    const colleague = await signedIn(app, await addAccount(app.db, { role }))
    await expect(call(staffJobs, {}, colleague)).rejects.toMatchObject({ status: 403 })
    await expect(call(repeatJob, { name }, colleague)).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(repeatJob, { name: 'no-such-job' }, admin)).rejects.toMatchObject({ status: 404 })
})

test('every schedule of the portal is described in Russian', () => {
  for (const { cron, title } of jobs) {
    expect(scheduleText(cron), cron).not.toContain('*')
    expect(title).toMatch(/^[А-ЯЁ]/)
  }
  expect(new Set(jobs.map(({ title }) => title)).size).toBe(jobs.length)
  expect(scheduleText('5 9 * * *')).toBe('ежедневно в 9:05')
  expect(scheduleText('*/10 8-20 * * *')).toBe('каждые 10 минут с 8:00 до 21:00')
  expect(scheduleText('10 9-17 * * *')).toBe('каждый час с 9:00 до 18:00')
})
