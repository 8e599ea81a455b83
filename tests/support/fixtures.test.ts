import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/account/access.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('a world has accounts that can sign in, a contract and goods', async () => {
  const world = await createWorld(portal.db, { products: [{ step: 5, stock: [10, 20] }, { price: null }] })
  expect(world.productIds).toHaveLength(2)
  const { me } = await call(api.whoAmI, {}, await signedIn(portal, world.managerId))
  expect(me).toMatchObject({ role: 'manager', organisation: { id: world.organisationId } })
})
