import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { call } from '#web/api/client.ts'
import { demoSignIns, knownSignIns } from './sign-ins.ts'
import { listSeededSignIns } from './seeded-sign-ins.ts'

const { admin, exchange } = knownSignIns
let portal: TestApp
let ownHash: string
let knownHash: string
beforeAll(async () => {
  portal = await startTestApp()
  ownHash = await hashPassword('a password of their own')
  knownHash = await hashPassword(admin.password)
  await portal.db.insert(accounts).values([
    { login: admin.login, passwordHash: knownHash, role: 'admin', name: 'Анна' },
    { login: exchange.login, passwordHash: ownHash, role: 'exchange', name: '1С' },
  ])
})
beforeEach(() => portal.db.update(accounts).set({ passwordHash: knownHash }).where(eq(accounts.login, admin.login)))
afterAll(() => portal.close())

test.each<Record<string, string>>([
  {},
  { HOST: 'localhost' },
  { HOST: '::1' },
  { TRUST_PROXY: '0' },
  { HOST: '0.0.0.0', DEMO_PUBLIC: '1' },
  { BASE_URL: 'https://demo.example', TRUST_PROXY: '1', DEMO_PUBLIC: '1' },
])('the known demo passwords are kept on a local or explicitly public demo: %o', async (env) => {
  expect(demoSignIns(readConfig(env))).toEqual(knownSignIns)
  await expect(listSeededSignIns(portal.db, readConfig(env))).resolves.toEqual([admin])
  await portal.visitor().signIn(admin.login, admin.password)
})

test.each<Record<string, string>>([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '127.0.0.1.evil.example' },
  { BASE_URL: 'https://opt.example' },
  { BASE_URL: 'http://localhost:8080' },
  { TRUST_PROXY: '1' },
  { HOST: '127.0.0.1', TRUST_PROXY: '10.0.0.0/8', DEMO_PUBLIC: '0' },
])('on a reachable demo passwords are random, and known ones of an earlier start are replaced: %o', async (env) => {
  const config = readConfig(env)
  for (const [name, { password }] of Object.entries(demoSignIns(config)))
    expect(password).not.toBe(knownSignIns[name as keyof typeof knownSignIns].password)

  const visitor = await portal.visitor().signIn(admin.login, admin.password)
  const [renewed, ...others] = await listSeededSignIns(portal.db, config)
  expect(others).toEqual([])
  await expect(call(signIn, { login: admin.login, password: admin.password }, portal.visitor())).rejects.toMatchObject({
    status: 401,
  })
  await expect.poll(async () => (await call(whoAmI, {}, visitor)).me).toBeNull()
  await portal.visitor().signIn(admin.login, renewed?.password ?? '')
  await expect(listSeededSignIns(portal.db, readConfig({}))).resolves.toEqual([])
  const [untouched] = await portal.db.select().from(accounts).where(eq(accounts.login, exchange.login))
  expect(untouched?.passwordHash).toBe(ownHash)
})

test('of processes starting concurrently one replaces a known password, and the one it prints is valid', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => listSeededSignIns(portal.db, readConfig({ HOST: '0.0.0.0' }))),
  )
  const [renewed, ...others] = outcomes.flat()
  expect(others).toEqual([])
  await portal.visitor().signIn(admin.login, renewed?.password ?? '')
})
