import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/access.ts'
import { accounts } from '#server/db/schema/access.ts'
import { hashPassword } from '#server/features/access/passwords.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { call } from '#web/api/client.ts'
import { demoSignIns } from './sign-ins.ts'
import { standingSignIns } from './standing-sign-ins.ts'

const { admin, exchange } = demoSignIns({ host: '127.0.0.1', demoPublic: false })
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  await portal.db.insert(accounts).values([
    { login: admin.login, passwordHash: await hashPassword(admin.password), role: 'admin', name: 'Анна' },
    { login: exchange.login, passwordHash: await hashPassword('a password of their own'), role: 'exchange', name: '1С' },
  ])
})
afterAll(() => portal.close())

test('known demo passwords stay on loopback, and where the demo is meant to be public', async () => {
  await expect(standingSignIns(portal.db, { host: '127.0.0.1', demoPublic: false })).resolves.toEqual([admin])
  await expect(standingSignIns(portal.db, { host: '0.0.0.0', demoPublic: true })).resolves.toEqual([admin])
  await portal.visitor().signIn(admin.login, admin.password)
})

test('a later start that strangers may reach gives known demo sign-ins new passwords and ends their sessions', async () => {
  const visitor = await portal.visitor().signIn(admin.login, admin.password)
  const [renewed, ...others] = await standingSignIns(portal.db, { host: '0.0.0.0', demoPublic: false })
  expect(others).toEqual([])
  expect(renewed?.password).not.toBe(admin.password)
  await expect(call(signIn, { login: admin.login, password: admin.password }, { send: portal.visitor().send })).rejects.toMatchObject({ status: 401 })
  await expect.poll(async () => (await call(whoAmI, {}, visitor)).me).toBeNull()
  await portal.visitor().signIn(admin.login, renewed?.password ?? '')
  await expect(standingSignIns(portal.db, { host: '127.0.0.1', demoPublic: false })).resolves.toEqual([])
  const [untouched] = await portal.db.select().from(accounts).where(eq(accounts.login, exchange.login))
  expect(untouched).toBeDefined()
})
