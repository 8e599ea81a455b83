import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/claims.ts'
import * as termsApi from '#shared/api/staff/claim-terms.ts'
import * as staffApi from '#shared/api/staff/claims.ts'
import { dayOf, formatDay, isWorkingDay } from '#shared/rules/dates.ts'
import { fieldName } from '#server/doors/administration/audit/text.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
let send: FeedSender
let photo: Buffer
let order: { id: number; number: string }

beforeAll(async () => {
  portal = await startExchangeApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
  send = feedSender(portal.origin)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b42318' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate claims, claim_files, notifications, mails cascade`)
  await portal.db.execute(sql`delete from settings where name like 'claims.%'`)
  order = await shippedOrder()
})

const [first, second] = [() => world.productIds[0] ?? 0, () => world.productIds[1] ?? 0]

/** Shipped: 5 of the first good, 10 of the second. */
async function shippedOrder(): Promise<{ id: number; number: string }> {
  const warehouseId = world.warehouseIds[0] ?? 0
  const lines = [
    { productId: first(), warehouseId, quantity: 6, price: 61_900, reserved: false },
    { productId: second(), warehouseId, quantity: 10, reserved: false },
  ]
  const made = await addOrder(portal.db, world, { state: 11, lines })
  await portal.db.execute(sql`
    update order_lines set shipped_milli = case position when 1 then 5000 else 10000 end where order_id = ${made.id}`)
  await portal.db.execute(sql`insert into order_events (order_id, state, author) values (${made.id}, 11, '1С')`)
  return made
}

type Product = { id: number; qty: number; type?: number | string; description?: string }
async function file(products: Product[], more: object = {}): Promise<{ id: number; number: string }> {
  const reclamation = { orderCode1c: order.number, type: 'Недостача', products, ...more }
  return (await call(api.fileClaim, { reclamation }, owner)).claim
}
const read = async (id: number) => (await call(api.getClaim, { id }, owner)).claim
const readAsStaff = async (id: number) => (await call(staffApi.staffGetClaim, { id }, staff)).claim
const decide = (id: number, lines: object[]) =>
  call(staffApi.decideClaim, { id, lines: lines as never, text: 'Решили' }, staff)
const line = (number: number, accepted: number, more: object = {}) => ({
  line: number,
  accepted,
  settle: 'credit' as const,
  ...more,
})

test('[S.9] [N.6] each line has its own reason and words; together they claim at most what was shipped', async () => {
  await expect(
    file([
      { id: first(), qty: 4 },
      { id: first(), qty: 2, type: 'Возврат' },
    ]),
  ).rejects.toMatchObject({ code: 'overClaimed' })
  await expect(file([{ id: first(), qty: 1, type: 'Брак' }])).rejects.toMatchObject({ code: 'photoNeeded' })
  await expect(file([{ id: first(), qty: 1, type: 'Пожар' }])).rejects.toMatchObject({ status: 400 })
  const upload = await owner.send('/api/claimFile/?name=1.jpg', { method: 'POST', body: photo as never })
  const { file: sent } = (await upload.json()) as { file: { id: number } }
  const claim = await file(
    [
      { id: first(), qty: 2, type: 1, description: 'Люфт шпинделя' },
      { id: second(), qty: 3 },
      { id: first(), qty: 3, type: 3 },
    ],
    { description: 'Партия от понедельника', files: [sent.id] },
  )
  expect(await read(claim.id)).toMatchObject({
    type_name: 'Брак, возврат, недостача',
    text: 'Партия от понедельника',
    products: [
      { id: first(), qnt: 2, type_name: 'Брак', wish: 'replacement', text: 'Люфт шпинделя' },
      { id: first(), qnt: 3, type_name: 'Возврат', wish: 'money', text: '' },
      { id: second(), qnt: 3, type_name: 'Недостача', wish: 'resupply' },
    ],
  })
  const { lines } = await call(api.orderClaims, { id: order.id }, owner)
  expect(lines).toMatchObject([
    { ordered: 6, shipped: 5, claimed: 5, settled: 0, left: 0 },
    { ordered: 10, shipped: 10, claimed: 3, settled: 0, left: 7 },
  ])
})

test('an accepted quantity finer than thousandths is refused, not rounded', async () => {
  const claim = await file([{ id: first(), qty: 2 }])
  await expect(decide(claim.id, [line(1, 1.9996)])).rejects.toMatchObject({
    status: 400,
    body: { fields: { 'lines.0.accepted': 'Не больше трёх знаков после запятой' } },
  })
  expect((await read(claim.id)).decided_at).toBeNull()
})

test('audits a decision, an assignment and a closing, line by line, before and after', async () => {
  const claim = await file([
    { id: first(), qty: 2 },
    { id: second(), qty: 4 },
  ])
  await call(staffApi.assignClaim, { id: claim.id, assignee: world.adminId }, staff)
  const lines = [line(1, 2), line(2, 1, { reason: 'Склад нашёл три' })]
  for (let n = 0; n < 2; n += 1) await decide(claim.id, lines)
  for (let n = 0; n < 2; n += 1) await call(staffApi.closeClaim, { id: claim.id, document: 'УКД 57' }, staff)
  const rows = (await listAuditRows(portal.db, { limit: 20 })).filter(
    ({ objectType, objectId }) => objectType === 'claim' && objectId === String(claim.id),
  )
  expect(rows.map(({ action, accountId }) => [action, accountId === world.adminId])).toEqual([
    ['claim.closed', true],
    ['claim.decided', true],
    ['claim.assigned', true],
    ['claim.filed', false],
  ])
  const decided = rows.find(({ action }) => action === 'claim.decided')
  expect(decided?.changes).toMatchObject({
    state: { before: 'working', after: 'partial' },
    'lines.1': { before: null, after: { acceptedMilli: 2000, settleBy: 'credit', rejectReason: null } },
    'lines.2': { before: null, after: { acceptedMilli: 1000, rejectReason: 'Склад нашёл три' } },
  })
  for (const field of rows.flatMap(({ changes }) => Object.keys(changes))) expect(fieldName(field)).toMatch(/[А-Я]/)
})

test('each person has unread messages until they read them; notes count for nobody outside', async () => {
  const claim = await file([{ id: first(), qty: 1 }])
  const unread = async (visitor: Visitor) =>
    (await call(api.listClaims, {}, visitor)).items.find(({ id }) => id === claim.id)?.unread
  const queued = async () => (await call(staffApi.staffClaims, {}, staff)).items[0]?.unread
  expect([await unread(owner), await queued()]).toEqual([0, 1])
  const other = await file([{ id: first(), qty: 1 }])
  await decide(other.id, [line(1, 1)])
  expect((await call(staffApi.staffClaims, { group: 'decided' }, staff)).items).toMatchObject([{ unread: 0 }])
  await call(api.readClaimThread, { id: other.id, message: 2_000_000_000 }, owner)
  const { messages } = await readAsStaff(claim.id)
  const last = messages.at(-1)?.id ?? 0
  await call(staffApi.staffReadClaimThread, { id: claim.id, message: last + 1000 }, staff)
  expect(await queued()).toBe(0)
  await call(staffApi.writeToClaim, { id: claim.id, text: 'Для своих', note: true }, staff)
  await call(staffApi.writeToClaim, { id: claim.id, text: 'Проверим' }, staff)
  const manager = await signedIn(portal, world.managerId)
  expect([await unread(owner), await unread(manager)]).toEqual([1, 1])
  expect((await call(api.listClaims, {}, owner)).news).toBe(1)
  const answer = (await read(claim.id)).messages.at(-1)
  expect((await readAsStaff(claim.id)).messages.at(-1)).toMatchObject({ text: 'Проверим', read: false })
  for (let n = 0; n < 2; n += 1) await call(api.readClaimThread, { id: claim.id, message: answer?.id ?? 0 }, owner)
  await call(api.readClaimThread, { id: claim.id, message: 1 }, owner)
  expect([await unread(owner), await unread(manager)]).toEqual([0, 1])
  expect((await call(api.listClaims, {}, owner)).news).toBe(0)
  expect((await readAsStaff(claim.id)).messages.at(-1)).toMatchObject({ text: 'Проверим', read: true })
  const stranger = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', ...(await addOrganisation(portal.db, 'ООО «Чужие»')) }),
  )
  await expect(call(api.readClaimThread, { id: claim.id, message: 1 }, stranger)).rejects.toMatchObject({ status: 404 })
})

test('news of a claim come at once to the windows of those who may see it, and to nobody else', async () => {
  const claim = await file([{ id: first(), qty: 1 }])
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  const streams = await Promise.all([owner, staff, stranger].map((visitor) => openStream(visitor)))
  for (const { others } of streams) await expect.poll(() => others, { timeout: 5000 }).toEqual(['ready'])
  await call(staffApi.writeToClaim, { id: claim.id, text: 'Проверим' }, staff)
  const received = (index: number) => streams[index]?.changes.filter(({ topic }) => topic === 'claims')
  for (const index of [0, 1])
    await expect.poll(() => received(index), { timeout: 5000 }).toEqual([{ topic: 'claims', id: claim.id }])
  expect(received(2)).toEqual([])
})

test('staff see what else was claimed of a good, of their customers alone', async () => {
  const earlier = await file([{ id: first(), qty: 1 }])
  const claim = await file([
    { id: first(), qty: 1 },
    { id: second(), qty: 1 },
  ])
  expect((await readAsStaff(claim.id)).products.map((each) => each.also_claimed)).toEqual([1, 0])
  const { items } = await call(staffApi.claimsOfGood, { id: first() }, staff)
  expect(items.map(({ number, qnt }) => [number, qnt])).toEqual([
    [claim.number, 1],
    [earlier.number, 1],
  ])
  await call(api.withdrawClaim, { id: earlier.id }, owner)
  expect((await readAsStaff(claim.id)).products[0]?.also_claimed).toBe(0)
})

test('claim deadlines are bounded settings; overdue and unanswered claims come first and are marked', async () => {
  const { terms } = await call(termsApi.claimTerms, {}, staff)
  expect(terms).toEqual({ counted_days: 3, defect_days: 14, decision_days: 10, answer_days: 5 })
  const save = (change: object, seen = terms) =>
    call(termsApi.saveClaimTerms, { seen, terms: { ...terms, ...change } }, staff)
  for (const days of [0, 61, 1.5, 'десять'])
    await expect(save({ decision_days: days })).rejects.toMatchObject({
      status: 400,
      body: { fields: { 'terms.decision_days': 'Целое число от 1 до 60' } },
    })
  const older = await file([{ id: first(), qty: 1 }])
  await save({ decision_days: 1, answer_days: 2 })
  await expect(save({ decision_days: 3 })).rejects.toMatchObject({ status: 409 })
  const newer = await file([{ id: second(), qty: 1 }])
  const due = async (id: number) => (await read(id)).decide_by
  expect(await due(older.id)).not.toBe(await due(newer.id))
  const queue = async (group?: 'buyer') =>
    (await call(staffApi.staffClaims, { group }, staff)).items.map(({ id, overdue, unanswered }) => ({
      id,
      overdue,
      unanswered,
    }))
  const calm = { overdue: false, unanswered: false }
  expect(await queue()).toEqual([
    { id: newer.id, ...calm },
    { id: older.id, ...calm },
  ])
  await call(staffApi.sendClaimQuestion, { id: newer.id, text: 'Серийный номер?' }, staff)
  const answerBy = (await read(newer.id)).answer_by
  let day = dayOf(new Date())
  for (let left = 2; left > 0;) {
    day = dayOf(new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000))
    if (isWorkingDay(day, new Map())) left -= 1
  }
  expect(answerBy).toBe(formatDay(day))
  expect(await queue('buyer')).toEqual([{ id: newer.id, ...calm }])
  await portal.db.execute(sql`update claims set answer_by = '2026-01-12' where id = ${newer.id}`)
  await portal.db.execute(sql`update claims set decide_by = '2026-01-12' where id = ${older.id}`)
  expect(await queue()).toEqual([
    { id: older.id, overdue: true, unanswered: false },
    { id: newer.id, overdue: false, unanswered: true },
  ])
  expect(await read(older.id)).toMatchObject({ overdue: true })
})

test('a contract may have its own bounded deadlines, audited; they apply to later claims and questions', async () => {
  const none = { counted_days: null, defect_days: null, decision_days: null, answer_days: null }
  const id = world.contractId
  const save = (change: object, seen: termsApi.OwnClaimTerms = none) =>
    call(termsApi.saveContractClaimTerms, { id, seen, terms: { ...none, ...change } }, staff)
  await expect(save({ answer_days: 31 })).rejects.toMatchObject({
    status: 400,
    body: { fields: { 'terms.answer_days': 'Целое число от 1 до 30' } },
  })
  const general = await file([{ id: first(), qty: 1 }])
  const fileBefore = (await call(api.orderClaims, { id: order.id }, owner)).file_by
  const { contract } = await save({ defect_days: 60, decision_days: 1 })
  expect(contract).toMatchObject({ id, terms: { ...none, defect_days: 60, decision_days: 1 } })
  await expect(save({ answer_days: 2 })).rejects.toMatchObject({ status: 409 })
  const own = await file([{ id: second(), qty: 1 }])
  expect((await read(own.id)).decide_by).not.toBe((await read(general.id)).decide_by)
  const fileAfter = (await call(api.orderClaims, { id: order.id }, owner)).file_by
  expect(fileAfter?.['1']).not.toBe(fileBefore?.['1'])
  expect(fileAfter?.['5']).toBe(fileBefore?.['5'])
  const { terms } = await call(api.listClaims, {}, owner)
  expect(terms).toMatchObject({ defect_days: 14, contracts: [{ counted_days: 3, defect_days: 60 }] })
  expect((await call(termsApi.contractClaimTerms, {}, staff)).items).toEqual([contract])
  expect((await call(termsApi.contractClaimTerms, { query: contract.number }, staff)).items).toContainEqual(contract)
  expect((await call(termsApi.contractClaimTerms, { query: 'no such' }, staff)).items).toEqual([])
  const rows = await listAuditRows(portal.db, { limit: 20 })
  const row = rows.find(({ action }) => action === 'contract.changed')
  expect(row?.changes).toMatchObject({ claimDefectDays: { after: 60 }, claimDecisionDays: { after: 1 } })
  await save({}, contract.terms)
  expect((await call(termsApi.contractClaimTerms, {}, staff)).items).toEqual([])
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
  await expect(call(termsApi.saveContractClaimTerms, { id, seen: none, terms: none }, stranger)).rejects.toMatchObject({
    status: 403,
  })
})

test('an undecided claim shows the replacement stock and the next order; a decided one does not', async () => {
  await portal.db.execute(sql`update stocks set on_hand_milli = 0 where product_id = ${second()}`)
  await portal.db.execute(sql`update stocks set on_hand_milli = 58000, reserved_milli = 0, safety_milli = 0
    where product_id = ${first()}`)
  const next = await addOrder(portal.db, world, { state: 5, lines: [] })
  const claim = await file([
    { id: first(), qty: 2 },
    { id: second(), qty: 1 },
  ])
  const stock = { qnt: 58, label: null, enough: true }
  expect(await read(claim.id)).toMatchObject({
    next_order: { id: next.id, number: next.number },
    papers: [],
    products: [{ stock }, { stock: null }],
  })
  await portal.db.execute(sql`update contracts set stock_display = 'words', stock_cap_milli = 10000`)
  expect((await read(claim.id)).products[0]?.stock).toMatchObject({ qnt: 10, label: 'есть', enough: true })
  expect((await readAsStaff(claim.id)).products[0]?.stock).toMatchObject(stock)
  await portal.db.execute(sql`update contracts set stock_display = 'exact'`)
  await decide(claim.id, [line(1, 2), line(2, 1)])
  expect(await read(claim.id)).toMatchObject({ next_order: null, products: [{ stock: null }, { stock: null }] })
})

test('a claim starts from an order or a good with a claimable quantity', async () => {
  const found = async (query = '') => (await call(api.ordersToClaim, { query }, owner)).items
  const articul = `A-${second()}`
  expect((await found()).find(({ id }) => id === order.id)).toMatchObject({
    number: order.number,
    lines: 2,
    good: null,
  })
  expect(await found(order.number)).toMatchObject([{ id: order.id }])
  expect((await found(articul)).find(({ id }) => id === order.id)?.good).toMatchObject({ articul })
  expect(await found('%')).toEqual([])
  await file([
    { id: first(), qty: 5 },
    { id: second(), qty: 10 },
  ])
  expect((await found()).some(({ id }) => id === order.id)).toBe(false)
  const stranger = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'manager', organisationId: world.organisationId }),
  )
  expect((await call(api.ordersToClaim, {}, stranger)).items).toEqual([])
})

test('1C decides by the feed: each line is answered, a repeat changes nothing, garbage stops nobody', async () => {
  const schema = (await (await fetch(`${portal.origin}/1c-exchange/feeds/claims/schema`)).json()) as {
    required: string[]
    properties: { lines: { items: { required: string[] } } }
  }
  expect([schema.required, schema.properties.lines.items.required]).toEqual([
    ['id', 'lines'],
    ['line', 'accepted'],
  ])
  const whole = await file([
    { id: first(), qty: 2 },
    { id: second(), qty: 4 },
  ])
  const part = await file([{ id: first(), qty: 1 }])
  const decision = {
    id: whole.number,
    lines: [
      { line: 1, accepted: 2, settle: 'replacement' },
      { line: 2, accepted: 1.5, reason: 'Склад нашёл остальное' },
    ],
    text: 'По пересчёту',
    document: 'УКД 57 от 12.10.2026',
  }
  const answers = await send('claims', [
    decision,
    'не JSON',
    '{"id":"RK-1","lines":',
    { id: 'RK-0', lines: [{ line: 1, accepted: 1 }] },
    { id: '9f6a1f5e-8f3b-4a58-9a55-5a2f6d1c0e77', lines: [{ line: 1, accepted: 1 }] },
    { id: part.number, lines: [] },
    { id: part.number, lines: [{ line: 1, accepted: -1 }] },
    { id: part.number, lines: [{ line: 1, accepted: 'два' }] },
    { id: part.number, lines: [{ line: 1, accepted: 1, settle: 'подарок' }] },
    { id: part.number },
    { id: part.number, deleted: true },
  ])
  expect(answers.map(({ line: number, status }) => [number, status])).toEqual([
    [1, 'accepted'],
    ...Array.from({ length: 10 }, (_, index) => [index + 2, 'rejected']),
  ])
  expect(answers.every(({ status, reason }) => status === 'accepted' || /[а-я]/i.test(reason ?? ''))).toBe(true)
  expect(answers[3]?.reason).toBe('Рекламация не найдена: RK-0')
  expect(await read(whole.id)).toMatchObject({
    state: 'closed',
    document: 'УКД 57 от 12.10.2026',
    products: [
      { accepted: 2, settle: 'replacement' },
      { accepted: 1.5, settle: 'credit' },
    ],
  })
  expect((await read(part.id)).state).toBe('new')
  const notices = async () =>
    (await portal.db.execute<{ n: number }>(sql`select count(*)::int as n from claim_messages`)).rows[0]?.n
  const before = await notices()
  expect(await send('claims', [decision])).toEqual([{ line: 1, id: whole.number, status: 'accepted' }])
  expect(await notices()).toBe(before)
  const over = await send('claims', [
    { id: part.number, lines: [{ line: 1, accepted: 2 }] },
    { id: whole.number, lines: [line(1, 0, { reason: 'Передумали' }), line(2, 4)] },
  ])
  expect(over).toMatchObject([
    { status: 'rejected', reason: 'Строка 1: заявлено меньше, чем 2' },
    { status: 'rejected', reason: 'По рекламации уже принято решение' },
  ])
  // Of two feed lines about one claim the last counts.
  await send('claims', [
    { id: part.number, lines: [{ line: 1, accepted: 1 }] },
    { id: part.number, lines: [{ line: 1, accepted: 0, reason: 'Не подтвердилось' }] },
  ])
  expect(await read(part.id)).toMatchObject({ state: 'rejected', products: [{ reason: 'Не подтвердилось' }] })
  const rows = (await listAuditRows(portal.db, { limit: 20 })).filter(({ objectId }) => objectId === String(part.id))
  expect(rows).toMatchObject([
    { action: 'claim.decided', origin: 'exchange' },
    { action: 'claim.filed', origin: 'web' },
  ])
})
