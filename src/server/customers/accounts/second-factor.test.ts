import { eq } from 'drizzle-orm'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut, whoAmI } from '#shared/api/account/access.ts'
import { notifications } from '#shared/api/notifications.ts'
import * as api from '#shared/api/account/second-factor.ts'
import { accessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { runStaff } from '#server/doors/administration/cli.ts'
import { accounts, recoveryCodes, secondFactors, sessions } from '#server/platform/db/schema/access.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { hashPassword } from './passwords/passwords.ts'

const password = 'correct horse battery'
let passwordHash: string
let portal: TestApp
let second: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  second = await startTestApp({ database: portal.database })
  passwordHash = await hashPassword(password)
})
beforeEach(() => portal.pool.query('delete from attempts'))
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await second.close()
  await portal.close()
})

/** A salesperson, signed in, whose authenticator app is set up. */
async function withApp(role: 'admin' | 'sales' = 'sales') {
  const { id, login } = await person(role)
  const browser = await signedIn(portal, id)
  const { secret } = await call(api.beginSecondFactor, { password }, browser)
  const used = await codeOf(secret)
  const { recovery_codes: recovery } = await call(api.confirmSecondFactor, { code: used }, browser)
  return { id, login, browser, secret, recovery, used }
}

async function person(role: 'admin' | 'sales' | 'content') {
  const login = `${role}-${Math.random()}@firm.example`
  const id = await addAccount(portal.db, { role, login })
  await portal.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
  return { id, login }
}

/** The app's code now or `steps` steps of 30 seconds later, by the database's clock. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  const { rows } = await portal.pool.query('select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms')
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: (rows[0] as { ms: number }).ms + steps * 30_000,
  })
}

/** Repeats the run if a new 30-second step began meanwhile. */
async function withinOneStep<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  const stepNow = async () =>
    (
      (await portal.pool.query('select floor(extract(epoch from clock_timestamp()) / 30)::int as step')).rows as {
        step: number
      }[]
    )[0]?.step
  for (;;) {
    const before = await stepNow()
    const outcome = await run()
    if ((await stepNow()) === before) return outcome
  }
}

/** As if the codes used so far were old. */
const later = (id: number) =>
  portal.db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.accountId, id))
const enter = (login: string, code?: string, browser = portal.visitor()) =>
  call(signIn, { login, password, code }, browser)

test('once confirmed by a first code, a second factor is required at each sign-in, after the password', async () => {
  const { id, login } = await person('sales')
  const [browser, elsewhere] = [await signedIn(portal, id), await signedIn(second, id)]
  const { secret, uri } = await call(api.beginSecondFactor, { password }, browser)
  expect(URI.parse(uri)).toMatchObject({ label: login, issuer: 'Opt' })
  await expect(enter(login)).resolves.toMatchObject({ me: { role: 'sales' } })
  await expect(call(api.confirmSecondFactor, { code: '000000' }, browser)).rejects.toMatchObject({
    status: 422,
    code: 'wrongCode',
  })
  const { recovery_codes: codes } = await call(api.confirmSecondFactor, { code: await codeOf(secret) }, browser)
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/.test(code))).toBe(true)
  expect(await call(api.ownSecondFactor, {}, browser)).toMatchObject({ confirmed: true, recovery_left: 10 })
  await expect.poll(async () => (await call(whoAmI, {}, elsewhere)).me, { timeout: 700 }).toBeNull()

  await later(id)
  await expect(enter(login)).rejects.toMatchObject({ status: 401, code: 'secondFactorNeeded' })
  await expect(
    call(signIn, { login, password: 'wrong', code: await codeOf(secret) }, portal.visitor()),
  ).rejects.toMatchObject({ code: 'wrongCredentials' })
  const code = await codeOf(secret)
  await expect(enter(login, ` ${code.slice(0, 3)} ${code.slice(3)} `)).resolves.toMatchObject({
    me: { second_factor_due: false },
  })
  await expect(call(api.beginSecondFactor, { password }, browser)).rejects.toMatchObject({ code: 'secondFactorSet' })
})

test('the secret and recovery codes are shown once, and recovery codes are stored as hashes', async () => {
  const { id, recovery } = await withApp()
  const kept = await portal.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, id))
  expect(kept).toHaveLength(10)
  expect(kept.every(({ codeHash }) => codeHash.length === 32)).toBe(true)
  expect(kept.some(({ codeHash }) => recovery.some((code) => codeHash.toString('utf8').includes(code)))).toBe(false)
})

test.each([
  [-1, 200],
  [0, 200],
  [1, 200],
  [-2, 401],
  [2, 401],
])('a code %i steps away from now answers %i', async (steps, status) => {
  const { id, login, secret } = await withApp()
  const outcome = await withinOneStep(async () => {
    await later(id)
    return enter(login, await codeOf(secret, steps)).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  })
  expect(outcome).toBe(status)
})

test('a code is accepted once, also when sent concurrently, and older codes are refused afterwards', async () => {
  const { id, login, secret, used } = await withApp()
  await expect(enter(login, used)).rejects.toMatchObject({ code: 'wrongSecondFactor' })
  await later(id)
  const code = await codeOf(secret)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => enter(login, code, n % 2 ? portal.visitor() : second.visitor())),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(enter(login, await codeOf(secret, -1))).rejects.toMatchObject({ code: 'wrongSecondFactor' })
})

test('a recovery code signs in once, in any spelling; new codes replace the old ones', async () => {
  const { id, login, browser, secret, recovery } = await withApp()
  const [first = '', other = '', old = ''] = recovery
  await expect(enter(login, first.toLowerCase().replaceAll('-', ' '))).resolves.toBeDefined()
  await expect(enter(login, first)).rejects.toMatchObject({ code: 'wrongSecondFactor' })
  const atOnce = await Promise.allSettled(Array.from({ length: 5 }, () => enter(login, other)))
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await call(api.ownSecondFactor, {}, browser)).recovery_left).toBe(8)

  await later(id)
  const { recovery_codes: renewed } = await call(api.renewRecoveryCodes, { code: await codeOf(secret) }, browser)
  await expect(enter(login, old)).rejects.toMatchObject({ code: 'wrongSecondFactor' })
  await expect(enter(login, renewed[0])).resolves.toBeDefined()
})

test('wrong codes are limited like passwords, also across addresses', async () => {
  const { id, login, secret } = await withApp()
  const proxied = await startTestApp({ database: portal.database, env: { TRUST_PROXY: '1' } })
  const from = (address: string, code: string) => {
    const send = (path: string, init: RequestInit) =>
      fetch(proxied.origin + path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': address },
      })
    return call(signIn, { login, password, code }, { send }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, n) => from(`10.3.0.${n}`, String(100_000 + n))))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses).not.toContain(200)
  await later(id)
  expect(await from('10.3.1.1', await codeOf(secret))).toBe(429)
  await portal.pool.query('delete from attempts')
  expect(await from('10.3.1.1', await codeOf(secret))).toBe(200)
  await proxied.close()
})

test('a second factor is removed with password and code, not with one of them', async () => {
  const { id, login, browser, secret } = await withApp()
  await later(id)
  await expect(
    call(api.removeSecondFactor, { password: 'wrong', code: await codeOf(secret) }, browser),
  ).rejects.toMatchObject({ code: 'wrongPassword' })
  await expect(call(api.removeSecondFactor, { password, code: '123456' }, browser)).rejects.toMatchObject({
    code: 'wrongCode',
  })
  expect((await call(whoAmI, {}, browser)).me).not.toBeNull()
  await call(api.removeSecondFactor, { password, code: await codeOf(secret) }, browser)
  expect(await call(api.ownSecondFactor, {}, browser)).toMatchObject({ confirmed: false, recovery_left: 0 })
  await expect(enter(login)).resolves.toBeDefined()
})

test('an administrator or the command line resets a lost second factor, which ends the sessions', async () => {
  const admin = await withApp('admin')
  const lost = await withApp()
  const listed = async () => (await call(api.staffSignIns, {}, admin.browser)).staff.find(({ id }) => id === lost.id)
  expect(await listed()).toMatchObject({ second_factor: true, sessions: 1, role: 'sales' })
  await expect(call(api.resetSecondFactor, { id: admin.id }, admin.browser)).rejects.toMatchObject({ status: 403 })
  await call(api.resetSecondFactor, { id: lost.id }, admin.browser)
  expect(await listed()).toMatchObject({ second_factor: false, sessions: 0, last_used: null })
  await expect.poll(async () => (await call(whoAmI, {}, lost.browser)).me, { timeout: 700 }).toBeNull()
  await expect(enter(lost.login)).resolves.toBeDefined()
  await expect(call(api.resetSecondFactor, { id: lost.id }, admin.browser)).rejects.toMatchObject({ status: 404 })

  const output: string[] = []
  const print = (line: string) => void output.push(line)
  const command = (login: string) =>
    runStaff(
      ['reset-second-factor', '--login', login],
      { DATABASE_URL: portal.database.url },
      { print, printError: print },
    )
  expect(await command(admin.login)).toBe(0)
  await expect(enter(admin.login)).resolves.toBeDefined()
  expect([await command(admin.login), await command('nobody@firm.example')]).toEqual([1, 1])
  expect(output.slice(1)).toEqual([
    `У ${admin.login} второй фактор не включён`,
    'Учётной записи nobody@firm.example нет',
  ])
})

test('a required second factor is set up at staff’s next sign-in; buyers and open sessions are spared', async () => {
  const admin = await signedIn(portal, (await person('admin')).id)
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Покупатель»')
  const buyerLogin = `owner-${Math.random()}@buyer.example`
  const buyerId = await addAccount(portal.db, { role: 'owner', organisationId, login: buyerLogin })
  await portal.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, buyerId))
  const { settings: seen } = await call(accessSettings, {}, admin)
  await call(saveAccessSettings, { ...seen, seen, second_factor_demanded: true }, admin)
  expect((await call(api.staffSignIns, {}, admin)).staff.length).toBeGreaterThan(0)
  expect((await enter(buyerLogin)).me.second_factor_due).toBe(false)

  const { id, login } = await person('content')
  const browser = portal.visitor()
  expect((await enter(login, undefined, browser)).me).toMatchObject({ second_factor_due: true })
  expect((await call(whoAmI, {}, browser)).me).toMatchObject({ second_factor_due: true })
  for (const refused of [
    call(notifications, {}, browser),
    call(api.ownSecondFactor, {}, browser),
    call(api.removeSecondFactor, { password, code: '123456' }, browser),
  ]) {
    await expect(refused).rejects.toMatchObject({ status: 401 })
  }
  const upload = await browser.send('/api/staff/pictures/', {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'image/png', origin: portal.origin },
  })
  expect(upload.status).toBe(401)

  const { secret } = await call(api.beginSecondFactor, { password }, browser)
  const elsewhere: Visitor = second.visitor()
  elsewhere.cookies.set('sid', browser.cookies.get('sid') ?? '')
  // With this clock the other process would cache for ever that the session owes a second factor, unless it is
  // notified.
  vi.useFakeTimers({ toFake: ['performance'] })
  await expect(call(notifications, {}, elsewhere)).rejects.toMatchObject({ status: 401 })
  await call(api.confirmSecondFactor, { code: await codeOf(secret) }, browser)
  expect((await call(whoAmI, {}, browser)).me).toMatchObject({ second_factor_due: false })
  await expect(call(notifications, {}, browser)).resolves.toBeDefined()
  await expect
    .poll(() =>
      call(notifications, {}, elsewhere).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  vi.useRealTimers()
  await later(id)
  await expect(call(api.removeSecondFactor, { password, code: await codeOf(secret) }, browser)).rejects.toMatchObject({
    code: 'secondFactorDemanded',
  })

  await call(signOut, {}, browser)
  await call(saveAccessSettings, { ...seen, seen: { ...seen, second_factor_demanded: true } }, admin)
})

test('buyers cannot set up a second factor', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Без фактора»')
  const buyer = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId }))
  await expect(call(api.beginSecondFactor, { password }, buyer)).rejects.toMatchObject({ status: 403 })
})

test('[N.7] setting up a second factor requires the password, limited as at sign-in', async () => {
  const { id, login } = await person('sales')
  const browser = await signedIn(portal, id)
  await expect(call(api.beginSecondFactor, { password: '' }, browser)).rejects.toMatchObject({ status: 400 })
  const guesses = await Promise.allSettled(
    Array.from({ length: 15 }, (_, n) => call(api.beginSecondFactor, { password: `wrong ${n}` }, browser)),
  )
  const codes = guesses.map((guess) =>
    guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'begun',
  )
  expect(codes.filter((code) => code === 'wrongPassword')).toHaveLength(10)
  expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(5)
  await expect(call(api.beginSecondFactor, { password }, browser)).rejects.toMatchObject({ status: 429 })
  await expect(enter(login)).rejects.toMatchObject({ status: 429 })
  await expect(call(api.confirmSecondFactor, { code: '123456' }, browser)).rejects.toMatchObject({
    code: 'secondFactorNotBegun',
  })
  expect(await portal.db.select().from(secondFactors).where(eq(secondFactors.accountId, id))).toEqual([])
})

test('[N.7] requiring a second factor can end sessions of staff without one, except one’s own', async () => {
  const admin = await signedIn(portal, (await person('admin')).id)
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Сеансы»')
  const bystanders = [
    admin,
    await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId })),
    (await withApp()).browser,
  ]
  const bare = (await person('content')).id
  const ending = [await signedIn(portal, bare), await signedIn(second, bare)]
  const { settings: seen } = await call(accessSettings, {}, admin)
  const save = (demanded: boolean, end: boolean) =>
    call(saveAccessSettings, { ...seen, seen, second_factor_demanded: demanded, end_sessions: end }, admin)

  expect(await save(false, true)).toMatchObject({ ended: 0 })
  expect(await save(true, false)).toMatchObject({ ended: 0 })
  for (const browser of [...bystanders, ...ending]) expect((await call(whoAmI, {}, browser)).me).not.toBeNull()
  expect((await save(true, true)).ended).toBeGreaterThanOrEqual(2)
  for (const browser of ending)
    await expect.poll(async () => (await call(whoAmI, {}, browser)).me, { timeout: 700 }).toBeNull()
  for (const browser of bystanders) expect((await call(whoAmI, {}, browser)).me).not.toBeNull()
  await call(saveAccessSettings, { ...seen, seen: { ...seen, second_factor_demanded: true } }, admin)
})

/** Starts a password-only sign-in and blocks it before its session insert, by a lock on the account's row. */
async function heldSignIn({ id, login }: { id: number; login: string }) {
  const client = await portal.pool.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for update', [id])
  const browser = portal.visitor()
  const entering = enter(login, undefined, browser).catch((error: unknown) => error)
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
  return {
    browser,
    async letGo() {
      await client.query('commit')
      client.release()
      return entering
    },
  }
}

async function countWaiting() {
  const { rowCount } = await portal.pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rowCount
}

test('a password-only sign-in in progress while a second factor is confirmed gets no session', async () => {
  const { id, login } = await person('sales')
  const owner = await signedIn(portal, id)
  const { secret } = await call(api.beginSecondFactor, { password }, owner)
  const held = await heldSignIn({ id, login })
  let isOver = false
  const confirming = call(api.confirmSecondFactor, { code: await codeOf(secret) }, owner).finally(() => (isOver = true))
  await expect.poll(async () => isOver || (await countWaiting()) === 2).toBe(true)
  await held.letGo()
  await confirming
  await expect(call(notifications, {}, held.browser)).rejects.toMatchObject({ status: 401 })
  expect((await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).length).toBe(1)
  await expect(call(notifications, {}, owner)).resolves.toBeDefined()
})

test('a sign-in with a code of a second factor that is reset meanwhile gets no session', async () => {
  const { id, login, secret } = await withApp()
  const admin = await signedIn(portal, (await person('admin')).id)
  await later(id)
  const client = await portal.pool.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for update', [id])
  const entering = enter(login, await codeOf(secret)).catch((error: unknown) => error)
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
  const resetting = call(api.resetSecondFactor, { id }, admin)
  await expect
    .poll(
      async () =>
        (await countWaiting()) === 2 ||
        (await call(api.staffSignIns, {}, admin)).staff.some((one) => one.id === id && !one.second_factor),
    )
    .toBe(true)
  await client.query('commit')
  client.release()
  await Promise.all([entering, resetting])
  expect(await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).toEqual([])
})

test('a sign-in in progress while the second factor becomes required has to set one up', async () => {
  const admin = await signedIn(portal, (await person('admin')).id)
  const { id, login } = await person('content')
  const { settings: seen } = await call(accessSettings, {}, admin)
  const held = await heldSignIn({ id, login })
  await call(saveAccessSettings, { ...seen, seen, second_factor_demanded: true, end_sessions: true }, admin)
  const entered = await held.letGo()
  const stored = await portal.db.select().from(sessions).where(eq(sessions.accountId, id))
  await call(saveAccessSettings, { ...seen, seen: { ...seen, second_factor_demanded: true } }, admin)
  expect(entered).toMatchObject({ me: { second_factor_due: true } })
  expect(stored).toMatchObject([{ awaitsSecondFactor: true }])
  await expect(call(notifications, {}, held.browser)).rejects.toMatchObject({ status: 401 })
})

test('a sign-in that has inserted its session still sees a requirement committed before it', async () => {
  const { id, login } = await person('content')
  const demanding = await portal.pool.connect()
  await demanding.query('begin')
  await demanding.query("select pg_advisory_xact_lock(hashtext('settings'))")
  const entering = enter(login)
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
  await demanding.query(
    `insert into settings (name, value) values ('secondFactor.demanded', 'true')
      on conflict (name) do update set value = 'true'`,
  )
  await demanding.query('commit')
  await expect(entering).resolves.toMatchObject({ me: { second_factor_due: true } })
  await demanding.query("update settings set value = 'false' where name = 'secondFactor.demanded'")
  demanding.release()
  expect(await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).toMatchObject([
    { awaitsSecondFactor: true },
  ])
})
