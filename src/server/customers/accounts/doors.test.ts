import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/account/access.ts'
import { accounts, sessions } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addOrganisation } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { hashPassword } from './passwords/passwords.ts'

const password = 'correct horse'
let portal: TestApp
let second: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
  second = await startTestApp({ database: portal.database, env: { TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await second.close()
  await portal.close()
})

test('ten failed sign-ins lock only the pair of login and address, for a while, in every process', async () => {
  await add('locked@buyer.example')
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const door = attempt % 2 ? portal : second
    await expect(signInFrom('10.0.0.1', 'locked@buyer.example', 'wrong', door)).rejects.toMatchObject({ status: 401 })
  }
  const response = await post(
    '/api/login/',
    { login: 'locked@buyer.example', password },
    { 'x-forwarded-for': '10.0.0.1' },
  )
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await expect(signInFrom('10.0.0.2', 'locked@buyer.example', password)).resolves.toMatchObject({
    me: { role: 'admin' },
  })
})

test('concurrent wrong passwords are limited like sequential ones', async () => {
  await add('rushed@buyer.example')
  const tries = Array.from({ length: 40 }, (_, n) =>
    signInFrom('10.0.0.9', 'rushed@buyer.example', `wrong ${n}`, n % 2 ? portal : second),
  )
  const statuses = (await Promise.allSettled(tries)).map((tried) =>
    tried.status === 'rejected' ? (tried.reason as { status: number }).status : 200,
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('successful sign-ins never count against a limit', async () => {
  await add('often@buyer.example')
  for (let attempt = 0; attempt < 12; attempt += 1) await signInFrom('10.0.0.3', 'often@buyer.example', password)
})

test('X-Forwarded-For is ignored without a trusted proxy', async () => {
  const direct = await startTestApp({ database: portal.database })
  await add('forged@buyer.example')
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(signInFrom(`10.1.0.${attempt}`, 'forged@buyer.example', 'wrong', direct)).rejects.toMatchObject({
      status: 401,
    })
  }
  await expect(signInFrom('10.1.0.99', 'forged@buyer.example', password, direct)).rejects.toMatchObject({ status: 429 })
  await direct.close()
})

test('with an https BASE_URL the cookie is Secure, whatever the scheme of the last proxy', async () => {
  const behind = await startTestApp({ database: portal.database, env: { BASE_URL: 'https://portal.example' } })
  await add('tls@buyer.example')
  const plain = await post('/api/login/', { login: 'tls@buyer.example', password }, {})
  expect(plain.headers.get('set-cookie')).not.toContain('Secure')
  const response = await fetch(`${behind.origin}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://portal.example' },
    body: JSON.stringify({ login: 'tls@buyer.example', password }),
  })
  expect(response.headers.get('set-cookie')).toContain('Secure')
  await behind.close()
})

test('[R.5] a pending account cannot sign in; a disabled one loses its sessions at once everywhere', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Ждём»', { status: 'pending' })
  const id = await add('pending@buyer.example', { role: 'owner', organisationId })
  await expect(signInFrom('10.0.0.4', 'pending@buyer.example', password)).rejects.toMatchObject({
    code: 'registrationPending',
    message: 'Ваша заявка ещё не рассмотрена',
  })

  await portal.db.update(organisations).set({ status: 'active' }).where(eq(organisations.id, organisationId))
  const visitor = await portal.visitor().signIn('pending@buyer.example', password)
  const elsewhere = {
    send: (path: string, init: RequestInit) =>
      fetch(second.origin + path, withHeader(init, 'cookie', `sid=${visitor.cookies.get('sid')}`)),
  }
  expect((await call(api.whoAmI, {}, elsewhere)).me).not.toBeNull()

  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, id))
  await expect.poll(async () => (await call(api.whoAmI, {}, elsewhere)).me, { timeout: 500 }).toBeNull()
  expect((await call(api.whoAmI, {}, visitor)).me).toBeNull()
  await expect(signInFrom('10.0.0.4', 'pending@buyer.example', password)).rejects.toMatchObject({
    code: 'accountDisabled',
  })
})

test('signing in creates a new session and ends the browser’s previous one', async () => {
  await add('twice@buyer.example')
  const visitor = await portal.visitor().signIn('twice@buyer.example', password)
  const before = visitor.cookies.get('sid')
  await visitor.signIn('twice@buyer.example', password)
  expect(visitor.cookies.get('sid')).not.toBe(before)
  const [account] = await portal.db.select().from(accounts).where(eq(accounts.login, 'twice@buyer.example'))
  expect(
    await portal.db
      .select()
      .from(sessions)
      .where(eq(sessions.accountId, account?.id ?? 0)),
  ).toHaveLength(1)
})

test('the session cookie is HttpOnly and SameSite, and Secure behind https', async () => {
  await add('cookie@buyer.example')
  const plain = await post('/api/login/', { login: 'cookie@buyer.example', password })
  expect(plain.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/)
  expect(plain.headers.get('set-cookie')).not.toContain('Secure')
  const proxied = await post(
    '/api/login/',
    { login: 'cookie@buyer.example', password },
    { 'x-forwarded-proto': 'https' },
  )
  expect(proxied.headers.get('set-cookie')).toContain('Secure')
})

test.each([
  ['Sec-Fetch-Site of another site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site of a sister site', { 'sec-fetch-site': 'same-site' }],
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['an opaque Origin', { origin: 'null' }],
])('a state-changing request with %s is refused', async (_, headers) => {
  const response = await post('/api/logout/', {}, headers)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ status: 'error', code: 'crossSite' })
})

test('malformed requests get a 4xx with a Russian message', async () => {
  const broken = await fetch(`${portal.origin}/api/login/`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.status).toBe(400)
  expect(await post('/api/login/', [])).toMatchObject({ status: 400 })
  expect(await post('/api/login/', { login: 'a\u0000', password: 'b' })).toMatchObject({ status: 400 })
  const form = await fetch(`${portal.origin}/api/login/`, {
    method: 'POST',
    body: '<a/>',
    headers: { 'content-type': 'text/xml' },
  })
  expect(form.status).toBe(415)
  const huge = await post('/api/login/', { login: 'a'.repeat(3_000_000), password: 'b' })
  expect(huge.status).toBe(413)
  for (const response of [broken, form, huge]) expect((await response.json()).message).toMatch(/[а-я]/)
})

test('[R.1] a guest gets 401', async () => {
  const response = await fetch(`${portal.origin}/api/filterinit/`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'notSignedIn' })
})

async function add(login: string, columns: Partial<typeof accounts.$inferInsert> = {}): Promise<number> {
  const values = { login, role: 'admin', name: login, passwordHash: await hashPassword(password), ...columns }
  const [row] = await portal.db.insert(accounts).values(values).returning({ id: accounts.id })
  return row?.id ?? 0
}

function signInFrom(address: string, login: string, secret: string, door: TestApp = portal) {
  const send = (path: string, init: RequestInit) =>
    fetch(door.origin + path, withHeader(init, 'x-forwarded-for', address))
  return call(api.signIn, { login, password: secret }, { send })
}

function withHeader(init: RequestInit, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set(name, value)
  return { ...init, headers }
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(portal.origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
}
