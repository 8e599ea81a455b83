import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import { readQuestion, sendAnswer } from '#shared/api/account/registration.ts'
import { initData } from '#shared/api/contracts.ts'
import * as api from '#shared/api/staff/registrations.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { contracts, contragents, organisations, personalManagers } from '#server/platform/db/schema/organisations.ts'
import { consents, registrationEvents, registrationRequests } from '#server/platform/db/schema/registration.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { applicantPassword, applyForAccess, withIpAddress } from '#tests/support/accounts/registration.ts'
import { call } from '#web/api/client.ts'
import { nextNumber } from './read.ts'

let portal: TestApp
let world: World
let sales: Visitor
let admin: Visitor
let managerId: number
beforeAll(async () => {
  portal = await startTestApp({ env: { TRUST_PROXY: '1' } })
  world = await createWorld(portal.db)
  const [card] = await portal.db
    .insert(personalManagers)
    .values({ name: 'Анна Ковалёва', phone: '+7 (495) 120-44-12', email: 'anna@opt.example' })
    .returning()
  managerId = card?.id ?? 0
  await portal.db.update(accounts).set({ personalManagerId: managerId }).where(eq(accounts.id, world.salesId))
  sales = await signedIn(portal, world.salesId)
  admin = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.delete(registrationRequests))

let networks = 0
const somebody = () => withIpAddress(`203.0.113.${(networks += 1)}`, portal.visitor())

/** A firm that has asked for access. */
async function apply(changes: Parameters<typeof applyForAccess>[2] = {}) {
  const phone = `+7 (495) 730-10-${String(10 + networks)}`
  const { form } = await applyForAccess(portal, somebody(), { phone, ...changes })
  const [request] = await portal.db
    .select()
    .from(registrationRequests)
    .where(eq(registrationRequests.email, form.email ?? ''))
  return { id: request?.id ?? 0, email: form.email ?? '', inn: form.inn ?? '', form }
}

const enter = (login: string) => call(signIn, { login, password: applicantPassword }, somebody())
const terms = (id: number) => ({
  id,
  number: `${id}-О`,
  date: '20.11.2026',
  price_type: world.priceTypeIds[0] ?? 0,
  warehouses: world.warehouseIds.toReversed(),
  manager: managerId,
})
const letters = (recipient: string) =>
  portal.db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)
const read = async (id: number) => (await call(api.staffRegistration, { id }, sales)).request

test('[R.5] [P.8] an approval opens organisation, contragent, contract, account; the sign-in works', async () => {
  const { id, email, inn } = await apply()
  await call(api.assignRegistration, { id, assignee: world.salesId }, sales)
  const { request } = await call(api.approveRegistration, terms(id), sales)
  expect(request).toMatchObject({
    status: 'approved',
    proposal: null,
    decision: { by: 'Имя sales', contract: { header: `№ ${id}-О от 20.11.2026` } },
  })
  const buyer = somebody()
  const { me } = await call(signIn, { login: email, password: applicantPassword }, buyer)
  expect(me).toMatchObject({
    role: 'owner',
    name: 'Ирина Соколова',
    manager: { name: 'Анна Ковалёва', email: 'anna@opt.example' },
  })
  const { contracts: own } = await call(initData, {}, buyer)
  expect(own).toMatchObject([{ number: `${id}-О`, date: '20.11.2026', stopOrders: false }])
  const [party] = await portal.db.select().from(contragents).where(eq(contragents.inn, inn))
  expect(party).toMatchObject({ legalForm: 'ООО', headName: 'Соколова Ирина Викторовна', status: 'active' })
  const [contract] = await portal.db
    .select()
    .from(contracts)
    .where(eq(contracts.number, `${id}-О`))
  expect(contract).toMatchObject({ priceTypeId: world.priceTypeIds[0], payment: 'prepaid', prepaymentPercent: 100 })
  const { rows } = await portal.db.execute(
    sql`select warehouse_id from contract_warehouses where contract_id = ${contract?.id ?? 0} order by position`,
  )
  expect(rows).toEqual(world.warehouseIds.toReversed().map((warehouse_id) => ({ warehouse_id })))
  expect((await letters(email)).at(-1)).toMatchObject({
    subject: 'Доступ к порталу открыт',
    text: expect.stringContaining('Анна Ковалёва, +7 (495) 120-44-12') as string,
  })
  // The hash has moved into the account, and the consents belong to it.
  const [stored] = await portal.db.select().from(registrationRequests).where(eq(registrationRequests.id, id))
  expect(stored?.passwordHash).toBe('')
  const kept = await portal.db.select().from(consents).where(eq(consents.accountId, me.id))
  expect(kept).toHaveLength(2)
})

test('an approval that is sent twice, or ten times at once, is done once', async () => {
  const { id, email } = await apply()
  const sent = await Promise.allSettled(
    Array.from({ length: 10 }, () => call(api.approveRegistration, terms(id), sales)),
  )
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'fulfilled'))
  expect(
    await portal.db
      .select()
      .from(contracts)
      .where(eq(contracts.number, `${id}-О`)),
  ).toHaveLength(1)
  expect(await portal.db.select().from(accounts).where(eq(accounts.login, email))).toHaveLength(1)
  expect((await letters(email)).filter(({ subject }) => subject === 'Доступ к порталу открыт')).toHaveLength(1)
})

test('an approval that fails leaves nothing behind', async () => {
  const { id, email } = await apply()
  await addAccount(portal.db, { role: 'content', login: email })
  const before = await portal.db.$count(organisations)
  await expect(call(api.approveRegistration, terms(id), sales)).rejects.toMatchObject({ code: 'emailTaken' })
  expect(await portal.db.$count(organisations)).toBe(before)
  expect((await read(id)).status).toBe('new')
})

test('an approval names what its form lacks', async () => {
  const { id } = await apply()
  const [, , rrc = 0] = world.priceTypeIds
  await expect(
    call(api.approveRegistration, { id, price_type: rrc, manager: 999_999, warehouses: [999_999] }, sales),
  ).rejects.toMatchObject({
    status: 400,
    body: {
      fields: {
        number: 'Укажите номер договора',
        price_type: 'Выберите тип цен',
        warehouses: 'Выберите хотя бы один склад',
        manager: 'Такого менеджера нет',
      },
    },
  })
})

test('a firm known from 1C alone is similar: joined, it keeps 1C’s data and contract and gets an owner', async () => {
  const known = await addOrganisation(portal.db, 'ООО «Из обмена»')
  const { id, inn, email } = await apply()
  await portal.db
    .update(contragents)
    .set({ inn, kpp: '773601001', phone: '+7 (499) 000-00-01', ogrn: '' })
    .where(eq(contragents.id, known.contragentId))
  const contract = await world.addContract({ ...known, number: '1С-1' })
  const { likenesses } = await read(id)
  expect(likenesses).toMatchObject([
    {
      organisation: { id: known.organisationId, header: 'ООО «Из обмена»' },
      by: ['party'],
      without_accounts: true,
      has_owner: false,
      contracts: [{ id: contract, header: '№ 1С-1 от 12.01.2026' }],
    },
  ])
  await expect(call(api.approveRegistration, terms(id), sales)).rejects.toMatchObject({
    status: 409,
    code: 'contragentElsewhere',
  })
  await call(api.approveRegistration, { id, organisation: known.organisationId, contract }, sales)
  expect((await enter(email)).me).toMatchObject({ role: 'owner', organisation: { id: known.organisationId } })
  const [party] = await portal.db.select().from(contragents).where(eq(contragents.id, known.contragentId))
  expect(party).toMatchObject({ phone: '+7 (499) 000-00-01', ogrn: '1027700132195', company: 'ООО «Из обмена»' })
  const under = await portal.db.select().from(contracts).where(eq(contracts.organisationId, known.organisationId))
  expect(under.map(({ number }) => number)).toEqual(['1С-1'])
})

test('joined to an organisation with an owner, the applicant is an employee with the new contract alone', async () => {
  const firm = await addOrganisation(portal.db, 'ООО «Головная»')
  const ownerId = await addAccount(portal.db, { role: 'owner', organisationId: firm.organisationId })
  await world.addContract({ ...firm, number: 'Г-1' })
  const { id, inn, email } = await apply({ kpp: '695043001' })
  await portal.db.update(contragents).set({ inn }).where(eq(contragents.id, firm.contragentId))
  expect((await read(id)).likenesses).toMatchObject([{ by: ['inn'], has_owner: true }])
  await call(api.approveRegistration, { ...terms(id), organisation: firm.organisationId }, sales)
  const buyer = somebody()
  const { me } = await call(signIn, { login: email, password: applicantPassword }, buyer)
  expect(me).toMatchObject({ role: 'manager', organisation: { id: firm.organisationId } })
  const { contracts: own } = await call(initData, {}, buyer)
  expect(own.map(({ number }) => number)).toEqual([`${id}-О`])
  expect(ownerId).not.toBe(me.id)
})

test('a contract of somebody else, and a visitor’s organisation, are not to be had', async () => {
  const { id } = await apply()
  const other = await addOrganisation(portal.db, 'ООО «Чужая»')
  await expect(
    call(api.approveRegistration, { id, organisation: other.organisationId, contract: world.contractId }, sales),
  ).rejects.toMatchObject({ status: 404, body: { fields: { contract: 'Договор другого контрагента' } } })
  const visitors = await addOrganisation(portal.db, 'Посетители', { demo: true })
  await expect(
    call(api.approveRegistration, { ...terms(id), organisation: visitors.organisationId }, sales),
  ).rejects.toMatchObject({ status: 404 })
  expect((await read(id)).status).toBe('new')
})

test('a refusal is mailed to the applicant and shown at sign-in; it can be revoked', async () => {
  const { id, email } = await apply()
  const rejection = { id, reason: 'requisites', text: 'Адрес не совпадает с ЕГРЮЛ.' } as const
  await expect(call(api.rejectRegistration, { ...rejection, text: ' ' }, sales)).rejects.toMatchObject({ status: 400 })
  for (let time = 0; time < 2; time += 1) await call(api.rejectRegistration, rejection, sales)
  const refused = (await letters(email)).filter(({ subject }) => subject.endsWith('отклонена'))
  expect(refused).toMatchObject([{ text: expect.stringContaining('Адрес не совпадает с ЕГРЮЛ.') as string }])
  await expect(enter(email)).rejects.toMatchObject({ message: 'Заявка отклонена. Адрес не совпадает с ЕГРЮЛ.' })
  await expect(call(api.approveRegistration, terms(id), sales)).rejects.toMatchObject({ code: 'registrationDecided' })
  const { request } = await call(api.reopenRegistration, { id }, admin)
  expect(request).toMatchObject({ status: 'checking', assignee: { id: world.adminId } })
  await expect(enter(email)).rejects.toMatchObject({ message: 'Ваша заявка ещё не рассмотрена' })
})

test('of two decisions at once one counts', async () => {
  const { id } = await apply()
  await Promise.allSettled([
    call(api.approveRegistration, terms(id), sales),
    call(api.rejectRegistration, { id, reason: 'other', text: 'Нет' }, admin),
  ])
  const { status } = await read(id)
  const made = await portal.db
    .select()
    .from(contracts)
    .where(eq(contracts.number, `${id}-О`))
  expect(made).toHaveLength(status === 'approved' ? 1 : 0)
})

test('an ИНН may be refused for good; the owner of an existing firm is notified of the applicant', async () => {
  const { id, inn, form } = await apply()
  const firm = await addOrganisation(portal.db, 'ООО «Уже здесь»')
  await portal.db.update(contragents).set({ inn }).where(eq(contragents.id, firm.contragentId))
  const ownerId = await addAccount(portal.db, { role: 'owner', organisationId: firm.organisationId })
  await call(api.rejectRegistration, { id, reason: 'duplicate', text: 'Вы уже у нас', blocks_inn: true }, sales)
  const notices = await portal.db.select().from(notifications).where(eq(notifications.accountId, ownerId))
  expect(notices).toMatchObject([{ title: 'Сотрудник просит доступ', text: expect.stringContaining(form.email ?? '') }])
  await expect(applyForAccess(portal, somebody(), { inn, kpp: '695043001' })).rejects.toMatchObject({
    code: 'innRefused',
  })
})

test('an applicant who is asked answers by the mailed link, once; then the request waits for staff again', async () => {
  const { id, email, form } = await apply()
  await call(api.sendQuestion, { id, text: 'Пришлите карточку с КПП' }, sales)
  expect(await read(id)).toMatchObject({ status: 'data_requested', assignee: { id: world.salesId } })
  const letter = (await letters(email)).at(-1)
  expect(letter).toMatchObject({ text: expect.stringContaining('Пришлите карточку с КПП') as string })
  const token = letter?.link.slice('/answer/'.length) ?? ''
  const question = await call(readQuestion, { token }, somebody())
  expect(question).toMatchObject({
    number: `З-${id}`,
    question: 'Пришлите карточку с КПП',
    email,
    form: { inn: form.inn, company: form.company },
  })
  expect(JSON.stringify(question)).not.toContain('argon2')
  const answer = { token, ...question.form }
  await expect(call(sendAnswer, { ...answer, text: '' }, somebody())).rejects.toMatchObject({
    body: { fields: { text: 'Исправьте поля или напишите ответ' } },
  })
  await expect(call(sendAnswer, { ...answer, kpp: '1', text: 'x' }, somebody())).rejects.toMatchObject({
    body: { fields: { kpp: 'КПП 1 неверен' } },
  })
  const sent = await Promise.allSettled(
    [1, 2].map(() => call(sendAnswer, { ...answer, kpp: '695043001', text: 'Филиал' }, somebody())),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const request = await read(id)
  expect(request).toMatchObject({ status: 'checking', kpp: '695043001' })
  expect(request.events.at(-1)).toMatchObject({
    kind: 'answered',
    by: '',
    text: 'Филиал',
    changes: [{ field: 'kpp', before: '773601001', after: '695043001' }],
  })
  await expect(call(readQuestion, { token }, somebody())).rejects.toMatchObject({ status: 404 })
  const notices = await portal.db.select().from(notifications).where(eq(notifications.kind, 'registration'))
  expect(notices.filter(({ title }) => title.endsWith('заявитель ответил')).map(({ accountId }) => accountId)).toEqual([
    world.salesId,
  ])
})

test('the queue: waiting, oldest first, then asked, then decided; counted, filtered, searched', async () => {
  const [oldest, newest, asked, rejected] = [await apply(), await apply(), await apply(), await apply()]
  await portal.db.execute(
    sql`update registration_requests set waiting_since = now() - interval '3 hours' where id = ${oldest.id}`,
  )
  await call(api.assignRegistration, { id: newest.id, assignee: world.adminId }, sales)
  await call(api.sendQuestion, { id: asked.id, text: 'Доверенность' }, admin)
  await call(api.rejectRegistration, { id: rejected.id, reason: 'liquidated', text: 'Ликвидируется' }, sales)
  const list = async (input: Parameters<typeof call<typeof api.staffRegistrations>>[1]) => {
    const { items } = await call(api.staffRegistrations, input, sales)
    return items.map(({ id }) => id)
  }
  expect(await list({})).toEqual([oldest.id, newest.id, asked.id, rejected.id])
  expect(await list({ scope: 'asked' })).toEqual([asked.id])
  expect(await list({ scope: 'all' })).toEqual([rejected.id, asked.id, newest.id, oldest.id])
  expect(await list({ assignee: 'none' })).toEqual([oldest.id])
  expect(await list({ assignee: 'me' })).toEqual([rejected.id])
  expect(await list({ query: newest.inn })).toEqual([newest.id])
  expect(await list({ query: `З-${asked.id}` })).toEqual([asked.id])
  expect(await list({ query: '%' })).toEqual([])
  const { counts, decided, norm_hours, items } = await call(api.staffRegistrations, {}, sales)
  expect(counts).toEqual({ waiting: 2, asked: 1, all: 4 })
  expect(decided).toMatchObject({ approved: 0, rejected: { liquidated: 1 } })
  expect(norm_hours).toBe(4)
  expect((await call(api.staffRegistrationsWaiting, {}, sales)).count).toBe(2)
  expect(items[0]).toMatchObject({
    status: 'new',
    city: 'Москва',
    assignee: null,
    findings: [{ tone: 'warn', text: 'ЕГРЮЛ не проверен' }],
  })
  expect(items[1]).toMatchObject({ status: 'checking', assignee: { name: 'Имя admin' } })
  expect(items[2]).toMatchObject({ note: 'Доверенность' })
  expect(items[3]).toMatchObject({ note: 'ликвидируется', findings: [] })
  await portal.db.execute(
    sql`update registration_requests set decided_at = now() - interval '8 days' where id = ${rejected.id}`,
  )
  expect(await list({})).toEqual([oldest.id, newest.id, asked.id])
})

test('a request that its assignee releases is new again; each step is in its history', async () => {
  const { id } = await apply()
  for (let time = 0; time < 2; time += 1) await call(api.assignRegistration, { id, assignee: world.salesId }, sales)
  expect((await read(id)).status).toBe('checking')
  await call(api.assignRegistration, { id, assignee: null }, sales)
  expect(await read(id)).toMatchObject({ status: 'new', assignee: null })
  await expect(call(api.assignRegistration, { id, assignee: world.ownerId }, sales)).rejects.toMatchObject({
    status: 404,
  })
  const events = await portal.db.select().from(registrationEvents).where(eq(registrationEvents.requestId, id))
  expect(events.map(({ kind }) => kind)).toEqual(['submitted', 'taken', 'released'])
})

test('what differs from the register may be taken from it', async () => {
  const { id } = await apply()
  const registryParty = {
    inn: '7700000016',
    kpp: '773601001',
    ogrn: '1027700132195',
    type: 'legal',
    branch: false,
    legal_form: 'ООО',
    name: 'ООО "ВЕКТОР"',
    full_name: '',
    address: '115114, г Москва, ул Летниковская, д 10, помещ 12-Н',
    postal_code: '115114',
    management_name: 'Соколова Ирина Викторовна',
    management_post: '',
    state: 'active',
    registered: '',
  }
  await portal.db.update(registrationRequests).set({ registryParty }).where(eq(registrationRequests.id, id))
  const address = (await read(id)).comparison.find(({ field }) => field === 'legal_address')
  expect(address).toMatchObject({ same: false, more: ['помещ 12-Н'] })
  const { request } = await call(api.takeFromRegister, { id, field: 'legal_address' }, sales)
  expect(request.legal_address).toBe(registryParty.address)
  expect(request.comparison.find(({ field }) => field === 'legal_address')?.same).toBe(true)
  await expect(call(api.recheckRegistration, { id }, sales)).rejects.toMatchObject({
    status: 503,
    message: 'ЕГРЮЛ сейчас не отвечает. Повторите через минуту',
  })
})

test('a firm approved exactly as in the register carries the day of that check; with a difference, none', async () => {
  const checkedOf = async (address: string) => {
    const { id, inn } = await apply()
    const [asked] = await portal.db.select().from(registrationRequests).where(eq(registrationRequests.id, id))
    if (!asked) throw new Error('the request is there')
    const registryParty = {
      inn,
      kpp: asked.kpp,
      ogrn: asked.ogrn,
      type: 'legal',
      legal_form: asked.legalForm,
      name: asked.company,
      full_name: asked.fullName,
      address: address || asked.legalAddress,
      management_name: asked.headName,
      management_post: asked.headPost,
      state: 'active',
    }
    const registryCheckedAt = new Date('2026-11-19T22:00:00Z')
    const set = { registryParty, registryCheckedAt }
    await portal.db.update(registrationRequests).set(set).where(eq(registrationRequests.id, id))
    await call(api.approveRegistration, terms(id), sales)
    const [party] = await portal.db.select().from(contragents).where(eq(contragents.inn, inn))
    return party?.registerChecked
  }
  // 01:00 of the next day in Moscow.
  expect(await checkedOf('')).toBe('2026-11-20')
  expect(await checkedOf('г Москва, ул Другая, д 1')).toBeNull()
})

test('a new contract is proposed as new customers got theirs last, with the next number', async () => {
  const first = await apply()
  await call(api.approveRegistration, { ...terms(first.id), number: '211-О' }, sales)
  const { proposal } = await read((await apply()).id)
  expect(proposal).toMatchObject({
    number: '212-О',
    price_type: world.priceTypeIds[0],
    warehouses: world.warehouseIds.toReversed(),
    manager: managerId,
    payment: 'prepaid',
    like: 'как у новых покупателей, Москва',
  })
  expect(proposal?.price_types.map(({ header }) => header)).toEqual(['Крупный опт', 'Опт'])
  expect(nextNumber(['98-О', '211-О', '7-Д'])).toBe('212-О')
  expect(nextNumber([])).toBe('1')
})

test('[R.6] content managers and buyers have no part in it', async () => {
  const { id } = await apply()
  const content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  const owner = await signedIn(portal, world.ownerId)
  for (const visitor of [content, owner]) {
    await expect(call(api.staffRegistrations, {}, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.approveRegistration, terms(id), visitor)).rejects.toMatchObject({ status: 403 })
  }
})
