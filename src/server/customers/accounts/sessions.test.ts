import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { notifications } from '#shared/api/notifications.ts'
import { endOtherSessions, endSession, ownSessions } from '#shared/api/account/sessions.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import type { Role } from '#shared/rights.ts'
import { runStaff } from '#server/doors/administration/cli.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { listSeededSignIns } from '#server/doors/demo/seeded-sign-ins.ts'
import { accounts, sessions } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, visitor, type TestApp, type Visitor } from '#tests/support/app.ts'
import { client1c } from '#tests/support/client-1c.ts'
import { openFaultProxy } from '#tests/support/processes/fault-proxy.ts'
import { addAccount, addOrganisation, addSession, signedIn } from '#tests/support/fixtures.ts'
import { call, type Send } from '#web/api/client.ts'
import { hashPassword } from './passwords/passwords.ts'
import { deleteExpiredSessions } from '#server/platform/sessions/shared-queries-sessions.ts'

const password = 'demo-admin-2026'
let passwordHash: string
let portal: TestApp
let second: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  second = await startTestApp({ database: portal.database })
  passwordHash = await hashPassword(password)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(async () => {
  await second.close()
  await portal.close()
})

type Changed = { id: number; login: string; organisationId: number | undefined }
const update =
  (columns: Partial<typeof accounts.$inferInsert>) =>
  ({ id }: Changed) =>
    portal.db.update(accounts).set(columns).where(eq(accounts.id, id))
const statement =
  (text: string) =>
  ({ id }: Changed) =>
    portal.pool.query(text, [id])
const staff =
  (...args: string[]) =>
  async ({ login }: Changed) => {
    const output: string[] = []
    const print = (line: string) => void output.push(line)
    const exitCode = await runStaff(
      [...args, '--login', login],
      { DATABASE_URL: portal.database.url },
      { print, printError: print },
    )
    expect(exitCode, output.join('\n')).toBe(0)
  }

/** Every change of an account that ends its sessions. */
const changes: { how: string; role: Role; login?: string; change: (account: Changed) => Promise<unknown> }[] = [
  { how: 'a new password by command', role: 'admin', change: staff('password') },
  { how: 'a new password by command, of 1C', role: 'exchange', change: staff('password') },
  {
    how: 'a new password by statement',
    role: 'owner',
    change: statement("update accounts set password_hash = 'another' where id = $1"),
  },
  { how: 'a new login', role: 'sales', change: update({ login: 'another@firm.example' }) },
  { how: 'a new login of 1C', role: 'exchange', change: update({ login: 'another-1c@firm.example' }) },
  { how: 'another role', role: 'admin', change: update({ role: 'sales' }) },
  {
    how: 'another role of 1C',
    role: 'exchange',
    change: statement("update accounts set role = 'content' where id = $1"),
  },
  { how: 'a lesser role of a buyer', role: 'owner', change: update({ role: 'receiver' }) },
  { how: 'switched off', role: 'manager', change: update({ enabled: false }) },
  { how: 'switched off, of 1C', role: 'exchange', change: update({ enabled: false }) },
  { how: 'deleted', role: 'content', change: statement('delete from accounts where id = $1') },
  { how: 'deleted, of 1C', role: 'exchange', change: statement('delete from accounts where id = $1') },
  {
    how: 'changed together with others',
    role: 'sales',
    change: statement("update accounts set password_hash = 'x' where id >= $1"),
  },
  {
    how: 'moved to another organisation',
    role: 'manager',
    change: async ({ id }) =>
      update({ organisationId: (await addOrganisation(portal.db, 'ООО «Другая»')).organisationId })({
        id,
        login: '',
        organisationId: undefined,
      }),
  },
  {
    how: 'of an organisation that is blocked',
    role: 'owner',
    change: ({ organisationId = 0 }) =>
      portal.db.update(organisations).set({ status: 'blocked' }).where(eq(organisations.id, organisationId)),
  },
  {
    how: 'a demo sign-in of a portal that goes public',
    role: 'admin',
    login: 'admin@demo.example',
    change: () => listSeededSignIns(portal.db, readConfig({ HOST: '0.0.0.0' })),
  },
]

test.each(changes)(
  '[R.6] $how ends all sessions of the account in every process',
  async ({ role, login = `${role}-${Math.random()}@firm.example`, change }) => {
    const buyer = !['admin', 'sales', 'content', 'exchange'].includes(role)
    const { organisationId } = buyer
      ? await addOrganisation(portal.db, 'ООО «Покупатель»')
      : { organisationId: undefined }
    const bystander = await signedIn(portal, await addAccount(portal.db, { role: 'admin' }))
    const id = await addAccount(portal.db, { role, login, ...(organisationId === undefined ? {} : { organisationId }) })
    await portal.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
    if (role === 'exchange') {
      const one = client1c(portal.origin, { login, password })
      expect(await one.checkauth()).toContain('success')
      expect(await one.init()).toContain('zip=')
      await change({ id, login, organisationId })
      expect(await one.init()).toBe('failure\nСначала пройдите авторизацию (checkauth)')
      one.moveTo(second.origin)
      expect(await one.send('import.xml', '<a/>')).toBe('failure\nСначала пройдите авторизацию (checkauth)')
    } else {
      // With this clock a process caches callers for ever: only the NOTIFY clears them.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      const browsers = await Promise.all([portal, second].map((app) => signedIn(app, id)))
      for (const browser of browsers) expect(await isIn(browser)).toBe(true)
      await change({ id, login, organisationId })
      for (const browser of browsers)
        await expect.poll(() => isIn(browser), { timeout: 5000, interval: 20 }).toBe(false)
      expect(await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).toEqual([])
    }
    expect(await isIn(bystander)).toBe(true)
  },
)

test('a change that does not affect sign-in ends no session', async () => {
  const id = await addAccount(portal.db, { role: 'sales' })
  const browser = await signedIn(portal, id)
  await portal.db
    .update(accounts)
    .set({ name: 'Ольга Белова', phone: '+7 900 000-00-00', enabled: true, role: 'sales' })
    .where(eq(accounts.id, id))
  expect(await isIn(browser)).toBe(true)
})

test('a process without notifications checks the database at each request', async () => {
  const proxy = await openFaultProxy(portal.database.url)
  const unnotified = await startTestApp({ database: portal.database, listenerUrl: proxy.url })
  const id = await addAccount(portal.db, { role: 'admin' })
  const browser = await signedIn(unnotified, id)
  expect(await isIn(browser)).toBe(true)
  proxy.refuse()
  await expect.poll(() => unnotified.listener.hears('sessions')).toBe(false)
  expect(await isIn(browser)).toBe(true)
  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, id))
  expect(await isIn(browser)).toBe(false)

  proxy.heal()
  await expect.poll(() => unnotified.listener.hears('sessions'), { timeout: 5000 }).toBe(true)
  await unnotified.close()
  await proxy.close()
})

test('a sign-in with the old password while it is being changed is refused', async () => {
  const login = 'slow@firm.example'
  const id = await addAccount(portal.db, { role: 'admin', login, password })
  const client = await portal.pool.connect()
  await client.query('begin')
  await client.query("update accounts set password_hash = 'another' where id = $1", [id])
  const entering = call(signIn, { login, password }, portal.visitor())
  const refused = expect(entering).rejects.toMatchObject({ code: 'wrongCredentials' })
  await expect
    .poll(
      async () =>
        (
          await portal.pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into sessions%'",
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBe(1)
  await client.query('commit')
  client.release()
  await refused
  expect(await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).toEqual([])
})

test.each([-1, 1])('a process clock %i hours off neither ends nor extends a session', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  const login = `clock${hours}@firm.example`
  const id = await addAccount(portal.db, { role: 'admin', login, password })
  const browser = await portal.visitor().signIn(login, password)
  expect(await isIn(browser)).toBe(true)
  const { rows } = await portal.pool.query(
    `select expires_at between now() + interval '29 days 23:59' and now() + interval '30 days' as exact from sessions
      where account_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ exact: true }])
  await portal.db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, id))
  await expect.poll(() => isIn(browser), { timeout: 700, interval: 20 }).toBe(false)
})

test.each([
  ['staff', 'sales', '12 hours'],
  ['buyers', 'manager', '14 days'],
] as const)('a session of %s ends after its idle time, and not before', async (_, role, limit) => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Тихий»')
  const id = await addAccount(portal.db, role === 'manager' ? { role, organisationId } : { role })
  const idleFor = async (interval: string) => {
    const browser = await signedIn(portal, id)
    await portal.pool.query('update sessions set last_seen_at = now() - $2::interval where account_id = $1', [
      id,
      interval,
    ])
    return isIn(browser)
  }
  expect(await idleFor(`${limit} 1 second`)).toBe(false)
  expect(await idleFor(`${limit} -1 minute`)).toBe(true)
})

test('a session used every day still ends after thirty days', async () => {
  const id = await addAccount(portal.db, { role: 'admin' })
  const browser = await signedIn(portal, id)
  await portal.pool.query("update sessions set expires_at = now() + interval '1 minute' where account_id = $1", [id])
  expect(await isIn(browser)).toBe(true)
  const other = await signedIn(portal, id)
  await portal.pool.query('update sessions set expires_at = now() where account_id = $1', [id])
  expect(await isIn(other)).toBe(false)
})

test('the job deletes idle and expired sessions, and no others', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Уборка»')
  const staffId = await addAccount(portal.db, { role: 'admin' })
  const buyerId = await addAccount(portal.db, { role: 'owner', organisationId })
  for (const id of [staffId, staffId, staffId, buyerId]) await addSession(portal.db, id)
  await portal.pool.query(
    "update sessions set last_seen_at = now() - interval '13 hours' where account_id in ($1, $2)",
    [staffId, buyerId],
  )
  const fresh = await signedIn(portal, staffId)
  const lasted = await signedIn(portal, staffId)
  await portal.pool.query(
    "update sessions set expires_at = now() - interval '1 second' where id = (select max(id) from sessions)",
  )
  await deleteExpiredSessions(portal.db)
  const { rows } = await portal.pool.query(
    'select account_id from sessions where account_id in ($1, $2) order by account_id',
    [staffId, buyerId],
  )
  expect(rows).toEqual([{ account_id: staffId }, { account_id: buyerId }])
  expect([await isIn(fresh), await isIn(lasted)]).toEqual([true, false])
})

test('a new idle time of sessions applies at once, and saving over an unseen change is a conflict', async () => {
  const admin = await signedIn(portal, await addAccount(portal.db, { role: 'admin' }))
  const salesId = await addAccount(portal.db, { role: 'sales' })
  const { settings: seen } = await call(accessSettings, {}, admin)
  expect(seen).toMatchObject({ idle_hours_staff: 12, idle_days_buyers: 14 })
  await expect(call(saveAccessSettings, { ...seen, seen, idle_hours_staff: 0 }, admin)).rejects.toMatchObject({
    status: 400,
    body: { fields: { idle_hours_staff: 'Целое число от 1 до 720' } },
  })
  await call(saveAccessSettings, { ...seen, seen, idle_hours_staff: 1, idle_days_buyers: 1 }, admin)
  await expect(
    call(saveAccessSettings, { ...seen, seen, idle_hours_staff: 2, idle_days_buyers: 1 }, admin),
  ).rejects.toMatchObject({ status: 409 })

  const idle = await signedIn(portal, salesId)
  await portal.pool.query("update sessions set last_seen_at = now() - interval '61 minutes' where account_id = $1", [
    salesId,
  ])
  expect(await isIn(idle)).toBe(false)
  const { settings: now } = await call(accessSettings, {}, admin)
  await call(saveAccessSettings, { ...now, ...seen, seen: now }, admin)
})

test('the use of a session is written at most once a minute', async () => {
  const id = await addAccount(portal.db, { role: 'admin' })
  const browsers = await Promise.all([portal, second].map((app) => signedIn(app, id)))
  const versions = async () =>
    (
      await portal.pool.query(
        `select xmin::text, last_seen_at > now() - interval '5 seconds' as seen from sessions where account_id = $1
          order by id`,
        [id],
      )
    ).rows as { xmin: string; seen: boolean }[]
  const fresh = await versions()
  for (let n = 0; n < 5; n += 1) for (const browser of browsers) await isIn(browser)
  expect(await versions()).toEqual(fresh)

  await portal.pool.query("update sessions set last_seen_at = now() - interval '61 seconds' where account_id = $1", [
    id,
  ])
  await portal.pool.query("notify sessions, ''")
  const used = async () => {
    for (const browser of browsers) expect(await isIn(browser)).toBe(true)
    return (await versions()).every(({ seen }) => seen)
  }
  await expect.poll(used, { timeout: 3000 }).toBe(true)
})

test('background calls and streams do not extend a session; actions of a person do', async () => {
  const id = await addAccount(portal.db, { role: 'admin' })
  const browser = await signedIn(portal, id)
  const lastSeen = async () =>
    (await portal.db.select().from(sessions).where(eq(sessions.accountId, id)))[0]?.lastSeenAt.getTime()
  await portal.pool.query(
    "update sessions set last_seen_at = now() - interval '11 hours 59 minutes 50 seconds' where account_id = $1",
    [id],
  )
  const idle = await lastSeen()
  const send: Send = (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('x-background', '1')
    return browser.send(path, { ...init, headers })
  }
  for (const read of [notifications, whoAmI, ownSessions]) await call(read, {}, { send })
  const leaving = new AbortController()
  const stream = await browser.send('/api/events/', { signal: leaving.signal })
  expect([stream.status, await lastSeen()]).toEqual([200, idle])
  leaving.abort()
  await call(notifications, {}, browser)
  expect(await lastSeen()).toBeGreaterThan(idle ?? 0)

  await portal.pool.query(
    "update sessions set last_seen_at = now() - interval '12 hours 1 second' where account_id = $1",
    [id],
  )
  await portal.pool.query("notify sessions, ''")
  await expect
    .poll(() =>
      call(notifications, {}, { send }).then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
    .toBe(401)
})

test("an account lists its own sessions and can end one or all others, but nobody else's", async () => {
  const login = 'many@firm.example'
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Много»')
  await addAccount(portal.db, { role: 'owner', organisationId, login, password })
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
      'YaBrowser/25.10.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.1 Mobile/15E148 Safari/604.1',
    '\'"><b>',
  ]
  const browsers: Visitor[] = []
  for (const agent of agents) browsers.push(await withAgent(agent).signIn(login, password))
  const [desktop, phone, odd] = browsers as [Visitor, Visitor, Visitor]

  const { sessions: listed } = await call(ownSessions, {}, desktop)
  expect(listed.map(({ device, address, current }) => ({ device, address, current }))).toEqual([
    { device: '', address: '127.0.0.1', current: false },
    { device: 'Safari, iPhone', address: '127.0.0.1', current: false },
    { device: 'Яндекс Браузер, Windows', address: '127.0.0.1', current: true },
  ])
  expect(JSON.stringify(listed)).not.toContain('token')

  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'admin' }))
  await expect(call(endSession, { id: listed[1]?.id ?? 0 }, stranger)).rejects.toMatchObject({ status: 404 })
  expect(await isIn(phone)).toBe(true)
  await call(endSession, { id: listed[1]?.id ?? 0 }, desktop)
  expect(await isIn(phone)).toBe(false)
  await expect(call(endSession, { id: listed[1]?.id ?? 0 }, desktop)).rejects.toMatchObject({ status: 404 })

  expect(await isIn(odd)).toBe(true)
  expect(await call(endOtherSessions, {}, desktop)).toMatchObject({ ended: 1 })
  expect(await isIn(odd)).toBe(false)
  expect([await isIn(desktop), await isIn(stranger)]).toEqual([true, true])
  expect((await call(ownSessions, {}, desktop)).sessions).toHaveLength(1)
})

function withAgent(agent: string): Visitor {
  const browser = visitor(portal.origin)
  const { send } = browser
  return Object.assign(browser, {
    send: (path: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      headers.set('user-agent', agent)
      return send(path, { ...init, headers })
    },
  })
}

async function isIn(browser: Visitor): Promise<boolean> {
  return (await call(whoAmI, {}, browser)).me !== null
}
