import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import { checkUser, register } from '#shared/api/account/registration.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import { consents, registrationRequests } from '#server/platform/db/schema/registration.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { refuse, startDaData, suggest } from '#tests/support/processes/dadata.ts'
import { addAccount, addOrganisation, createWorld, type World } from '#tests/support/fixtures.ts'
import {
  applicantPassword,
  applyForAccess,
  withIpAddress,
  registrationForm,
  solveCaptcha,
} from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

let networks = 0
/** A visitor with an address of their own: limits are counted by address. */
function somebody(): Visitor {
  networks += 1
  return withIpAddress(`203.0.113.${networks}`, portal.visitor())
}

async function requestOf(email: string) {
  const [found] = await portal.db.select().from(registrationRequests).where(eq(registrationRequests.email, email))
  return found
}

test('[C.52] [M.7] [P.8] [E.16] a registration is stored as a request for staff, without an account', async () => {
  const { form, reply } = await applyForAccess(portal, somebody())
  expect(reply).toEqual({
    status: 'success',
    state: 'success',
    message:
      'Поздравляем! Вы зарегистрированы. После обработки данных администратором, вам будет открыт доступ в ' +
      'личный кабинет.',
  })
  const request = await requestOf(form.email ?? '')
  expect(request).toMatchObject({
    status: 'new',
    legalForm: 'ООО',
    company: form.company,
    inn: form.inn,
    phone: '+7 (495) 730-15-20',
    registryParty: null,
    decidedAt: null,
  })
  expect(request?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(
    await portal.db
      .select()
      .from(accounts)
      .where(eq(accounts.login, form.email ?? '')),
  ).toEqual([])
})

test('the applicant gets a letter; staff who decide get a letter and a notification, other staff nothing', async () => {
  const { form } = await applyForAccess(portal, somebody())
  const id = (await requestOf(form.email ?? ''))?.id ?? 0
  const letters = await portal.db
    .select()
    .from(mails)
    .where(eq(mails.eventKey, `registration:${id}:submitted`))
  const logins = await portal.db
    .select({ login: accounts.login })
    .from(accounts)
    .where(sql`${accounts.id} = any(${sql.param([world.adminId, world.salesId])}::int[])`)
  const recipients = new Set(letters.map(({ recipient }) => recipient))
  expect(recipients).toEqual(new Set([form.email, ...logins.map(({ login }) => login)]))
  expect(letters.find(({ recipient }) => recipient === form.email)).toMatchObject({
    subject: `Заявка З-${id} принята`,
    text: expect.stringContaining(form.company ?? '') as string,
  })
  const notified = await portal.db
    .select()
    .from(notifications)
    .where(eq(notifications.eventKey, `registration:${id}:submitted`))
  expect(new Set(notified.map(({ accountId }) => accountId))).toEqual(new Set([world.adminId, world.salesId]))
})

test('a consent is stored with the version of its text, time and address', async () => {
  const visitor = somebody()
  const { form } = await applyForAccess(portal, visitor)
  const request = await requestOf(form.email ?? '')
  const kept = await portal.db
    .select()
    .from(consents)
    .where(eq(consents.requestId, request?.id ?? 0))
  expect(kept).toHaveLength(2)
  for (const consent of kept) {
    expect(consent).toMatchObject({ address: `203.0.113.${networks}`, accountId: null })
    expect(Math.abs(consent.at.getTime() - Date.now())).toBeLessThan(60_000)
  }
  expect(Object.fromEntries(kept.map(({ kind, textVersion }) => [kind, textVersion]))).toEqual({
    'personal-data': legalVersions.consent,
    offer: legalVersions.offer,
  })
})

test('[V.18] [V.8] [V.19] the server checks each field, the captcha and the consents', async () => {
  const wrong = { inn: '7707083894', phone: '8 495 730-15', consent: '', offer: '2020-01-01', captcha: ' ' }
  await expect(call(register, registrationForm(wrong), somebody())).rejects.toMatchObject({
    status: 400,
    body: {
      state: 'error',
      fields: {
        inn: 'ИНН 7707083894 неверен: проверьте цифры',
        phone: 'Не хватает двух цифр',
        consent: 'Нужно согласие на обработку персональных данных',
        offer: 'Текст изменился: прочитайте новый и согласитесь ещё раз',
        captcha: 'Введите ответ',
      },
    },
  })
  // Refused by the shape of the call already.
  const unknown = { ...registrationForm(), formState: 'ЗАО' } as unknown as ReturnType<typeof registrationForm>
  await expect(call(register, unknown, somebody())).rejects.toMatchObject({ status: 400, body: { state: 'error' } })
  const visitor = somebody()
  const form = registrationForm({ captcha: await solveCaptcha(portal, visitor), password: 'qwertyuiop123' })
  await expect(call(register, form, visitor)).rejects.toMatchObject({
    body: { fields: { password: 'Такой пароль подбирают в первую очередь: придумайте другой' } },
  })
  expect(await requestOf(form.email ?? '')).toBeUndefined()
  // The digits are still good.
  const { password } = registrationForm()
  expect(await call(register, { ...form, password }, visitor)).toMatchObject({ state: 'success' })
})

test('[M.2] a firm with accounts is already registered; one known only from 1C is not', async () => {
  const { inn = '' } = registrationForm()
  const firm = await addOrganisation(portal.db, 'ООО «Из обмена»')
  await portal.db.update(contragents).set({ inn, kpp: '773601001' }).where(eq(contragents.id, firm.contragentId))
  await addAccount(portal.db, { role: 'owner', organisationId: firm.organisationId })
  await expect(applyForAccess(portal, somebody(), { inn })).rejects.toMatchObject({
    status: 409,
    code: 'alreadyRegistered',
    message: 'Этот контрагент уже зарегистрирован',
    body: { state: 'error', fields: { inn: 'Этот контрагент уже зарегистрирован' } },
  })
  // Its branch is another firm.
  await applyForAccess(portal, somebody(), { inn, kpp: '695043001' })

  const other = registrationForm()
  const known = await addOrganisation(portal.db, 'ООО «Только в 1С»')
  const set = { inn: other.inn ?? '', kpp: '773601001' }
  await portal.db.update(contragents).set(set).where(eq(contragents.id, known.contragentId))
  expect((await applyForAccess(portal, somebody(), { inn: other.inn })).reply.state).toBe('success')
})

test('a firm and an e-mail have at most one open request, also when ten are sent concurrently', async () => {
  const { form } = await applyForAccess(portal, somebody())
  await expect(applyForAccess(portal, somebody(), { inn: form.inn })).rejects.toMatchObject({
    code: 'alreadyRegistered',
  })
  await expect(applyForAccess(portal, somebody(), { email: 'APPLICANT' + form.email?.slice(9) })).rejects.toMatchObject(
    { code: 'emailTaken' },
  )
  const same = registrationForm()
  const visitors = Array.from({ length: 10 }, somebody)
  const sent = await Promise.allSettled(
    visitors.map(async (visitor) => call(register, { ...same, captcha: await solveCaptcha(portal, visitor) }, visitor)),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a repeated submission gets the same answer and is stored once', async () => {
  const key = crypto.randomUUID()
  const visitor = somebody()
  const { form, reply } = await applyForAccess(portal, visitor, { key })
  expect(await call(register, { ...form, captcha: 'used' }, visitor)).toEqual(reply)
  // The key alone reveals nothing.
  await expect(call(register, { ...form, email: 'other@vektor.example' }, visitor)).rejects.toMatchObject({
    body: { fields: { captcha: 'Эта проверка уже не действует: пройдите новую' } },
  })
})

test('[R.5] before approval the right password answers ‘pending’, a wrong one reveals nothing', async () => {
  const { form } = await applyForAccess(portal, somebody())
  const login = form.email ?? ''
  const enter = (password: string) => call(signIn, { login, password }, somebody())
  await expect(enter(applicantPassword)).rejects.toMatchObject({
    status: 403,
    message: 'Ваша заявка ещё не рассмотрена',
  })
  await expect(enter('wrong password')).rejects.toMatchObject({ status: 401, code: 'wrongCredentials' })
  const set = { status: 'rejected', decisionText: 'Фирма ликвидируется.', decidedAt: new Date() }
  await portal.db.update(registrationRequests).set(set).where(eq(registrationRequests.email, login))
  await expect(enter(applicantPassword)).rejects.toMatchObject({
    status: 403,
    message: 'Заявка отклонена. Фирма ликвидируется.',
  })
  // A rejected applicant may apply again, unless staff block the ИНН.
  expect((await applyForAccess(portal, somebody(), { inn: form.inn, email: login })).reply.state).toBe('success')
  await portal.db.delete(registrationRequests).where(sql`status = 'new' and email = ${login}`)
  await portal.db.update(registrationRequests).set({ blocksInn: true }).where(eq(registrationRequests.email, login))
  await expect(applyForAccess(portal, somebody(), { inn: form.inn })).rejects.toMatchObject({ code: 'innRefused' })
})

test('[A.4] an e-mail is free unless an account or an open request has it; the check is rate-limited', async () => {
  const { form } = await applyForAccess(portal, somebody())
  const visitor = somebody()
  const check = (user_email: string) => call(checkUser, { user_email }, visitor)
  expect(await check('new@vektor.example')).toMatchObject({ free: true, message: 'Свободна' })
  expect(await check(` ${form.email?.toUpperCase()} `)).toMatchObject({ free: false, message: 'Этот Email уже занят' })
  await expect(check('нет')).rejects.toMatchObject({ body: { fields: { user_email: expect.any(String) as string } } })
  const more = await Promise.allSettled(Array.from({ length: 35 }, () => check('new@vektor.example')))
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(28)
  expect(await call(checkUser, { user_email: 'new@vektor.example' }, somebody())).toMatchObject({ free: true })
})

test('registrations are rate-limited per address', async () => {
  const robot = somebody()
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, () => call(register, registrationForm({ captcha: '00000' }), robot)),
  )
  const codes = tries.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'ok',
  )
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(20)
  expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(10)
  expect((await applyForAccess(portal, somebody())).reply.state).toBe('success')
})

test('forms of the older API may be urlencoded', async () => {
  const visitor = somebody()
  const form = registrationForm({ captcha: await solveCaptcha(portal, visitor) })
  const body = new URLSearchParams(form)
  const response = await visitor.send('/registration/', { method: 'POST', body })
  expect(await response.json()).toMatchObject({ state: 'success' })
})

test('the firm’s data from the state register is stored for staff', async () => {
  const dadata = await startDaData()
  const asking = await startTestApp({
    database: portal.database,
    env: { TRUST_PROXY: '1', DADATA_TOKEN: 'key', DADATA_URL: `${dadata.url}/` },
  })
  try {
    dadata.respond(suggest([{ value: 'ООО «Вектор»', data: { kpp: '773601001', inn: '7700000000' } }]))
    const { form } = await applyForAccess(asking, withIpAddress('198.51.100.1', asking.visitor()))
    expect(await requestOf(form.email ?? '')).toMatchObject({
      registryParty: expect.objectContaining({ kpp: '773601001' }) as object,
      registryCheckedAt: expect.any(Date) as Date,
    })
    dadata.respond(refuse(403))
    const { form: second } = await applyForAccess(asking, withIpAddress('198.51.100.2', asking.visitor()))
    expect(await requestOf(second.email ?? '')).toMatchObject({ registryParty: null, registryCheckedAt: null })
  } finally {
    await asking.close()
    await dadata.close()
  }
})
