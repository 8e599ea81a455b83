import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/account/access.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { client1c } from '#tests/support/client-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { call, CallError } from '#web/api/client.ts'

const password = 'correct horse battery'
let portal: TestApp
let second: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
  second = await startTestApp({ database: portal.database, env: { TRUST_PROXY: '1' } })
  await addAccount(portal.db, { role: 'admin', login: 'anna@firm.example', password })
  await addAccount(portal.db, { role: 'exchange', login: '1c@firm.example', password })
})
beforeEach(() => portal.pool.query('delete from attempts'))
afterAll(async () => {
  await second.close()
  await portal.close()
})

test('[N.7] of 600 concurrent wrong sign-ins from an address 100 are tried; other calls are answered', async () => {
  const visitor = await signedIn(portal, await addAccount(portal.db, { role: 'admin' }))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const flood = { over: false }
  const tries = Promise.all(
    Array.from({ length: 600 }, (_, n) =>
      statusOf({ from: '10.0.0.1', login: `login-${n}@firm.example`, app: n % 2 ? portal : second }),
    ),
  )
  const answers = tries.finally(() => (flood.over = true))

  const cheapMs: number[] = []
  while (!flood.over) {
    const startedMs = performance.now()
    expect((await call(api.whoAmI, {}, visitor)).me).not.toBeNull()
    cheapMs.push(performance.now() - startedMs)
  }
  const statuses = await answers
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(500)
  const sorted = cheapMs.toSorted((a, b) => a - b)
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  if (process.env.SHOW_TIMES)
    console.log({
      calls: sorted.length,
      p50Ms: sorted[Math.floor(sorted.length / 2)],
      p99Ms,
      loopP99Ms: delay.percentile(99) / 1e6,
    })
  expect(p99Ms).toBeLessThan(1500)
}, 120_000)

test('of 200 concurrent wrong passwords for a login 10 are tried; then the right one is refused', async () => {
  const tries = Array.from({ length: 200 }, (_, n) =>
    statusOf({
      from: '10.0.0.2',
      login: n % 3 ? 'anna@firm.example' : 'ANNA@firm.example',
      app: n % 2 ? portal : second,
    }),
  )
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(await statusOf({ from: '10.0.0.2', secret: password })).toBe(429)
  expect(await statusOf({ from: '10.0.0.3', secret: password })).toBe(200)
})

test('spellings of a login that are equal in the database share a limit', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1)
    statuses.push(await statusOf({ from: '10.0.0.9', login: n % 2 ? 'anna@firm.example' : 'anna@fİrm.example' }))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('[N.7] of 50 concurrent correct sign-ins none is refused, on the web and by 1C', async () => {
  const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf({ from: '10.0.0.5', secret: password })))
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const exchange = () => client1c(portal.origin, { login: '1c@firm.example', password }).checkauth()
  const answers = await Promise.all(Array.from({ length: 50 }, exchange))
  expect(answers.filter((answer) => !answer.startsWith('success'))).toEqual([])
  expect((await portal.pool.query('select * from attempts')).rows).toEqual([])
})

test('[N.7] 130 people behind one address sign in at once, some with wrong passwords', async () => {
  const logins = Array.from({ length: 130 }, (_, n) => `office-${n}@firm.example`)
  await portal.pool.query(
    `insert into accounts (login, password_hash, role, name)
     select login, (select password_hash from accounts where login = 'anna@firm.example'), 'sales', login
     from unnest($1::text[]) login`,
    [logins],
  )
  const wrong = (n: number) => n % 10 === 0
  const statuses = await Promise.all(
    logins.map((login, n) => statusOf({ from: '10.0.0.6', login, ...(wrong(n) ? {} : { secret: password }) })),
  )
  expect(statuses).toEqual(logins.map((_, n) => (wrong(n) ? 401 : 200)))
})

test('another process’s open attempts delay a sign-in until they end or expire, without a 15-minute lock', async () => {
  const leftOpen = (login: string, seconds: number) =>
    portal.pool.query(
      `insert into attempts (key, open_until)
       select 'sign-in:' || $1 || '|10.0.0.7', now() + make_interval(secs => $2) from generate_series(1, 10)`,
      [login, seconds],
    )
  await leftOpen('anna@firm.example', -1)
  await leftOpen('anna@firm.example', 1)
  const startedMs = performance.now()
  expect(await statusOf({ from: '10.0.0.7', secret: password })).toBe(200)
  expect(performance.now() - startedMs).toBeGreaterThan(700)
  await leftOpen('anna@firm.example', 60)
  expect(await answerOf({ from: '10.0.0.7', secret: password })).toEqual({ status: 429, code: 'signInBusy' })
})

test('successful attempts leave no rows, and attempts outside the window do not count', async () => {
  for (let round = 0; round < 3; round += 1) {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => statusOf({ from: '10.0.0.4', secret: password })),
    )
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
  }
  expect((await portal.pool.query('select * from attempts')).rows).toEqual([])

  for (let n = 0; n < 10; n += 1) expect(await statusOf({ from: '10.0.0.4' })).toBe(401)
  expect(await statusOf({ from: '10.0.0.4', secret: password })).toBe(429)
  await portal.pool.query("update attempts set at = at - interval '15 minutes'")
  expect(await statusOf({ from: '10.0.0.4', secret: password })).toBe(200)
})

test('concurrent sign-ins wait in a bounded queue; those beyond it get Retry-After and are not counted', async () => {
  const tries = Array.from({ length: 300 }, (_, n) =>
    answerOf({ from: `10.9.${n % 200}.${n}`, login: `login-${n}@firm.example` }),
  )
  const answers = await Promise.all(tries)
  const busy = answers.filter(({ status }) => status === 429)
  expect(busy.length).toBeGreaterThan(0)
  expect(new Set(busy.map(({ code }) => code))).toEqual(new Set(['signInBusy']))
  const [{ count }] = (await portal.pool.query("select count(*)::int as count from attempts where key not like '%|%'"))
    .rows as [{ count: number }]
  expect(count).toBe(answers.filter(({ status }) => status === 401).length)
}, 120_000)

test('wrong passwords of 1C do not lock out buyers at that address, nor the reverse', async () => {
  const exchange = (secret: string) =>
    client1c(portal.origin, { login: '1c@firm.example', password: secret }).checkauth()
  const wrong = await Promise.all(Array.from({ length: 150 }, () => exchange('wrong password')))
  expect(wrong.filter((answer) => answer.includes('Неверное имя'))).toHaveLength(10)
  expect(await exchange(password)).toContain('Слишком много')
  // The same address: only the loopback is in front of the portal here.
  expect(await statusOf({ secret: password })).toBe(200)

  await portal.pool.query('delete from attempts')
  for (let n = 0; n < 10; n += 1) expect(await statusOf({ login: '1c@firm.example' })).toBe(401)
  expect(await statusOf({ login: '1c@firm.example' })).toBe(429)
  expect(await exchange(password)).toContain('success')
})

test('an unknown login takes as long as a known one', async () => {
  await statusOf({ from: '10.0.1.0' })
  const times = { 'anna@firm.example': [] as number[], 'nobody@firm.example': [] as number[] }
  for (let n = 0; n < 9; n += 1) {
    for (const login of ['anna@firm.example', 'nobody@firm.example'] as const) {
      const startedMs = performance.now()
      expect(await statusOf({ from: `10.0.2.${n}`, login })).toBe(401)
      times[login].push(performance.now() - startedMs)
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0
  const ratio = median(times['nobody@firm.example']) / median(times['anna@firm.example'])
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

type Try = { from?: string; login?: string; secret?: string; app?: TestApp }

async function answerOf({
  from,
  login = 'anna@firm.example',
  secret = 'wrong password',
  app = portal,
}: Try): Promise<{ status: number; code?: string }> {
  const send = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (from !== undefined) headers.set('x-forwarded-for', from)
    return fetch(app.origin + path, { ...init, headers })
  }
  try {
    await call(api.signIn, { login, password: secret }, { send })
    return { status: 200 }
  } catch (error) {
    if (error instanceof CallError) return { status: error.status, code: error.code }
    throw error
  }
}

async function statusOf(attempt: Try): Promise<number> {
  return (await answerOf(attempt)).status
}
