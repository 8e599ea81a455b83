import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { changePassword, remind, resetPassword } from '#shared/api/account/password.ts'
import { ownSessions, ownSignIns } from '#shared/api/account/sessions.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { mailedToken } from '#tests/support/accounts/passwords.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let organisationId: number
beforeAll(async () => {
  portal = await startTestApp()
  organisationId = (await addOrganisation(portal.db, 'ООО «Вектор»')).organisationId
})
afterAll(() => portal.close())

const old = 'тихий омут у мельницы'
const next = 'девять синих тракторов'

async function addPerson(login: string): Promise<number> {
  return addAccount(portal.db, { role: 'manager', organisationId, login, password: old })
}

const isIn = async (visitor: Visitor) => (await call(whoAmI, {}, visitor)).me !== null

test('a password is changed with the current one: other sessions end, this one goes on under a new id', async () => {
  const login = 'changes@vektor.example'
  const id = await addPerson(login)
  const other = await signedIn(portal, id)
  const browser = await portal.visitor().signIn(login, old)
  const before = browser.cookies.get('sid')
  await call(remind, { email: login }, portal.visitor())
  const token = await mailedToken(portal, login)

  await call(changePassword, { current: old, password: next }, browser)
  expect([await isIn(browser), await isIn(other)]).toEqual([true, false])
  expect(browser.cookies.get('sid')).not.toBe(before)
  expect((await call(ownSessions, {}, browser)).sessions).toMatchObject([{ current: true }])
  await expect(call(signIn, { login, password: old }, portal.visitor())).rejects.toMatchObject({ status: 401 })
  await call(signIn, { login, password: next }, portal.visitor())
  await expect(call(resetPassword, { token, password: old }, portal.visitor())).rejects.toMatchObject({
    code: 'resetGone',
  })
  expect(await portal.db.select().from(mails).where(eq(mails.subject, 'Пароль изменён'))).toMatchObject([
    { recipient: login },
  ])
})

test('a wrong current password, a weak new one, and a visitor change nothing', async () => {
  const login = 'keeps@vektor.example'
  const id = await addPerson(login)
  const browser = await signedIn(portal, id)
  const other = await signedIn(portal, id)
  await expect(call(changePassword, { current: 'wrong', password: next }, browser)).rejects.toMatchObject({
    status: 422,
    body: { fields: { current: 'Неверный пароль' } },
  })
  await expect(call(changePassword, { current: old, password: 'короткий' }, browser)).rejects.toMatchObject({
    body: { fields: { password: 'Пароль короче 10 знаков' } },
  })
  expect([await isIn(browser), await isIn(other)]).toEqual([true, true])
  const [stored] = await portal.db.select().from(accounts).where(eq(accounts.id, id))

  const visitors = await addOrganisation(portal.db, 'Посетители', { demo: true })
  const visitor = await addAccount(portal.db, {
    role: 'owner',
    organisationId: visitors.organisationId,
    login: 'visit@demo.example',
    password: old,
  })
  await expect(
    call(changePassword, { current: old, password: next }, await signedIn(portal, visitor)),
  ).rejects.toMatchObject({ status: 403 })
  expect((await portal.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.passwordHash).toBe(
    stored?.passwordHash,
  )
})

test('of two changes at once one counts', async () => {
  const id = await addPerson('twice@vektor.example')
  const browsers = [await signedIn(portal, id), await signedIn(portal, id)]
  const changes = await Promise.allSettled(
    browsers.map((browser, index) => call(changePassword, { current: old, password: `${next} ${index}` }, browser)),
  )
  expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('guessing the current password is limited as signing in is', async () => {
  const browser = await signedIn(portal, await addPerson('guessed@vektor.example'))
  const guess = () => call(changePassword, { current: 'wrong', password: next }, browser)
  for (let count = 0; count < 10; count += 1) await expect(guess()).rejects.toMatchObject({ status: 422 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
})

test('everybody sees what was tried with their own login, page by page, and nobody else', async () => {
  const login = 'history@vektor.example'
  await addPerson(login)
  const browser = await portal.visitor().signIn(login, old)
  await expect(call(signIn, { login, password: 'wrong' }, portal.visitor())).rejects.toMatchObject({ status: 401 })
  await call(remind, { email: login }, portal.visitor())
  await call(changePassword, { current: old, password: next }, browser)
  const { items, more } = await call(ownSignIns, {}, browser)
  expect(items.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['passwordChanged', ''],
    ['resetAsked', ''],
    ['refused', 'Неверный логин или пароль'],
    ['entered', ''],
  ])
  expect(items.map(({ address }) => address)).toEqual(items.map(() => '127.0.0.1'))
  expect(more).toBe(false)
  for (let count = 0; count < 20; count += 1) await call(signIn, { login, password: next }, portal.visitor())
  const first = await call(ownSignIns, {}, browser)
  expect([first.items.length, first.more]).toEqual([20, true])
  const rest = await call(ownSignIns, { before: first.items.at(-1)?.id }, browser)
  expect(rest.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))

  const stranger = await signedIn(portal, await addPerson('stranger@vektor.example'))
  expect((await call(ownSignIns, {}, stranger)).items).toEqual([])
})
