import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import {
  chatFileContent,
  chatUnread,
  getChat,
  readChat,
  sendChat,
  staffChatFileContent,
} from '#shared/api/talk/chat.ts'
import { staffCallback, staffChat, staffChatState, staffSendChat, staffTalks } from '#shared/api/staff/talk.ts'
import { erasePerson } from '#server/customers/personal-data/erase.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { searchChat, staffChatLinks, staffSearchChat } from '#shared/api/talk/chat-search.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'
import { purgeChatFiles } from './files.ts'

let portal: TestApp
let world: World
let owner: Visitor
let manager: Visitor
let sales: Visitor
const maxMs = 30_000
const pdf = Buffer.from('%PDF-1.4\n%%EOF')

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  manager = await signedIn(portal, world.managerId)
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())

const write = (visitor: Visitor, message: string, key: string, more: object = {}) =>
  call(sendChat, { message, ...more }, { send: visitor.send, key })
const answer = (message: string, key: string, more: object = {}) =>
  call(staffSendChat, { account: world.ownerId, message, ...more }, { send: sales.send, key })

function upload(visitor: Visitor, path: string, bytes: Buffer): Promise<Response> {
  return visitor.send(path, { method: 'POST', body: new Uint8Array(bytes) })
}

test('[C.27] [P.7] a buyer and staff talk: order, from_whom, unread, read marks; a repeated key is one', async () => {
  expect(await call(getChat, {}, owner)).toMatchObject({ messages: [], version: 0, unread: 0, more: false })
  const first = await write(owner, 'Когда придёт машина?', 'one')
  expect(first.message).toMatchObject({ from_whom: 'user', message: 'Когда придёт машина?', read: false })
  expect((await write(owner, 'Когда придёт машина?', 'one')).message.id).toBe(first.message.id)
  await Promise.all(Array.from({ length: 5 }, () => write(owner, 'Ау!', 'two')))
  await expect(write(owner, '  ', 'empty')).rejects.toMatchObject({ status: 400 })

  const talks = await call(staffTalks, {}, sales)
  expect(talks.items).toEqual([
    expect.objectContaining({ kind: 'chat', id: world.ownerId, text: 'Ау!', waits: 0, assignee: null }),
  ])
  await answer('Проверю', 'note', { note: true })
  const reply = await answer('Завтра в девять', 'three')
  expect((await answer('Завтра в девять', 'three')).message.id).toBe(reply.message.id)
  const { messages, unread } = await call(getChat, {}, owner)
  expect(messages.map(({ from_whom, message }) => [from_whom, message])).toEqual([
    ['user', 'Когда придёт машина?'],
    ['user', 'Ау!'],
    ['manager', 'Завтра в девять'],
  ])
  expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(unread).toBe(1)
  // An answer marks the chat as read.
  expect(messages.map(({ read }) => read)).toEqual([true, true, false])
  expect(await call(readChat, { id: reply.message.id }, owner)).toMatchObject({ unread: 0 })
  expect((await call(getChat, {}, owner)).messages.at(-1)?.read).toBe(true)
  const staffs = await call(staffChat, { id: world.ownerId }, sales)
  expect(staffs.messages.map(({ note, read }) => [note, read]).at(-1)).toEqual([false, true])
  expect(staffs.messages.filter(({ note }) => note)).toHaveLength(1)
  expect(staffs.person).toMatchObject({ assignee: { id: world.salesId }, waiting: false })
  expect((await call(staffTalks, {}, sales)).counts).toEqual({ waiting: 0, mine: 1, nobody: 0 })
})

test('messages of many windows at once keep one order, and pages lead back through all of them', async () => {
  const busyBuyer = await signedIn(portal, world.accountantId)
  for (let n = 0; n < 60; n += 6)
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((window) => write(busyBuyer, `Строка ${n + window}`, `many-${n + window}`)),
    )
  const last = await call(getChat, {}, busyBuyer)
  const earlier = await call(getChat, { before: last.messages[0]?.id ?? 0 }, busyBuyer)
  expect([last.messages.length, last.more, earlier.messages.length, earlier.more]).toEqual([50, true, 10, false])
  const ids = [...earlier.messages, ...last.messages].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})

test('[N.4] a poll without news costs no SQL beyond the session check, and hears at once of news', async () => {
  await expect.poll(() => portal.listener.hears('events'), { timeout: maxMs }).toBe(true)
  const { version } = await call(getChat, {}, owner)
  const polled = () => call(getChat, { since: version }, owner)
  // All but the session check and the catalogue's reader, which uses the same pool.
  const anything = /^(?![^]*(\bsessions\b|catalogue_changes))(?!\s*(begin|commit)\b)/i
  // Events of earlier tests may still arrive on a busy machine.
  const quiet = () => countStatements(portal.pool, anything, () => new Promise((resolve) => setTimeout(resolve, 200)))
  await expect.poll(quiet, { timeout: maxMs }).toBe(0)
  // Late events have cleared the cache.
  await polled()
  const fivePolls = async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await polled()).toMatchObject({ unchanged: true, messages: [], version })
      await call(chatUnread, {}, owner)
    }
  }
  const counts: number[] = []
  while (counts.length < 3) counts.push(await countStatements(portal.pool, anything, fivePolls))
  // Background jobs use the same pool: a statement of theirs hardly falls into each of the three.
  expect(Math.min(...counts)).toBe(0)
  await answer('Новость', 'news')
  await expect.poll(async () => (await polled()).messages.at(-1)?.message, { timeout: maxMs }).toBe('Новость')
})

test('open windows of the buyer and the staff hear of a message by push, other people do not', async () => {
  const streams = [await openStream(owner), await openStream(sales), await openStream(manager)]
  await expect.poll(() => streams.every(({ others }) => others.includes('ready')), { timeout: maxMs }).toBe(true)
  await write(owner, 'Слышно?', 'push')
  const received = (place: number) => streams[place]?.changes.filter(({ topic }) => topic === 'chat')
  await expect.poll(() => [received(0)?.length, received(1)?.length], { timeout: maxMs }).toEqual([1, 1])
  expect(received(2)).toEqual([])
  for (const stream of streams) stream.leave()
})

test('[R.4] orders and goods are named by those who may see them; nobody reads another chat or its files', async () => {
  const hidden = await world.addContract()
  const place = { organisationId: world.organisationId, ownerId: world.ownerId }
  const open = await addOrder(portal.db, { ...place, contractId: world.contractId }, { lines: [] })
  const closed = await addOrder(portal.db, { ...place, contractId: hidden }, { lines: [] })
  const good = world.productIds[0] ?? 0
  await expect(write(manager, 'Вот', 'order', { orders: [closed.id] })).rejects.toMatchObject({ status: 400 })
  await expect(write(manager, 'Вот', 'good', { goods: [999_999] })).rejects.toMatchObject({ status: 400 })
  const sent = await write(manager, '', 'linked', { orders: [open.id], goods: [good] })
  expect(sent.message).toMatchObject({ orders: [{ id: open.id }], goods: [{ id: good, header: 'Товар 1' }] })
  const receiver = await signedIn(portal, world.receiverId)
  const withoutPrices = await write(receiver, 'Без цен', 'priceless', { orders: [open.id] })
  expect(withoutPrices.message.orders[0]?.sum).toBeNull()
  await portal.db.execute(sql`delete from account_contracts where account_id = ${world.managerId}`)
  expect((await call(getChat, {}, manager)).messages.at(-1)?.orders).toEqual([])
  expect((await call(getChat, {}, owner)).messages.map(({ message }) => message)).not.toContain('Без цен')

  const uploaded = await upload(owner, '/api/chat/files?name=Паспорт', pdf)
  const { file } = (await uploaded.json()) as { file: { id: number; name: string } }
  expect(file.name).toBe('Паспорт.pdf')
  expect((await upload(owner, '/api/chat/files', Buffer.from('<script>alert(1)</script>'))).status).toBe(422)
  await expect(write(manager, 'Чужой файл', 'stolen', { files: [file.id] })).rejects.toMatchObject({ status: 400 })
  await write(owner, 'Паспорт', 'file', { files: [file.id] })
  const address = chatFileContent.path.replace(':id', String(file.id))
  const own = await owner.send(address, { method: 'GET' })
  expect([own.status, own.headers.get('content-type'), own.headers.get('content-disposition')?.slice(0, 10)]).toEqual([
    200,
    'application/pdf',
    'attachment',
  ])
  expect((await manager.send(address, { method: 'GET' })).status).toBe(404)
  const ofStaff = staffChatFileContent.path.replace(':id', String(file.id))
  expect((await sales.send(ofStaff, { method: 'GET' })).status).toBe(200)
})

test('a search finds words and file names; notes and naming goods or the customer’s orders are for staff', async () => {
  await write(owner, 'Нужен Сертификат на ДЮБЕЛИ', 'search-1')
  await answer('Сертификат закажу в закупке', 'search-2', { note: true })
  const { file } = (await (await upload(owner, '/api/chat/files?name=Сертификат', pdf)).json()) as {
    file: { id: number }
  }
  await write(owner, 'Вот прошлый', 'search-3', { files: [file.id] })
  const found = async (query: string) =>
    (await call(searchChat, { query }, owner)).messages.map(({ message }) => message)
  expect(await found('сертификат')).toEqual(['Нужен Сертификат на ДЮБЕЛИ', 'Вот прошлый'])
  expect(await found('дюбели%')).toEqual([])
  await expect(found(' ')).rejects.toMatchObject({ status: 400 })
  expect((await call(searchChat, { query: 'сертификат' }, manager)).messages).toEqual([])
  const ofStaff = await call(staffSearchChat, { id: world.ownerId, query: 'сертификат' }, sales)
  expect(ofStaff.messages.map(({ note }) => note)).toEqual([false, true, false])

  const place = { organisationId: world.organisationId, ownerId: world.ownerId, contractId: world.contractId }
  const order = await addOrder(portal.db, place, { lines: [] })
  const links = await call(staffChatLinks, { id: world.ownerId, query: order.number }, sales)
  expect(links.orders).toEqual([expect.objectContaining({ id: order.id, number: order.number })])
  const { goods, orders } = await call(staffChatLinks, { id: world.ownerId, query: 'товар 1' }, sales)
  expect([goods.map(({ header }) => header).includes('Товар 1'), orders]).toEqual([true, []])
  expect((await call(staffChatLinks, { id: world.ownerId }, sales)).orders[0]?.id).toBe(order.id)
})

test('staff see chats and calls of their customers alone', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Иван', '1'), ('Пётр', '2') returning id",
  )
  const [mine = 0, another = 0] = rows.map(({ id }) => id)
  const foreign = await addOrganisation(portal.db, 'ООО «Чужой»', { personalManagerId: another })
  await addContract(portal.db, { ...foreign, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: [] })
  const strangerId = await addAccount(portal.db, { role: 'owner', organisationId: foreign.organisationId })
  const stranger = await signedIn(portal, strangerId)
  await portal.db.execute(sql`update accounts set personal_manager_id = ${mine} where id = ${world.salesId}`)
  await write(stranger, 'Секрет', 'secret')
  await call(requestCallback, { data: { phone: '8 495 730-15-99', firstname: 'Чужой' } }, stranger)
  const seen = await call(staffTalks, { scope: 'all' }, sales)
  expect(JSON.stringify(seen)).not.toMatch(/Секрет|Чужой/)
  await expect(call(staffChat, { id: strangerId }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffChatLinks, { id: strangerId }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffSearchChat, { id: strangerId, query: 'Секрет' }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffSendChat, { account: strangerId, message: 'А' }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffChatState, { account: strangerId, action: 'take' }, sales)).rejects.toMatchObject({
    status: 404,
  })
  expect(JSON.stringify(await call(staffTalks, { scope: 'all' }, await signedIn(portal, world.adminId)))).toMatch(
    /Секрет/,
  )
})

test('[C.28] [E.14] [P.7] guests and buyers ask for a call, once per phone; staff say how it ended', async () => {
  const guest = portal.visitor()
  const data = { phone: '84957301520', firstname: 'Ирина', time: 'tomorrow' as const }
  expect(await call(requestCallback, { data }, guest)).toEqual({
    status: 'success',
    message: 'Спасибо! Мы вам перезвоним',
  })
  await Promise.all([1, 2, 3].map(() => call(requestCallback, { data }, guest)))
  await expect(call(requestCallback, { data: { ...data, phone: '12' } }, guest)).rejects.toMatchObject({ status: 400 })
  await expect(call(requestCallback, { data: { ...data, firstname: ' ' } }, guest)).rejects.toMatchObject({
    status: 400,
  })
  await call(requestCallback, { data: { phone: '+7 (495) 730-15-21', firstname: 'Павел' } }, owner)
  const calls = (await call(staffTalks, {}, sales)).items
    .filter(({ kind }) => kind === 'call')
    .toSorted((a, b) => a.id - b.id)
  expect(calls).toEqual([
    expect.objectContaining({
      name: 'Ирина',
      phone: '+7 (495) 730-15-20',
      call: expect.objectContaining({ wanted: 'tomorrow', account: null }),
    }),
    expect.objectContaining({ name: 'Павел', organisation: 'ООО «Вектор»' }),
  ])
  const id = calls[0]?.id ?? 0
  await call(staffCallback, { id, action: 'take' }, sales)
  expect((await call(staffTalks, { scope: 'mine' }, sales)).items.some((each) => each.kind === 'call')).toBe(true)
  await call(staffCallback, { id, action: 'done', result: 'Договорились' }, sales)
  await call(staffCallback, { id, action: 'done', result: 'Ещё раз' }, sales)
  const { rows } = await portal.db.execute(sql`select result from callbacks where id = ${id}`)
  expect(rows).toEqual([{ result: 'Договорились' }])
  await expect(call(staffCallback, { id: 999_999, action: 'take' }, sales)).rejects.toMatchObject({ status: 404 })
})

test('files that were never sent go after a day; those of an erased person go with them', async () => {
  const files = openLocalStore(join(portal.config.dataDir, 'files'))
  const keyOf = async (id: number) => {
    const { rows } = await portal.db.execute<{ key: string }>(
      sql`select store_key as key from chat_files where id = ${id}`,
    )
    return rows[0]?.key ?? ''
  }
  const kept = async (visitor: Visitor) => {
    const { file } = (await (await upload(visitor, '/api/chat/files', pdf)).json()) as { file: { id: number } }
    return { id: file.id, key: await keyOf(file.id) }
  }
  const departingId = await addAccount(portal.db, { role: 'manager', organisationId: world.organisationId })
  const departing = await signedIn(portal, departingId)
  const [sent, loose, departingsFile] = [await kept(owner), await kept(owner), await kept(departing)]
  await write(owner, 'Вот файл', 'kept-file', { files: [sent.id] })
  await write(departing, 'Мой файл', 'leaver-file', { files: [departingsFile.id] })
  const standing = () => Promise.all([sent, loose, departingsFile].map(({ key }) => files.has(key)))

  await purgeChatFiles({ ...portal, files })
  expect(await standing()).toEqual([true, true, true])
  await purgeChatFiles({ ...portal, files }, { now: new Date(Date.now() + 86_400_000 + 60_000) })
  expect(await standing()).toEqual([true, false, true])
  await expect(write(owner, 'Поздно', 'late-file', { files: [loose.id] })).rejects.toMatchObject({ status: 400 })

  await portal.db.transaction((tx) =>
    erasePerson(tx, bySystem, { accountId: departingId, login: '', organisationId: world.organisationId }),
  )
  // If the store fails, the key is kept for the next run.
  const failing = { ...files, delete: () => Promise.reject(new Error('no disk')) }
  await expect(purgeChatFiles({ ...portal, files: failing })).rejects.toThrow('no disk')
  await purgeChatFiles({ ...portal, files })
  expect(await standing()).toEqual([true, false, false])
})
