import { afterAll, beforeAll, expect, test } from 'vitest'
import { whoAmI } from '#shared/api/account/access.ts'
import { ownProfile, saveOwnProfile } from '#shared/api/account/profile.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

test('everybody changes their own name and phone, stays signed in, and wrong ones are named', async () => {
  for (const id of [world.receiverId, world.adminId]) {
    const visitor = await signedIn(portal, id)
    const { login } = await call(ownProfile, {}, visitor)
    const wanted = { name: ' Мария Ким ', phone: '8 495 730 15 20' }
    const saved = { login, name: 'Мария Ким', phone: '+7 (495) 730-15-20' }
    for (let twice = 0; twice < 2; twice += 1)
      expect(await call(saveOwnProfile, wanted, visitor)).toEqual({ status: 'success', ...saved })
    expect(await call(ownProfile, {}, visitor)).toEqual({ status: 'success', ...saved })
    expect((await call(whoAmI, {}, visitor)).me?.name).toBe('Мария Ким')
    await expect(call(saveOwnProfile, { name: ' ', phone: '8 495 730' }, visitor)).rejects.toMatchObject({
      status: 400,
      body: {
        fields: { name: 'Укажите имя и фамилию', phone: expect.stringContaining('Не хватает') as string },
      },
    })
    expect((await call(saveOwnProfile, { name: 'Мария Ким', phone: '' }, visitor)).phone).toBe('')
  }
})
