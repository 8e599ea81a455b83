import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/account/access.ts'
import { accounts, sessions } from '#server/platform/db/schema/access.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addAccount, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { hashPassword } from './passwords/passwords.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  await portal.db.insert(accounts).values({
    login: 'Admin@demo.example',
    passwordHash: await hashPassword('correct horse'),
    role: 'admin',
    name: 'Анна',
  })
})
afterAll(() => portal.close())

test('login is case-insensitive, only a hash of the token is stored, and signing out ends the session', async () => {
  const visitor = portal.visitor()
  const { me } = await call(api.signIn, { login: 'admin@DEMO.example', password: 'correct horse' }, visitor)
  expect(me).toMatchObject({ name: 'Анна', role: 'admin', type_id: null })
  expect(await call(api.whoAmI, {}, visitor)).toMatchObject({ me: { login: 'Admin@demo.example' } })

  const [stored] = await portal.db.select().from(sessions)
  expect(stored?.tokenHash.toString('utf8')).not.toContain(visitor.cookies.get('sid'))

  const token = visitor.cookies.get('sid') ?? ''
  await call(api.signOut, {}, visitor)
  visitor.cookies.set('sid', token)
  expect(await call(api.whoAmI, {}, visitor)).toMatchObject({ me: null })
})

test('a wrong password and an unknown login get the same answer', async () => {
  for (const login of ['admin@demo.example', 'nobody@demo.example']) {
    const refused = call(api.signIn, { login, password: 'no' }, portal.visitor())
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'wrongCredentials' })
  }
})

test("/me lists the account's own rights, including granted ones", async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Гранты»')
  const id = await addAccount(portal.db, { role: 'manager', organisationId })
  const rights = async () => (await call(api.whoAmI, {}, await signedIn(portal, id))).me?.rights
  const own = await rights()
  expect(own).not.toContain('finances.view')
  await portal.db
    .update(accounts)
    .set({ grants: ['finances'] })
    .where(eq(accounts.id, id))
  expect(await rights()).toEqual([...(own ?? []), 'finances.view', 'documents.view'])
})
