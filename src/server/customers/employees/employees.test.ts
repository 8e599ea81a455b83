import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReset, resetPassword } from '#shared/api/account/password.ts'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { initData } from '#shared/api/contracts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { awaitingApproval, newOrder } from '#shared/rules/order-states.ts'
import * as api from '#shared/api/organisation/managers.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let secondContract: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  secondContract = await world.addContract()
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

type Input = InputOf<typeof api.saveManager>

const password = 'Сосновый бор 41'
const save = (input: Input, visitor = owner) => call(api.saveManager, input, visitor)
const list = async (visitor = owner) => (await call(api.listManagers, {}, visitor)).items
const stored = async (sql: string, values: unknown[] = []) => (await portal.pool.query(sql, values)).rows as never[]
const person = (login: string, changes: Partial<Input> = {}): Input => ({
  login,
  name: 'Пётр Иванов',
  phone: '8 916 330 18 42',
  contractSelect: [world.contractId],
  ...changes,
})
/** What the form sends of a person it has read. */
const formOf = ({ enabled: _enabled, contracts: _contracts, ...form }: api.Manager): Input => form
const lettersTo = (recipient: string) =>
  portal.db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)
const tokenFor = async (login: string) => (await lettersTo(login)).at(-1)?.link.replace('/reset/', '') ?? ''

/** A person who has followed the invitation and set a password. */
async function join(login: string, changes: Partial<Input> = {}) {
  const { manager } = await save(person(login, changes))
  await call(resetPassword, { token: await tokenFor(login), password }, portal.visitor())
  return manager
}

test('[R.3] [C.38] [E.10] an owner adds a manager, who sets a password by the mailed link and signs in', async () => {
  const login = 'petr@buyer.example'
  const sent = person('Petr@Buyer.example', {
    finances: true,
    order_limit: 1500.5,
    period_limit: 90_000,
    period: 'week',
  })
  const { manager } = await save(sent)
  expect(manager).toMatchObject({
    login,
    phone: '+7 (916) 330-18-42',
    enabled: 1,
    type_id: 2,
    contractSelect: [world.contractId],
    contracts: [{ id: world.contractId, contragent: 'ООО «Вектор»' }],
    finances: true,
    acts: false,
    order_limit: 1500.5,
    period_limit: 90_000,
    period: 'week',
    state: 'invited',
    last_sign_in: null,
    self: false,
  })
  await expect(call(signIn, { login, password: '' }, portal.visitor())).rejects.toMatchObject({ status: 400 })
  await expect(call(signIn, { login, password }, portal.visitor())).rejects.toMatchObject({ status: 401 })

  const letters = await lettersTo(login)
  expect(letters).toMatchObject([{ subject: 'Доступ в личный кабинет: ООО «Вектор»' }])
  expect(letters[0]?.text).toContain('7 дней')
  const token = await tokenFor(login)
  expect(await call(checkReset, { token }, portal.visitor())).toMatchObject({ login })
  await call(resetPassword, { token, password }, portal.visitor())
  await expect(call(resetPassword, { token, password }, portal.visitor())).rejects.toMatchObject({ status: 404 })
  // No word of a changed password: there was none.
  expect(await lettersTo(login)).toHaveLength(1)

  const { me } = await call(signIn, { login, password }, portal.visitor())
  expect(me).toMatchObject({ type_id: 2, name: 'Пётр Иванов' })
  expect(me.rights).toContain('finances.view')
  expect(me.rights).not.toContain('acts.view')
  const [read] = (await list()).filter(({ id }) => id === manager.id)
  expect(read).toMatchObject({ state: 'active', invited_until: null, online: true })
  expect(read?.last_sign_in).not.toBeNull()
  await expect(call(api.inviteManager, { id: manager.id }, owner)).rejects.toMatchObject({ status: 409 })
})

test.each([
  [{ login: '' }, { login: 'Укажите электронную почту' }],
  [{ login: 'нет почты' }, { login: 'Проверьте адрес почты: имя@домен.ру' }],
  [{ name: '  ' }, { name: 'Укажите имя и фамилию' }],
  [{ phone: '123' }, { phone: 'Не хватает семи цифр' }],
  [{ contractSelect: [] }, { contractSelect: 'Выберите договор' }],
  [{ contractSelect: [999_999] }, { contractSelect: 'Такого договора у организации нет' }],
])('[V.9] [V.8] a form with %j is refused with the fields named', async (part, fields) => {
  await expect(save(person('faults@buyer.example', part))).rejects.toMatchObject({
    status: 400,
    body: { state: 'error', fields },
  })
  expect(await lettersTo('faults@buyer.example')).toEqual([])
})

test.each([
  { type_id: 5 },
  { type_id: 0.5 },
  { order_limit: -1 },
  { contractSelect: ['x'] },
  { name: 'я'.repeat(200) },
])('hostile input %j is refused', async (part) => {
  await expect(save(person('hostile@buyer.example', part as Partial<Input>))).rejects.toMatchObject({ status: 400 })
})

test('[C.36] an account of the organisation is read by its owner, nobody else’s and by nobody else', async () => {
  const { account } = await call(api.readAccount, { id: world.managerId }, owner)
  expect(account).toEqual({
    id: world.managerId,
    login: expect.stringContaining('manager') as string,
    name: 'Имя manager',
    phone: '',
    enabled: 1,
    type_id: 2,
  })
  const stranger = await addOrganisation(portal.db, 'ООО «Соседи»')
  const foreign = await addAccount(portal.db, { role: 'owner', ...stranger })
  for (const id of [foreign, world.adminId, 999_999])
    await expect(call(api.readAccount, { id }, owner)).rejects.toMatchObject({ status: 404 })
  const manager = await signedIn(portal, world.managerId)
  await expect(call(api.readAccount, { id: world.managerId }, manager)).rejects.toMatchObject({ status: 403 })
})

test('[M.1] a login in use anywhere is refused, sent twice or at once it is one person with one letter', async () => {
  const sent = person('twice@buyer.example')
  const answers = await Promise.all([save(sent), save(sent), save(sent)])
  expect(new Set(answers.map(({ manager }) => manager.id)).size).toBe(1)
  expect(await lettersTo('twice@buyer.example')).toHaveLength(1)
  const taken = { status: 409, body: { code: 'loginTaken', message: 'Этот Логин уже занят' } }
  await expect(save({ ...sent, name: 'Другой' })).rejects.toMatchObject(taken)
  const stranger = await addOrganisation(portal.db, 'ООО «Чужие»')
  await addAccount(portal.db, { role: 'owner', ...stranger, login: 'stranger@buyer.example' })
  await expect(save(person('Stranger@buyer.example'))).rejects.toMatchObject(taken)
  const [first] = answers
  if (!first) return
  await expect(save({ ...formOf(first.manager), login: 'stranger@buyer.example' })).rejects.toMatchObject(taken)
})

test('[R.4] an owner changes role, contracts, limits, grants; a stale version is a conflict', async () => {
  const manager = await join('changes@buyer.example', { order_limit: 100 })
  const visitor = await signedIn(portal, manager.id)
  const more = { ...formOf(manager), contractSelect: [secondContract, world.contractId], acts: true }
  const changed = await save(more)
  expect(changed.manager).toMatchObject({ contractSelect: [world.contractId, secondContract], acts: true })
  expect((await save(more)).manager.version).toBe(changed.manager.version)
  await expect(save({ ...more, name: 'Иной' })).rejects.toMatchObject({ status: 409, body: { code: 'conflict' } })
  // The session goes on, with the new right at once.
  expect((await call(whoAmI, {}, visitor)).me?.rights).toContain('acts.view')
  expect((await call(initData, {}, visitor)).contracts).toHaveLength(2)

  const less = await save({ ...formOf(changed.manager), contractSelect: [secondContract] })
  expect((await call(initData, {}, visitor)).contracts.map(({ id }) => id)).toEqual([secondContract])
  const accountant = await save({ ...formOf(less.manager), type_id: 3 })
  expect(accountant.manager).toMatchObject({ type_id: 3, order_limit: null, acts: false })
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()
  const made = await save({ ...formOf(accountant.manager), type_id: 1, contractSelect: [] })
  expect(made.manager.contractSelect).toEqual([world.contractId, secondContract])
})

test('a new login ends mailed links, and one still awaited is invited at it', async () => {
  const { manager } = await save(person('typo@buyer.exampel'))
  const old = await tokenFor('typo@buyer.exampel')
  await save({ ...formOf(manager), login: 'typo@buyer.example' })
  await expect(call(checkReset, { token: old }, portal.visitor())).rejects.toMatchObject({ status: 404 })
  const token = await tokenFor('typo@buyer.example')
  expect(await call(checkReset, { token }, portal.visitor())).toMatchObject({ login: 'typo@buyer.example' })
})

test('an expired invitation is shown as expired and sent again, once if pressed twice', async () => {
  const { manager } = await save(person('late@buyer.example'))
  const { id } = manager
  await call(api.inviteManager, { id }, owner)
  expect(await lettersTo('late@buyer.example')).toHaveLength(1)
  await stored("update accounts set invited_at = now() - interval '8 days' where id = $1", [id])
  expect((await call(api.readManager, { id }, owner)).manager.state).toBe('expired')
  const sent = await Promise.all([call(api.inviteManager, { id }, owner), call(api.inviteManager, { id }, owner)])
  expect(sent.map(({ manager: each }) => each.state)).toEqual(['invited', 'invited'])
  expect(await lettersTo('late@buyer.example')).toHaveLength(2)
})

test('[T.3] a disabled manager is signed out at once and cannot come back until enabled', async () => {
  const { id, login } = await join('toggle@buyer.example')
  const visitor = await portal.visitor().signIn(login, password)
  for (let n = 0; n < 2; n += 1)
    expect((await call(api.disableManager, { id }, owner)).manager).toMatchObject({ enabled: 0, state: 'disabled' })
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()
  await expect(portal.visitor().signIn(login, password)).rejects.toMatchObject({ status: 403 })
  expect((await call(api.enableManager, { id }, owner)).manager).toMatchObject({ enabled: 1, state: 'active' })
  await portal.visitor().signIn(login, password)
})

test('a deleted person is gone with sessions and links, and the login may be given again', async () => {
  const sent = person('deleted@buyer.example')
  const { manager } = await save(sent)
  const token = await tokenFor(manager.login)
  for (let n = 0; n < 2; n += 1) await call(api.deleteManager, { id: manager.id }, owner)
  expect((await list()).map(({ id }) => id)).not.toContain(manager.id)
  await expect(call(checkReset, { token }, portal.visitor())).rejects.toMatchObject({ status: 404 })
  await expect(call(api.enableManager, { id: manager.id }, owner)).rejects.toMatchObject({ status: 404 })
  expect(await stored('select name, login, enabled from accounts where id = $1', [manager.id])).toEqual([
    { name: 'Пётр Иванов', login: `deleted:${manager.id}`, enabled: false },
  ])
  expect((await save(sent)).manager.id).not.toBe(manager.id)
})

test('nobody takes their own access; of two owners who shut each other out at once one remains', async () => {
  const own = (await list()).find(({ self }) => self)
  if (!own) throw new Error('the caller is in the list')
  const refused = { status: 422, body: { code: 'ownAccess' } }
  await expect(call(api.disableManager, { id: own.id }, owner)).rejects.toMatchObject(refused)
  await expect(call(api.deleteManager, { id: own.id }, owner)).rejects.toMatchObject(refused)
  await expect(
    save({ ...formOf(own), login: own.login, type_id: 2, contractSelect: [world.contractId] }),
  ).rejects.toMatchObject(refused)
  expect((await save({ ...formOf(own), name: 'Ирина Соколова' })).manager.name).toBe('Ирина Соколова')

  const two = await addOrganisation(portal.db, 'ООО «Двое»')
  const ids = await Promise.all([1, 2].map(() => addAccount(portal.db, { role: 'owner', ...two })))
  const [first = 0, second = 0] = ids
  const visitors = await Promise.all(ids.map((id) => signedIn(portal, id)))
  await Promise.allSettled(
    [second, first].map((id, index) => call(api.disableManager, { id }, visitors[index] ?? owner)),
  )
  expect(await stored('select from accounts where enabled and id = any($1)', [ids])).toHaveLength(1)
})

test('sign-ins of the last days show refusals in a row as one, and a session is ended from there', async () => {
  const { id, login } = await join('signs@buyer.example')
  for (let n = 0; n < 3; n += 1)
    await expect(call(signIn, { login, password: 'не тот пароль' }, portal.visitor())).rejects.toThrow()
  const visitor = await portal.visitor().signIn(login, password)
  const signIns = async () =>
    (await call(api.managerSignIns, {}, owner)).items.filter(({ manager }) => manager.id === id)
  const rows = await signIns()
  expect(rows).toMatchObject([
    { refused: 0, reason: '', current: false, address: '127.0.0.1' },
    { refused: 3, reason: 'Неверный логин или пароль', session: null },
  ])
  // The first time that this person has come in at all.
  expect(rows.map(({ first }) => first)).toEqual(['', ''])
  const session = rows[0]?.session ?? 0
  expect(await call(api.endManagerSessions, { id, session }, owner)).toMatchObject({ ended: 1 })
  expect(await call(api.endManagerSessions, { id, session }, owner)).toMatchObject({ ended: 0 })
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()
  expect((await signIns())[0]).toMatchObject({ refused: 0, session: null })
  // Not the caller's own session.
  expect(await call(api.endManagerSessions, { id: world.ownerId }, owner)).toMatchObject({ ended: 0 })
})

test('a sign-in with a browser that the person never used before says so', async () => {
  const { id, login } = await join('places@buyer.example')
  const from = (userAgent: string) => {
    const { send } = portal.visitor()
    const browser = { send: (path: string, init: RequestInit) => send(path, withAgent(init, userAgent)) }
    return (secret = password) => call(signIn, { login, password: secret }, browser).catch(() => undefined)
  }
  const [office, stranger] = [from(firefox), from(safari)]
  await office()
  await office()
  await stranger('не тот пароль')
  await stranger()
  await office()
  const rows = (await call(api.managerSignIns, {}, owner)).items.filter(({ manager }) => manager.id === id)
  expect(rows.map(({ device, refused, first }) => [device.split(',')[0], refused, first])).toEqual([
    ['Firefox', 0, ''],
    ['Safari', 0, 'browser'],
    ['Safari', 1, 'browser'],
    ['Firefox', 0, ''],
    ['Firefox', 0, ''],
  ])
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1'
const withAgent = (init: RequestInit, userAgent: string): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), 'user-agent': userAgent },
})

test('a person is listed with the number of orders that wait for the owner', async () => {
  const { id } = await join('awaited@buyer.example', { order_limit: 100 })
  const place = (state: number, approval: string | null) =>
    addOrder(portal.db, { ...world, ownerId: id }, { state, approval, lines: [] })
  await place(awaitingApproval, 'waiting')
  await place(awaitingApproval, 'waiting')
  await place(newOrder, null)
  expect((await list()).find((each) => each.id === id)?.awaiting).toBe(2)
  expect((await list()).find((each) => each.id === world.ownerId)?.awaiting).toBe(0)
})

test('[C.43] contracts by contragent and all, those of the person marked', async () => {
  const { manager } = await save(person('contracts@buyer.example', { contractSelect: [secondContract] }))
  const { contragents, contracts } = await call(api.managerContracts, { manager_id: manager.id }, owner)
  expect(contracts.map(({ id, selected }) => [id, selected])).toEqual([
    [world.contractId, false],
    [secondContract, true],
  ])
  expect(contragents).toMatchObject([{ company: 'ООО «Вектор»', contracts }])
  expect((await call(api.managerContracts, {}, owner)).contracts.some(({ selected }) => selected)).toBe(false)
})

test('[R.6] employees are refused, and other organisations’ people answer like missing ones', async () => {
  for (const id of [world.managerId, world.accountantId, world.receiverId, world.adminId])
    await expect(list(await signedIn(portal, id))).rejects.toMatchObject({ status: 403 })
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  const id = world.managerId
  for (const endpoint of [
    api.readManager,
    api.enableManager,
    api.disableManager,
    api.inviteManager,
    api.endManagerSessions,
  ])
    await expect(call(endpoint, { id }, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.managerContracts, { manager_id: id }, stranger)).rejects.toMatchObject({ status: 404 })
  await call(api.deleteManager, { id }, stranger)
  await expect(
    save(
      {
        id,
        login: 'x@buyer.example',
        name: 'X',
        type_id: 1,
        contractSelect: [],
      },
      stranger,
    ),
  ).rejects.toMatchObject({ status: 404 })
  await expect(
    save(person('spy@buyer.example', { contractSelect: [world.contractId] }), stranger),
  ).rejects.toMatchObject({ status: 400 })
  expect((await list(stranger)).map(({ self }) => self)).toEqual([true])
  expect((await list()).map((each) => each.id)).toContain(id)
})
