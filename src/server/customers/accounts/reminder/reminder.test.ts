import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { checkReset, remind, resetPassword } from '#shared/api/account/password.ts'
import { accounts, passwordResets } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { mailedToken } from '#tests/support/accounts/passwords.ts'
import { applyForAccess, withIpAddress } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'
import { purgeOldResets } from './reset.ts'

let portal: TestApp
let organisationId: number
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
  organisationId = (await addOrganisation(portal.db, 'ООО «Вектор»')).organisationId
})
afterAll(() => portal.close())

const old = 'тихий омут у мельницы'
const next = 'девять синих тракторов'

let networks = 0
function somebody(): Visitor {
  networks += 1
  return withIpAddress(`203.0.113.${networks}`, portal.visitor())
}

let people = 0
async function addPerson() {
  people += 1
  const login = `person-${people}@vektor.example`
  const id = await addAccount(portal.db, { role: 'owner', organisationId, login, password: old })
  return { id, login }
}

async function askLink(login: string): Promise<string> {
  await call(remind, { email: login }, somebody())
  return mailedToken(portal, login)
}

async function lettersTo(recipient: string) {
  return portal.db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(desc(mails.id))
}

const enter = (login: string, password: string) => call(signIn, { login, password }, somebody())

test('[A.3] [M.4] [V.11] a reminder mails the login with a one-time link, never a password', async () => {
  const { login } = await addPerson()
  expect(await call(remind, { email: ` ${login.toUpperCase()} ` }, somebody())).toEqual({
    status: 'success',
    result: 1,
    message: 'Письмо с вашими данными было отправлено на вашу почту',
  })
  const [letter] = await lettersTo(login)
  expect(letter).toMatchObject({ subject: 'Новый пароль для входа', text: expect.stringContaining(login) as string })
  expect(letter?.link).toMatch(/^\/reset\/[\w-]{43}$/)
  expect(JSON.stringify(letter)).not.toContain(old)
  await expect(call(remind, { email: 'nobody@vektor.example' }, somebody())).rejects.toMatchObject({
    status: 404,
    message: 'В нашей базе не содержится такого E-mail',
    body: { result: 0 },
  })
  await expect(call(remind, { email: ' ' }, somebody())).rejects.toMatchObject({
    status: 400,
    message: 'Вы ничего не ввели',
    body: { result: 0 },
  })
})

test('[A.3] the older layer sends the reminder as a form', async () => {
  const { login } = await addPerson()
  const body = new URLSearchParams({ email: login })
  const response = await somebody().send('/reminder/', { method: 'POST', body })
  expect(await response.json()).toMatchObject({ result: 1 })
})

test('a link sets a new password once, ends all sessions and every other link', async () => {
  const { id, login } = await addPerson()
  const browser = await signedIn(portal, id)
  const tokens = [await askLink(login), await askLink(login)]
  const [token = '', other = ''] = tokens
  expect(await call(checkReset, { token }, somebody())).toMatchObject({ login })
  await expect(call(resetPassword, { token, password: 'qwertyuiop123' }, somebody())).rejects.toMatchObject({
    status: 400,
    body: { fields: { password: 'Такой пароль подбирают в первую очередь: придумайте другой' } },
  })
  expect(await call(resetPassword, { token, password: next }, somebody())).toMatchObject({ login })
  expect((await call(whoAmI, {}, browser)).me).toBeNull()
  await expect(enter(login, old)).rejects.toMatchObject({ code: 'wrongCredentials' })
  expect((await enter(login, next)).me.login).toBe(login)
  for (const used of [token, other, 'x'.repeat(43)]) {
    await expect(call(checkReset, { token: used }, somebody())).rejects.toMatchObject({ status: 404 })
    await expect(call(resetPassword, { token: used, password: old }, somebody())).rejects.toMatchObject({
      message: 'Ссылка устарела или уже использована. Запросите новую',
    })
  }
  expect((await lettersTo(login))[0]?.subject).toBe('Пароль изменён')
})

test('of ten uses at once one counts', async () => {
  const { login } = await addPerson()
  const tokens = [await askLink(login), await askLink(login)]
  const used = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      call(resetPassword, { token: tokens[index % 2] ?? '', password: `${next} ${index}` }, somebody()),
    ),
  )
  expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a link is worth nothing after 30 minutes, nor for an account that was switched off since', async () => {
  const { id, login } = await addPerson()
  const token = await askLink(login)
  const [{ minutes } = { minutes: 0 }] = await portal.db
    .select({ minutes: sql<number>`extract(epoch from expires_at - now())::float / 60` })
    .from(passwordResets)
    .where(eq(passwordResets.accountId, id))
  expect(minutes).toBeGreaterThan(29)
  expect(minutes).toBeLessThanOrEqual(30)
  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, id))
  await expect(call(checkReset, { token }, somebody())).rejects.toMatchObject({ code: 'resetGone' })
  await portal.db.update(accounts).set({ enabled: true }).where(eq(accounts.id, id))
  await call(checkReset, { token }, somebody())
  await portal.db.execute(sql`update password_resets set expires_at = now() where account_id = ${id}`)
  await expect(call(resetPassword, { token, password: next }, somebody())).rejects.toMatchObject({ code: 'resetGone' })
  await portal.db.execute(sql`update password_resets set expires_at = now() - interval '25 hours'`)
  await purgeOldResets(portal)
  expect(await portal.db.select().from(passwordResets)).toEqual([])
})

test('the digest of a link is kept, and not the link', async () => {
  const { id, login } = await addPerson()
  const token = await askLink(login)
  const { rows } = await portal.db.execute<{ text: string }>(
    sql`select r::text as text from password_resets r where account_id = ${id}`,
  )
  expect(rows[0]?.text).not.toContain(token)
})

test('five reminders an hour for a network and for an e-mail, and no sixth; others are not held up', async () => {
  const { login } = await addPerson()
  const robot = somebody()
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => call(remind, { email: `guess-${index}@vektor.example` }, robot)),
  )
  const codes = tries.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : ''))
  expect(codes.filter((code) => code === 'emailUnknown')).toHaveLength(5)
  expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(7)
  for (let count = 0; count < 5; count += 1) await call(remind, { email: login }, somebody())
  await expect(call(remind, { email: login.toUpperCase() }, somebody())).rejects.toMatchObject({
    status: 429,
    body: { result: 0 },
  })
  expect(await lettersTo(login)).toHaveLength(5)
})

test('an account that cannot sign in gets the reason without a link; visitors and 1C are unknown', async () => {
  const { id, login } = await addPerson()
  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, id))
  await call(remind, { email: login }, somebody())
  expect(await lettersTo(login)).toMatchObject([{ subject: 'Вход закрыт', link: '' }])

  const { form } = await applyForAccess(portal, somebody())
  await call(remind, { email: form.email ?? '' }, somebody())
  expect((await lettersTo(form.email ?? ''))[0]).toMatchObject({ subject: 'Заявка ещё рассматривается', link: '' })

  const visitors = await addOrganisation(portal.db, 'Посетители', { demo: true })
  await addAccount(portal.db, { role: 'owner', organisationId: visitors.organisationId, login: 'visit@demo.example' })
  await addAccount(portal.db, { role: 'exchange', login: '1c@vektor.example' })
  for (const email of ['visit@demo.example', '1c@vektor.example'])
    await expect(call(remind, { email }, somebody())).rejects.toMatchObject({ code: 'emailUnknown' })
})

test('after too many failed sign-ins the new password still works', async () => {
  const { login } = await addPerson()
  const browser = somebody()
  const wrong = () => call(signIn, { login, password: 'wrong' }, browser)
  for (let count = 0; count < 10; count += 1) await expect(wrong()).rejects.toMatchObject({ status: 401 })
  await expect(wrong()).rejects.toMatchObject({ status: 429 })
  const token = await askLink(login)
  await call(resetPassword, { token, password: next }, browser)
  expect((await call(signIn, { login, password: next }, browser)).me.login).toBe(login)
})
