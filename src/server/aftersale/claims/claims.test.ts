import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startActing } from '#shared/api/administration/acting.ts'
import * as api from '#shared/api/claims.ts'
import { notifications } from '#shared/api/notifications.ts'
import * as staffApi from '#shared/api/staff/claims.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { textOf } from '#tests/support/pdf.ts'
import { call } from '#web/api/client.ts'
import { applyDecisionOf1c } from './decisions-of-1c.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
let photo: Buffer
let order: { id: number; number: string }

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b42318' } })
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate claims, claim_files, notifications, mails cascade`)
  order = await shippedOrder()
})

const goods = () => ({ id: world.productIds[0] ?? 0, second: world.productIds[1] ?? 0 })

/** Ordered: 6 and 10; shipped: 5 and 10. Cancelled quantities do not count. */
async function shippedOrder(buyer = world): Promise<{ id: number; number: string }> {
  const { id, second } = goods()
  const warehouseId = world.warehouseIds[0] ?? 0
  const lines = [
    { productId: id, warehouseId, quantity: 6, price: 61_900, reserved: false },
    { productId: second, warehouseId, quantity: 10, reserved: false },
    { productId: id, warehouseId, quantity: 3, reserved: false },
  ]
  const made = await addOrder(portal.db, buyer, { state: 11, lines })
  await portal.db
    .execute(sql`update order_lines set shipped_milli = case position when 1 then 5000 when 2 then 10000 else
    3000 end, cancelled = position = 3 where order_id = ${made.id}`)
  await portal.db.execute(sql`insert into order_events (order_id, state, author) values (${made.id}, 11, '1С')`)
  return made
}

const notThousandths = 'Не больше трёх знаков после запятой'

type Reclamation = { type?: number | string; qty?: number; [field: string]: unknown }
const file = ({ type = 5, qty = 1, ...rest }: Reclamation = {}, visitor = owner) =>
  call(
    api.fileClaim,
    { reclamation: { orderCode1c: order.number, type, products: [{ id: goods().id, qty }], ...rest } },
    visitor,
  )
const upload = async (bytes: Buffer | string, visitor = owner) =>
  visitor.send('/api/claimFile/?name=IMG_4471.jpg', { method: 'POST', body: bytes as string })
const uploaded = async () => ((await (await upload(photo)).json()) as { file: api.ClaimFile }).file
const left = async () => (await call(api.orderClaims, { id: order.id }, owner)).lines.map((line) => line.left)
const read = async (id: number, visitor = owner) => (await call(api.getClaim, { id }, visitor)).claim

test('[E.15] [V.15] [C.51] a claim lowers what may be claimed of shipped goods; withdrawn, it frees it', async () => {
  expect(await left()).toEqual([5, 10])
  const { claim } = await file({ type: 'недостача', qty: 2, description: 'Не хватает двух' })
  expect(claim.number).toMatch(/^RK-\d+$/)
  expect(await read(claim.id)).toMatchObject({
    state: 'new',
    status: 'Новая',
    type: 5,
    type_name: 'Недостача',
    wish: 'resupply',
    sum: 1238,
    text: 'Не хватает двух',
    late: false,
    products: [{ qnt: 2, shipped: 5, price: 619, accepted: null }],
    messages: [{ kind: 'filed', side: 'buyer' }],
  })
  expect(await left()).toEqual([3, 10])
  await expect(file({ qty: 4 })).rejects.toMatchObject({ status: 422, code: 'overClaimed' })
  const cancelled = { products: [{ id: 999_999, qty: 1 }] }
  await expect(file(cancelled)).rejects.toMatchObject({ status: 422, code: 'overClaimed' })
  await expect(file({ qty: 0 })).rejects.toMatchObject({ status: 422, code: 'nothingClaimed' })
  await expect(file({ type: 'пожар' })).rejects.toMatchObject({ status: 400 })
  for (let n = 0; n < 2; n += 1) {
    const { claim: withdrawn } = await call(api.withdrawClaim, { id: claim.id }, owner)
    expect(withdrawn.state).toBe('withdrawn')
  }
  expect(await left()).toEqual([5, 10])
  const { rows } = await portal.db.execute(sql`select title from notifications order by id`)
  expect(rows.map(({ title }) => title)).toContain(`Новая рекламация ${claim.number}: недостача`)
})

test('staff who file and withdraw a claim as the buyer are named, and the buyer is told who asked for it', async () => {
  const acting = await signedIn(portal, world.adminId)
  await call(startActing, { id: world.organisationId, account: world.ownerId }, acting)
  await expect(file({}, acting)).rejects.toMatchObject({
    status: 400,
    body: { fields: { asked_by: expect.stringContaining('от 5 до 200') as string } },
  })
  const askedBy = 'Иван, звонок в 9:40'
  const { claim } = await file({}, { ...acting, askedBy } as Visitor)
  await call(api.withdrawClaim, { id: claim.id }, { ...acting, askedBy })
  const by = { author: 'Имя admin за покупателя: Имя owner', side: 'buyer', text: `Кто и как попросил: ${askedBy}` }
  expect((await read(claim.id)).messages).toMatchObject([
    { ...by, kind: 'filed' },
    { ...by, kind: 'withdrawn' },
  ])
  const { items } = await call(notifications, {}, owner)
  const news = { text: `${by.author}\n${by.text}`, link: `/reclamations/${claim.id}`, read: false }
  expect(items.filter(({ link }) => link === news.link)).toMatchObject([
    { ...news, title: `Рекламация ${claim.number} отозвана` },
    { ...news, title: `Рекламация ${claim.number} подана` },
  ])
  const rows = await listAuditRows(portal.db, { object: { type: 'claim', id: String(claim.id) }, limit: 5 })
  expect(rows.map(({ action }) => action)).toEqual(['claim.withdrawn', 'claim.filed'])
  for (const row of rows) expect(row).toMatchObject({ accountId: world.adminId, onBehalfOfAccountId: world.ownerId })
})

test('two who file at once never claim more than was shipped; one sent twice is filed once', async () => {
  const manager = await signedIn(portal, world.managerId)
  const attempts = await Promise.allSettled([owner, manager, owner, manager].map((by) => file({ qty: 2 }, by)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await left()).toEqual([1, 10])
  const twice = await Promise.all([file({ key: 'attempt' }), file({ key: 'attempt' })])
  expect(twice[0].claim).toEqual(twice[1].claim)
  expect(await left()).toEqual([0, 10])
})

test('a defect needs a photo; photos are recognised by their bytes and encoded again', async () => {
  await expect(file({ type: 1 })).rejects.toMatchObject({ status: 422, code: 'photoNeeded' })
  for (const bytes of ['<script>alert(1)</script>', 'GIF89a no picture', photo.subarray(0, 200)])
    expect((await upload(bytes)).status).toBe(422)
  const sent = await uploaded()
  expect(sent).toMatchObject({ name: 'IMG_4471.jpg', type: 'webp' })
  const stranger = await signedIn(portal, world.managerId)
  expect((await stranger.send(sent.url, {})).status).toBe(404)
  await expect(file({ type: 1, files: [sent.id] }, stranger)).rejects.toMatchObject({ status: 404 })
  const { claim } = await file({ type: 1, files: [sent.id] })
  const shown = Buffer.from(await (await stranger.send(sent.url, {})).arrayBuffer())
  expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  expect(shown.includes('secret-place')).toBe(false)
  expect((await read(claim.id)).files.map(({ id }) => id)).toEqual([sent.id])
  expect((await staff.send(sent.url, {})).status).toBe(200)
})

test('an iPhone photo is encoded anew; a truncated file or one that is no picture has no effect', async () => {
  const heic = await readFile(new URL('../../../../tests/fixtures/quarters.heic', import.meta.url))
  const answer = await upload(heic)
  expect(answer.status).toBe(200)
  const { file: sent } = (await answer.json()) as { file: api.ClaimFile }
  expect(sent.type).toBe('webp')
  const { claim } = await file({ type: 1, files: [sent.id] })
  expect((await read(claim.id)).files).toMatchObject([{ id: sent.id }])
  const shown = Buffer.from(await (await owner.send(sent.url, {})).arrayBuffer())
  expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
  const [red] = await sharp(shown).extract({ left: 20, top: 20, width: 10, height: 10 }).raw().toBuffer()
  expect(red).toBeGreaterThan(190)
  for (const bytes of [heic.subarray(0, 700), Buffer.concat([heic.subarray(0, 40), Buffer.alloc(4000)])])
    expect((await upload(bytes)).status).toBe(422)
  const gif = await sharp(photo).gif().toBuffer()
  expect((await upload(gif)).status).toBe(422)
})

test('[C.51] the older form carries its files beside the JSON', async () => {
  const form = new FormData()
  const products = [{ id: goods().id, qty: 1 }]
  form.append('reclamation', JSON.stringify({ orderCode1c: order.number, type: 'Брак', products }))
  form.append('fileNumber', '1')
  form.append('file0', new Blob([new Uint8Array(photo)]), 'IMG_1.jpg')
  const answer = await owner.send('/cabinet/action39/', { method: 'POST', body: form })
  expect(answer.status).toBe(200)
  const { claim } = (await answer.json()) as { claim: { id: number } }
  expect((await read(claim.id)).files).toMatchObject([{ name: 'IMG_1.jpg', type: 'webp' }])
})

test('[C.51] a form that lacks one of its files, or has more than 10, files nothing', async () => {
  const send = async (fileNumber: string, count: number) => {
    const form = new FormData()
    const products = [{ id: goods().id, qty: 1 }]
    form.append('reclamation', JSON.stringify({ orderCode1c: order.number, type: 'Недостача', products }))
    form.append('fileNumber', fileNumber)
    for (let n = 0; n < count; n += 1) form.append(`file${n}`, new Blob([new Uint8Array(photo)]), `IMG_${n}.jpg`)
    const answer = await owner.send('/cabinet/action39/', { method: 'POST', body: form })
    return { ...((await answer.json()) as { code?: string; message?: string }), status: answer.status }
  }
  const lost = { status: 422, code: 'claimFilesMissing', message: 'Дошли не все файлы: отправьте рекламацию ещё раз' }
  expect(await send('3', 0)).toMatchObject(lost)
  expect(await send('2', 1)).toMatchObject(lost)
  expect(await send('11', 11)).toMatchObject({
    status: 422,
    code: 'tooManyClaimFiles',
    message: 'К рекламации можно приложить не больше 10 файлов',
  })
  expect((await call(api.listClaims, {}, owner)).items).toEqual([])
  expect(await send('0', 0)).toMatchObject({ status: 200 })
})

test('[V.16] goods outside the order may be named as surplus or wrong goods alone, in whole numbers', async () => {
  const others = [{ id: world.productIds[2] ?? 0, qty: 12 }]
  await expect(file({ type: 5, others })).rejects.toMatchObject({ code: 'othersRefused' })
  await expect(file({ type: 4, others: [{ id: others[0]?.id, qty: 1.5 }] })).rejects.toMatchObject({ status: 400 })
  const { claim } = await file({ type: 4, products: [], others })
  expect((await read(claim.id)).products).toMatchObject([{ qnt: 12, other: true, shipped: 0, price: 100 }])
})

test('a quantity finer than thousandths is refused, not rounded', async () => {
  const { id } = goods()
  const others = (qty: number | string) => file({ type: 4, products: [], others: [{ id: world.productIds[2], qty }] })
  const refused = (field: string) => ({ status: 400, body: { fields: { [field]: notThousandths } } })
  await expect(others(1.0001)).rejects.toMatchObject(refused('reclamation.others.0.qty'))
  await expect(others('2,0004')).rejects.toMatchObject(refused('reclamation.others.0.qty'))
  await expect(file({ qty: 1.0001 })).rejects.toMatchObject(refused('reclamation.products.0.qty'))
  const { claim } = await file({ qty: 1.005 })
  expect(await read(claim.id)).toMatchObject({ products: [{ id, qnt: 1.005 }] })
})

test('staff ask, the buyer answers, and every line is decided with replacement or credit', async () => {
  const { id, second } = goods()
  const products = [
    { id, qty: 2 },
    { id: second, qty: 4 },
  ]
  const { claim } = await file({ products })
  const queue = async () => call(staffApi.staffClaims, {}, staff)
  expect(await queue()).toMatchObject({
    items: [{ id: claim.id, organisation: 'ООО «Вектор»' }],
    counts: { waiting: 1 },
  })
  await call(staffApi.assignClaim, { id: claim.id, assignee: world.adminId }, staff)
  for (let n = 0; n < 2; n += 1)
    await call(staffApi.sendClaimQuestion, { id: claim.id, text: 'Серийный номер?' }, staff)
  await call(staffApi.writeToClaim, { id: claim.id, text: 'Склад пересчитал', note: true }, staff)
  const questioned = await read(claim.id)
  expect(questioned).toMatchObject({ state: 'asked', question: 'Серийный номер?' })
  expect(questioned.messages.map(({ kind }) => kind)).toEqual(['filed', 'taken', 'asked'])
  for (let n = 0; n < 2; n += 1) await call(api.replyToClaim, { id: claim.id, text: '0921 4471', key: 'once' }, owner)
  const answered = await call(staffApi.staffGetClaim, { id: claim.id }, staff)
  expect(answered.claim).toMatchObject({ state: 'working', recent: { count: 1 } })
  expect(answered.claim.messages.map(({ kind }) => kind)).toEqual(['filed', 'taken', 'asked', 'note', 'text'])

  const decide = (lines: object[]) =>
    call(staffApi.decideClaim, { id: claim.id, lines: lines as never, text: 'Решили' }, staff)
  await expect(decide([{ line: 1, accepted: 2, settle: 'replacement' }])).rejects.toMatchObject({
    code: 'decisionIncomplete',
  })
  const short = { line: 2, accepted: 1, settle: 'credit' }
  await expect(decide([{ line: 1, accepted: 2, settle: 'replacement' }, short])).rejects.toMatchObject({
    code: 'decisionIncomplete',
  })
  const lines = [
    { line: 1, accepted: 2, settle: 'replacement' },
    { ...short, reason: 'Склад нашёл три' },
  ]
  for (let n = 0; n < 2; n += 1) expect((await decide(lines)).claim.state).toBe('partial')
  await expect(decide([{ ...lines[0], settle: 'credit' }, lines[1] ?? {}])).rejects.toMatchObject({
    code: 'claimDecided',
  })
  await expect(call(api.withdrawClaim, { id: claim.id }, owner)).rejects.toMatchObject({ code: 'claimDecided' })
  await expect(call(staffApi.closeClaim, { id: claim.id }, staff)).rejects.toMatchObject({ status: 400 })
  await call(staffApi.closeClaim, { id: claim.id, document: 'УКД 57' }, staff)
  const { lines: settled } = await call(api.orderClaims, { id: order.id }, owner)
  expect(settled).toMatchObject([
    { shipped: 5, claimed: 2, settled: 2, left: 3 },
    { shipped: 10, claimed: 4, settled: 1, left: 6 },
  ])
  const { rows } = await portal.db.execute(sql`select subject from mails order by id`)
  expect(new Set(rows.map(({ subject }) => subject))).toContain(`Рекламация ${claim.number}: частично`)
})

test('1C decides a claim and closes it; the same again changes nothing', async () => {
  const { claim } = await file({ qty: 2 })
  const decision = {
    number: claim.number,
    lines: [{ line: 1, accepted: 2000, settle: 'credit' as const }],
    text: '',
    document: 'УКД 57 от 12.10.2026',
  }
  const take = (change: object = {}) =>
    portal.db.transaction((tx) => applyDecisionOf1c(tx, { ...decision, ...change }, { now: new Date() }))
  expect(await take({ number: 'RK-0' })).toEqual({ reason: 'Рекламация не найдена: RK-0' })
  expect(await take({ lines: [{ line: 1, accepted: 3000 }] })).toMatchObject({ reason: expect.any(String) as string })
  expect(await take()).toBe('changed')
  expect(await read(claim.id)).toMatchObject({ state: 'closed', document: 'УКД 57 от 12.10.2026', accepted: 2 })
  expect(await take()).toBe('unchanged')
})

test('[R.4] [R.6] claims of a foreign or not allotted contract are hidden; a receiver sees no sums', async () => {
  const sent = await uploaded()
  const { claim } = await file({ type: 1, files: [sent.id] })
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  const unallotted = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'manager', organisationId: world.organisationId }),
  )
  for (const visitor of [stranger, unallotted]) {
    await expect(read(claim.id, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.orderClaims, { id: order.id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.replyToClaim, { id: claim.id, text: 'чужой' }, visitor)).rejects.toMatchObject({
      status: 404,
    })
    await expect(call(api.withdrawClaim, { id: claim.id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(file({}, visitor)).rejects.toMatchObject({ status: 404 })
    expect((await call(api.listClaims, {}, visitor)).items).toEqual([])
    for (const path of [sent.url, `/api/claim/${claim.id}/act.pdf`])
      expect((await visitor.send(path, {})).status).toBe(404)
  }
  const receiver = await signedIn(portal, world.receiverId)
  expect(await read(claim.id, receiver)).toMatchObject({ sum: null, products: [{ price: null, sum: null }] })
  const accountant = await signedIn(portal, world.accountantId)
  expect((await read(claim.id, accountant)).may).toEqual({ reply: false, withdraw: false })
  await expect(file({}, accountant)).rejects.toMatchObject({ status: 403 })
})

test('the act of discrepancies is a PDF with what came by the papers and in fact', async () => {
  const { claim } = await file({ qty: 2, description: 'Не хватает' })
  const answer = await owner.send(`/api/claim/${claim.id}/act.pdf`, {})
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const text = await textOf(new Uint8Array(await answer.arrayBuffer()))
  expect(text).toContain(`Акт о расхождениях № ${claim.number}`)
  expect(text).toMatch(/5 3 −2/)
  expect(text).toContain('1 238,00')
  expect((await staff.send(`/api/staff/claims/${claim.id}/act.pdf`, {})).status).toBe(200)
})
