import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterInit } from '#shared/api/catalogue.ts'
import { initData } from '#shared/api/contracts.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

const debtAlert = 'По договору № 31-С просрочено 214 780,50 ₽ (17 дн.)'
let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { contract: { number: '31-С', stopOrders: true, debtAlert } })
  const owner = await signedIn(portal, world.ownerId)
  // Until the catalogue is loaded the answer is a 503.
  await until(() => call(filterInit, {}, owner))
})
afterAll(() => portal.close())

test('[P.10] who sees prices reads why a contract is stopped; a receiver only that it is', async () => {
  for (const [accountId, alert] of [
    [world.ownerId, debtAlert],
    [world.managerId, debtAlert],
    [world.receiverId, null],
  ] as const) {
    const person = await signedIn(portal, accountId)
    const answers = [await call(initData, {}, person), await call(filterInit, {}, person)]
    for (const { contracts } of answers)
      expect(contracts.map(({ stopOrders, debtAlert: shown }) => [stopOrders, shown])).toEqual([[true, alert]])
  }
})
