import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpointAddress } from '#shared/api/address.ts'
import * as buyerApi from '#shared/api/money/acts.ts'
import * as api from '#shared/api/money/staff-acts.ts'
import { notifications } from '#shared/api/notifications.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { textOf as pdfText } from '#tests/support/pdf.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let sales: Visitor
const today = dayOf(new Date())

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { contract: { number: '114-О' } })
  owner = await signedIn(portal, world.ownerId)
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate acts, ledger_entries, ledger_states, notifications, mails cascade`)
  await addLedger(
    portal.db,
    world.contractId,
    [4146, 4188, 4201].map((number) => ({ number: String(number), day: addDays(today, -20), debit: 100_000 })),
  )
})

/** An act of the last days, built. */
async function addBuiltAct(days: number): Promise<number> {
  const period = { startdate: formatDay(addDays(today, -days)), enddate: formatDay(today) }
  const { act } = await call(buyerApi.requestAct, period, owner)
  await expect
    .poll(async () => (await call(buyerApi.readAct, { id: act.id }, owner)).act.state, { timeout: 10_000 })
    .toBe('ready')
  return act.id
}

/** An act whose lines 1 and 2 the buyer disputes. */
async function addDisputedAct(days = 30): Promise<number> {
  const id = await addBuiltAct(days)
  for (const [match, comment] of [
    [1, 'Не получали'],
    [2, 'Вернули'],
  ] as const)
    await call(buyerApi.answerActMatch, { id, match, answer: 'dispute', comment }, owner)
  await call(buyerApi.disputeAct, { id }, owner)
  return id
}

const reply = (id: number, match: number, kind: 'accept' | 'refuse' | 'none', reason = '', who = sales) =>
  call(api.replyToActLine, { id, match, reply: kind, reason }, who)
const send = (id: number, who = sales) => call(api.sendActReply, { id }, who)
const buyersRows = async (id: number) =>
  (await call(buyerApi.actRows, { id, view: 'disputed' }, owner)).items.map(({ match, reply: kind, reply_reason }) => ({
    match,
    reply: kind,
    reply_reason,
  }))
const buyerNotices = async () =>
  (await call(notifications, {}, owner)).items.filter(({ title }) => title.startsWith('Ответ на разногласия'))

test('[C.26] staff find disputed acts first, with the balances and the buyer’s words about each line', async () => {
  const newer = await addDisputedAct(30)
  const older = await addDisputedAct(29)
  const ready = await addBuiltAct(28)
  await portal.db.execute(sql`update acts set answered_at = now() - interval '3 days' where id = ${older}`)
  const queue = await call(api.staffActs, { group: 'all' }, sales)
  expect(queue.items.map(({ id }) => id)).toEqual([older, newer, ready])
  expect(queue.counts).toEqual({ waiting: 2, working: 0, buyer: 1, replied: 0, confirmed: 0, all: 3 })
  expect((await call(api.staffActs, {}, sales)).items.map(({ id }) => id)).toEqual([older, newer])
  const { act } = await call(api.staffGetAct, { id: newer }, sales)
  expect(act).toMatchObject({ organisation: 'ООО «Вектор»', disputed: 2, unreplied: 2, opening: 0, closing: 3000 })
  const { items, pagination } = await call(api.staffActRows, { id: newer, perpage: 1, page: 2 }, sales)
  expect(pagination).toMatchObject({ page: 2, pages: 2, total: 2 })
  expect(items).toMatchObject([{ match: 2, comment: 'Вернули', reply: null, ours: [{ debit: 1000 }] }])
  for (const [query, count] of [
    [act.number, 1],
    ['вектор', 3],
    ['114-О', 3],
    ['нет такого', 0],
  ] as const)
    expect((await call(api.staffActs, { group: 'all', query }, sales)).items, query).toHaveLength(count)
})

test('[C.26] the buyer sees the replies, and is notified once, only when all are sent', async () => {
  const id = await addDisputedAct()
  await expect(reply(id, 1, 'refuse', ' ')).rejects.toMatchObject({ status: 400 })
  await expect(reply(id, 3, 'accept')).rejects.toMatchObject({ status: 404 })
  await reply(id, 1, 'accept')
  await expect(send(id)).rejects.toMatchObject({ code: 'actUnreplied' })
  await reply(id, 2, 'accept')
  await reply(id, 2, 'none')
  const refused = await reply(id, 2, 'refuse', 'Возврат не оформлен')
  expect(refused.act).toMatchObject({ accepted: 1, refused: 1, unreplied: 0, replied_at: null })
  expect(await buyersRows(id)).toEqual([1, 2].map((match) => ({ match, reply: null, reply_reason: '' })))
  expect((await call(buyerApi.readAct, { id }, owner)).act).toMatchObject({ accepted: 0, refused: 0, replied_at: null })
  expect(await sheetText(id)).not.toMatch(/Возврат не оформлен/)
  expect(await buyerNotices()).toEqual([])

  await Promise.all([send(id), send(id), send(id)])
  await send(id)
  expect(await buyersRows(id)).toEqual([
    { match: 1, reply: 'accept', reply_reason: '' },
    { match: 2, reply: 'refuse', reply_reason: 'Возврат не оформлен' },
  ])
  expect((await call(buyerApi.readAct, { id }, owner)).act).toMatchObject({
    state: 'disputed',
    accepted: 1,
    refused: 1,
    replied_by: 'Имя sales',
  })
  expect(await sheetText(id)).toMatch(/поставщик отказал; Возврат не оформлен/)
  expect(await buyerNotices()).toMatchObject([
    {
      link: `/acts/${id}`,
      text: expect.stringMatching(
        /Согласились с вами по строкам: 1\. Отказали по строкам: 1\. Возврат не оформлен/,
      ) as string,
    },
  ])
  await expect(reply(id, 1, 'refuse', 'Поздно')).rejects.toMatchObject({ code: 'actReplied' })
  expect((await call(api.staffActs, { group: 'replied' }, sales)).items).toMatchObject([{ id, assignee: 'Имя sales' }])
  const audited = (await listAuditRows(portal.db, { limit: 50 })).filter(({ action }) => action === 'act.replied')
  expect(audited).toHaveLength(1)
  expect(audited[0]).toMatchObject({
    accountId: world.salesId,
    objectId: String(id),
    changes: { 'lines.2': { after: 'отказ: Возврат не оформлен' } },
  })
})

test('only disputed acts take replies; the buyer’s new act of the period starts without them', async () => {
  const ready = await addBuiltAct(28)
  await expect(reply(ready, 1, 'accept')).rejects.toMatchObject({ code: 'actNotDisputed' })
  await expect(send(ready)).rejects.toMatchObject({ code: 'actNotDisputed' })
  await expect(send(999_999)).rejects.toMatchObject({ status: 404 })
})

test('staff assign an act to each other and note what to do; neither is shown to the buyer', async () => {
  const id = await addDisputedAct()
  const assign = (assignee: number | undefined) =>
    call(api.assignAct, { id, ...(assignee === undefined ? {} : { assignee }) }, sales)
  expect((await assign(world.adminId)).act).toMatchObject({ assignee_id: world.adminId })
  await assign(world.adminId)
  await expect(assign(world.ownerId)).rejects.toMatchObject({ status: 404 })
  const mine = async (who: Visitor) => (await call(api.staffActs, { mine: true }, who)).items.length
  expect([await mine(sales), await mine(await signedIn(portal, world.adminId))]).toEqual([0, 1])
  expect((await assign(undefined)).act.assignee_id).toBeNull()
  const audited = (await listAuditRows(portal.db, { limit: 50 })).filter(({ action }) => action === 'act.assigned')
  expect(audited.map(({ changes }) => changes.assigneeId?.after)).toEqual([null, world.adminId])
  expect((await call(api.setActNote, { id, note: ' Ждём бухгалтерию ' }, sales)).act.note).toBe('Ждём бухгалтерию')
  const seen = JSON.stringify([
    await call(buyerApi.readAct, { id }, owner),
    await call(buyerApi.actRows, { id, view: 'all' }, owner),
  ])
  expect(seen).not.toMatch(/бухгалтери/)
})

test('staff open the act that the buyer signs, once it is built', async () => {
  const id = await addDisputedAct()
  const pdf = async (visitor: Visitor, actId = id) => visitor.send(endpointAddress(api.staffActPdf, { id: actId }), {})
  const printed = async (response: Response) =>
    (await pdfText(Buffer.from(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  const own = await pdf(sales)
  expect(own.headers.get('content-disposition')).toMatch(/^(attachment|inline); .*\.pdf/)
  const text = await printed(own)
  expect(text).toContain('4146')
  expect(text).toBe(await printed(await owner.send(endpointAddress(buyerApi.actPdf, { id }), {})))
  await portal.db.execute(sql`update acts set state = 'requested' where id = ${id}`)
  expect((await pdf(sales)).status).toBe(422)
})

test('[R.4] staff see and change acts of their own customers only, and hear of them at once', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Иван', '1'), ('Пётр', '2') returning id",
  )
  const [mine, another] = rows.map(({ id }) => id)
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Чужой»')
  await portal.db.execute(sql`update organisations set personal_manager_id = ${another} where id = ${organisationId}`)
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${another} where id = ${world.organisationId}`,
  )
  const strangerId = await addAccount(portal.db, { role: 'sales' })
  await portal.db.execute(sql`update accounts set personal_manager_id = ${mine} where id = ${strangerId}`)
  await portal.db.execute(sql`update accounts set personal_manager_id = ${another} where id = ${world.salesId}`)
  const stranger = await signedIn(portal, strangerId)
  const streams = await Promise.all([sales, stranger].map((visitor) => openStream(visitor)))
  for (const { others } of streams) await expect.poll(() => others, { timeout: 5000 }).toEqual(['ready'])
  const id = await addDisputedAct()
  const received = (index: number) => streams[index]?.changes.filter(({ topic }) => topic === 'acts')
  await expect.poll(() => received(0), { timeout: 5000 }).toContainEqual({ topic: 'acts', id })
  expect(received(1)).toEqual([])
  expect((await call(api.staffActs, { group: 'all' }, stranger)).items).toEqual([])
  for (const refused of [
    () => call(api.staffGetAct, { id }, stranger),
    () => call(api.staffActRows, { id }, stranger),
    () => reply(id, 1, 'accept', '', stranger),
    () => send(id, stranger),
    () => call(api.assignAct, { id, assignee: strangerId }, stranger),
    () => call(api.setActNote, { id, note: 'Чужое' }, stranger),
    () => call(api.assignAct, { id, assignee: strangerId }, sales),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 })
  expect((await stranger.send(endpointAddress(api.staffActPdf, { id }), {})).status).toBe(404)
  await expect(call(api.staffActs, {}, owner)).rejects.toMatchObject({ status: 403 })
})

async function sheetText(id: number): Promise<string> {
  const response = await owner.send(`/api/act/${id}/act.xlsx`, {})
  return JSON.stringify(await readWorkbook(Buffer.from(await response.arrayBuffer())))
}
