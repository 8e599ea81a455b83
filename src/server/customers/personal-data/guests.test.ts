import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointAddress } from '#shared/api/address.ts'
import {
  eraseGuestData,
  exportGuestData,
  findDataPeople,
  guestHeldData,
  type DataGuest,
} from '#shared/api/account/people-data.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

const password = 'Сосновый бор 41'
let portal: TestApp
let world: World
let admin: Visitor
let adminId: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  adminId = await addAccount(portal.db, { role: 'admin', password, name: 'Администратор' })
  admin = await signedIn(portal, adminId)
})
afterAll(() => portal.close())

const query = async <Row>(text: string, values: unknown[] = []) => (await portal.pool.query(text, values)).rows as Row[]

async function addRequest(name: string, email: string, set: { inn: string; status?: string }): Promise<number> {
  const { inn, status = 'new' } = set
  const [row] = await query<{ id: number }>(
    `insert into registration_requests (status, company, full_name, inn, ogrn, legal_address, actual_address, head_name,
       contact_name, phone, email, password_hash, decided_at)
     values ($1, 'ООО «Гость»', 'о', $2, '1', 'м', 'м', $3, $3, '+7 (911) 000-00-01', $4, 'x',
       case when $1 in ('rejected', 'approved') then now() end)
     returning id`,
    [status, inn, name, email],
  )
  const id = row?.id ?? 0
  await query(`insert into registration_events (request_id, kind, text) values ($1, 'submitted', $2)`, [id, name])
  await query(
    `insert into consents (kind, text_version, address, request_id) values ('personal-data', '1', '192.0.2.7', $1)`,
    [id],
  )
  await query(
    `insert into notifications (account_id, kind, title, text, event_key)
     values ($1, 'registration', 'Новая заявка', $2, 'registration:' || $3::text || ':submitted')`,
    [adminId, name, id],
  )
  await query(`insert into mails (recipient, subject, text, event_key) values ($1, 'Принята', '', $2)`, [
    email,
    `registration:${id}:submitted`,
  ])
  return id
}

async function addCallback(name: string, phone: string): Promise<number> {
  const [row] = await query<{ id: number }>(`insert into callbacks (phone, name) values ($1, $2) returning id`, [
    phone,
    name,
  ])
  await query(
    `insert into notifications (account_id, kind, title, text, event_key)
     values ($1, 'callback', $2, '', 'callback:' || $3::text)`,
    [adminId, `${name} просит перезвонить`, row?.id],
  )
  return row?.id ?? 0
}

const found = async (text: string): Promise<Pick<DataGuest, 'kind' | 'id'>[]> =>
  (await call(findDataPeople, { query: text }, admin)).guests.map(({ kind, id }) => ({ kind, id }))

test('an administrator finds applicants and guests without an account, also by a phone written otherwise', async () => {
  const earlier = await addRequest('Зоя Заявкина', 'zoya@guest.example', { inn: '1', status: 'rejected' })
  const id = await addRequest('Зоя Заявкина', 'Zoya@guest.example', { inn: '2' })
  const callback = await addCallback('Юрий Звонков', '+7 (922) 333-44-55')
  const organisationId = world.organisationId
  const member = await addAccount(portal.db, { role: 'manager', organisationId, name: 'Зоя Своя' })
  await query(`insert into callbacks (phone, name, account_id, organisation_id) values ('+7', 'Зоя Своя', $1, $2)`, [
    member,
    organisationId,
  ])
  expect(await found('зоя ГОСТЬ')).toEqual([{ kind: 'request', id }])
  expect(await found('зоя')).toEqual([{ kind: 'request', id }])
  expect(await found('8 922 3334455')).toEqual([{ kind: 'callback', id: callback }])
  expect(await found('')).toEqual([])
  // An earlier record of the same person leads to the same data.
  for (const each of [id, earlier]) {
    const { held } = await call(guestHeldData, { kind: 'request', id: each }, admin)
    expect(held.find(({ title }) => title === 'Заявка на регистрацию')?.count).toBe(2)
  }
  await expect(call(guestHeldData, { kind: 'callback', id: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
  const sales = await signedIn(portal, world.salesId)
  await expect(call(guestHeldData, { kind: 'request', id }, sales)).rejects.toMatchObject({ status: 403 })
})

test("an applicant's data leave as JSON without secrets and data of the account with the same e-mail", async () => {
  const email = 'export@guest.example'
  const id = await addRequest('Вадим Выгрузкин', email, { inn: '3' })
  const address = endpointAddress(exportGuestData, { kind: 'request', id })
  const read = async () => {
    const response = await admin.send(address, { method: 'GET' })
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, Record<string, unknown>[]>
  }
  const data = await read()
  expect(data['Заявка на регистрацию']?.[0]).toMatchObject({ contact_name: 'Вадим Выгрузкин', email })
  expect(data['Заявка на регистрацию']?.[0]).not.toHaveProperty('password_hash')
  expect(data['Письма портала']).toHaveLength(1)
  const log = await query(
    `select object_type, object_id, account_id from audit_log where action = 'account.exported'
     and object_type = 'registration'`,
  )
  expect(log).toEqual([{ object_type: 'registration', object_id: String(id), account_id: adminId }])

  await addAccount(portal.db, { role: 'manager', organisationId: world.organisationId, login: email })
  expect((await read())['Письма портала']).toBeUndefined()
})

test('erasing an applicant closes the open request and leaves their name nowhere; twice is as once', async () => {
  const name = 'Эраст Исчезаев'
  const email = 'erast@guest.example'
  const old = await addRequest(name, email, { inn: '4', status: 'rejected' })
  const id = await addRequest(name, email, { inn: '5' })
  const neighbour = await addRequest('Нина Соседкина', 'nina@guest.example', { inn: '6' })
  const erase = (typed: string) => call(eraseGuestData, { kind: 'request', id, password: typed }, admin)
  await expect(erase('чужой пароль')).rejects.toMatchObject({ code: 'wrongPassword' })
  expect(await found('Эраст')).toHaveLength(1)
  const { stays } = await erase(password)
  expect(stays.map(({ title, count }) => [title, count])).toEqual([['Согласия', 2]])

  expect(await found('Эраст')).toEqual([])
  const requests = await query(
    `select id, status, contact_name, email, decided_by_id is not null as decided from registration_requests
     where inn in ('4', '5') order by id`,
  )
  expect(requests).toEqual([
    { id: old, status: 'rejected', contact_name: '', email: '', decided: false },
    { id, status: 'rejected', contact_name: '', email: '', decided: true },
  ])
  for (const [table, column, value] of [
    ['registration_events', 'text', name],
    ['notifications', 'text', name],
    ['mails', 'recipient', email],
  ])
    expect(await query(`select 1 from ${table} where ${column} = $1`, [value]), table).toEqual([])
  const consents = await query<{ withdrawn: boolean }>(
    `select withdrawn_at is not null as withdrawn from consents where request_id = any($1)`,
    [[old, id]],
  )
  expect(consents.map(({ withdrawn }) => withdrawn)).toEqual([true, true])
  expect(await query(`select status from registration_requests where id = $1`, [neighbour])).toEqual([
    { status: 'new' },
  ])

  expect((await erase(password)).stays).toEqual([])
  const { guest, held } = await call(guestHeldData, { kind: 'request', id }, admin)
  expect([guest.erased, held]).toEqual([true, []])
  const erasures = await query(
    `select id from audit_log where action = 'account.erased' and object_type = 'registration' and object_id = $1`,
    [String(id)],
  )
  expect(erasures).toHaveLength(1)
})

test('erasing a guest deletes all their requests for a call and the notices that name them', async () => {
  const phone = '+7 (933) 111-22-33'
  await addCallback('Пафнутий Гость', phone)
  const id = await addCallback('Пафнутий', phone)
  await addCallback('Другой Гость', '+7 (933) 111-22-34')
  const erase = () => call(eraseGuestData, { kind: 'callback', id, password }, admin)
  expect((await erase()).stays).toEqual([])
  expect((await erase()).stays).toEqual([])
  expect(await query(`select name from callbacks where phone like '+7 (933)%'`)).toEqual([{ name: 'Другой Гость' }])
  expect(await query(`select title from notifications where title like 'Пафнутий%'`)).toEqual([])
})
