import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { banners } from '#shared/api/showcase.ts'
import { deleteBanner, saveBanner, staffBanners } from '#shared/api/staff/banners.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { banners as table } from '#server/platform/db/schema/showcase.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop } from '#tests/support/shop.ts'
import { today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let owner: Visitor
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  owner = await signedIn(portal, shop.ownerId)
  admin = await signedIn(portal, shop.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.delete(table))

const input = { title: 'Зима близко', text: 'Антифриз со скидкой', link: '/special' }
const shown = async () => (await call(banners, {}, owner)).banners.map(({ title }) => title)
const days = { yesterday: formatDay(yesterday), today: formatDay(today), tomorrow: formatDay(tomorrow) }

test('a banner created by staff shows to buyers, in order, until it is deleted', async () => {
  await call(saveBanner, { ...input, position: 2 }, admin)
  const { id } = await call(saveBanner, { ...input, title: 'Первый', position: 1 }, admin)
  expect((await call(banners, {}, owner)).banners).toMatchObject([
    { id, title: 'Первый', link: '/special', picture: 0 },
    { title: 'Зима близко', text: 'Антифриз со скидкой' },
  ])
  for (let time = 0; time < 2; time += 1)
    expect((await call(deleteBanner, { id }, admin)).items).toMatchObject([{ title: 'Зима близко' }])
  expect(await shown()).toEqual(['Зима близко'])
})

test('a banner shows only on its days and while enabled', async () => {
  const inputs = [
    [{ starts: days.tomorrow }, 'coming'],
    [{ ends: days.yesterday }, 'over'],
    [{ active: false }, 'off'],
    [{ starts: days.today, ends: days.today }, 'running'],
  ] as const
  for (const [more, state] of inputs) {
    const { items } = await call(saveBanner, { ...input, ...more, title: state }, admin)
    expect(items.find(({ title }) => title === state)).toMatchObject({ state })
  }
  expect(await shown()).toEqual(['running'])
})

test('invalid input is refused with the field named', async () => {
  const refused: [object, number, string][] = [
    [{ title: '  ' }, 400, 'title'],
    [{ starts: days.tomorrow, ends: days.today }, 422, 'ends'],
    [{ picture: 999_999 }, 400, 'picture'],
    ...[
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      'special',
      '/a b',
      '/\tx',
    ].map((link): [object, number, string] => [{ link }, 400, 'link']),
  ]
  for (const [more, status, field] of refused) {
    await expect(call(saveBanner, { ...input, ...more }, admin), JSON.stringify(more)).rejects.toMatchObject({
      status,
      body: { fields: { [field]: expect.stringMatching(/[а-я]/) } },
    })
  }
  expect((await call(staffBanners, {}, admin)).items).toEqual([])
})

test('of concurrent changes one is saved, the others are conflicts; repeating a save is idempotent', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => call(saveBanner, input, admin)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const [{ id, version } = { id: 0, version: '' }] = made[0]?.items ?? []
  const answers = await Promise.allSettled(
    ['А', 'Б', 'В'].map((title) => call(saveBanner, { ...input, id, version, title }, admin)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
  await expect(call(saveBanner, { ...input, id: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
  await expect(call(saveBanner, input, owner)).rejects.toMatchObject({ status: 403 })
})
