import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startActing } from '#shared/api/administration/acting.ts'
import * as api from '#shared/api/money/acts.ts'
import { notifications } from '#shared/api/notifications.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { textOf } from '#tests/support/pdf.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { buildActs } from './build.ts'

let portal: TestApp
let world: World
let owner: Visitor
const today = dayOf(new Date())
const ago = (days: number) => addDays(today, -days)
const period = { startdate: formatDay(ago(30)), enddate: formatDay(today) }

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { contract: { number: '114-О' } })
  await addSeller(portal.db)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate acts, ledger_entries, ledger_states, notifications, mails cascade`))

const list = (input: Parameters<typeof call<typeof api.getActs>>[1] = {}, visitor = owner) =>
  call(api.getActs, input, visitor)
const request = (input: object = {}, visitor = owner) => call(api.requestAct, { ...period, ...input }, visitor)
const read = async (id: number) => (await call(api.readAct, { id }, owner)).act

/** An act of the last 30 days, built. */
async function builtAct(input: object = {}): Promise<api.Act> {
  const { act } = await request(input)
  await expect.poll(async () => (await read(act.id)).state).toBe('ready')
  return read(act.id)
}

async function fillLedger(): Promise<void> {
  await addLedger(portal.db, world.contractId, [
    { number: '3990', day: ago(60), debit: 16_065_050 },
    { number: '4146', day: ago(20), debit: 3_748_020, basis: 'Заказ 0000-000001' },
    { kind: 'return', number: '57', day: ago(17), credit: 619_000 },
    { number: '3310', day: ago(16), credit: 16_065_050 },
    { number: '4188', day: ago(15), debit: 8_691_540 },
    { number: '5000', day: addDays(today, 1), debit: 1 },
  ])
}

test('[C.26] [C.25] [E.7] an act is the ledger’s: opening + debit − credit = closing, to the kopeck', async () => {
  await fillLedger()
  const { act } = await request()
  expect(act).toMatchObject({
    number: expect.stringMatching(/^АС-\d{4}$/) as string,
    state: 'requested',
    status: 'Запрошен',
    startdate: period.startdate,
    enddate: period.enddate,
    contract_id: world.contractId,
    contragent_id: world.contragentId,
    requested_by: 'Имя owner',
  })
  await expect.poll(async () => (await read(act.id)).state).toBe('ready')
  const built = await read(act.id)
  expect(built).toMatchObject({
    status: 'Готов',
    opening: 160_650.5,
    debit: 124_395.6,
    credit: 166_840.5,
    closing: 118_205.6,
    lines: 4,
    answer_by: formatDay(addDays(today, 14)),
    book: null,
    steps: [],
    difference: null,
    seller: { inn: '7707083893' },
    buyer: { name: 'ООО «Вектор»' },
  })
  expect((await list()).items[0]).toMatchObject({ id: act.id, closing: 118_205.6, differences: 0 })
  const { items, runs, pagination } = await call(api.actRows, { id: act.id }, owner)
  expect(items.map(({ match, ours }) => [match, ours[0]?.title, ours[0]?.debit, ours[0]?.credit])).toEqual([
    [1, 'УПД 4146', 37_480.2, 0],
    [2, 'УКД 57', 0, 6190],
    [3, 'Платёж 3310', 0, 160_650.5],
    [4, 'УПД 4188', 86_915.4, 0],
  ])
  expect([runs, pagination.total]).toEqual([[], 4])
  const { rows } = await portal.db.execute(sql`select title, link from notifications where kind = 'act'`)
  expect(rows).toEqual([{ title: `Акт сверки ${act.number} готов`, link: `/acts/${act.id}` }])
})

test('an act stays as it was built when the ledger changes after it', async () => {
  await fillLedger()
  const act = await builtAct()
  await addLedger(portal.db, world.contractId, [{ number: '4146', day: ago(19), debit: 100 }])
  expect((await read(act.id)).closing).toBe(118_205.6)
  expect((await builtAct()).closing).toBe(118_206.6)
})

test('[R.4] an open window follows the act of a contract that its person may see, and of no other', async () => {
  await fillLedger()
  const manager = await signedIn(portal, world.managerId)
  const streams = await Promise.all([owner, manager].map((visitor) => openStream(visitor)))
  for (const { others } of streams) await expect.poll(() => others, { timeout: 5000 }).toEqual(['ready'])
  const act = await builtAct()
  const received = (index: number) => streams[index]?.changes.filter(({ topic }) => topic === 'acts')
  await expect.poll(() => received(0), { timeout: 5000 }).toContainEqual({ topic: 'acts', id: act.id })
  const before = received(0)?.length ?? 0
  // A line that a colleague answers shows at once, too.
  await call(api.answerActMatch, { id: act.id, match: 1, answer: 'dispute' }, owner)
  await expect.poll(() => received(0)?.length ?? 0, { timeout: 5000 }).toBeGreaterThan(before)
  expect(received(1)).toEqual([])
})

test('an act waits for its period’s data and fails after a day; it may be asked for again or taken back', async () => {
  await addLedger(portal.db, world.contractId, [{ debit: 100, day: ago(5) }], new Date(Date.now() - 3 * 86_400_000))
  const { act } = await request({ mail: true })
  await buildActs(portal)
  expect((await read(act.id)).state).toBe('requested')
  await expect(call(api.actRows, { id: act.id }, owner)).rejects.toMatchObject({ code: 'actNotReady' })
  await portal.db.execute(sql`update acts set requested_at = now() - interval '25 hours' where id = ${act.id}`)
  expect(await buildActs(portal)).toEqual({ built: 0, failed: 1 })
  expect(await read(act.id)).toMatchObject({ state: 'failed', status: 'Ошибка', error: '1С не ответила за 24 часа' })
  expect((await call(api.retryAct, { id: act.id }, owner)).act.state).toBe('requested')
  await addLedger(portal.db, world.contractId, [])
  expect(await buildActs(portal)).toEqual({ built: 1, failed: 0 })
  const { rows } = await portal.db.execute(sql`select recipient, subject from mails order by id`)
  const recipient = expect.stringContaining('@') as string
  expect(rows).toEqual([
    { recipient, subject: `Акт сверки ${act.number} не сформирован` },
    { recipient, subject: `Акт сверки ${act.number} готов` },
  ])
  await expect(call(api.cancelAct, { id: act.id }, owner)).rejects.toMatchObject({ code: 'actBeingBuilt' })

  await portal.db.execute(sql`truncate ledger_states`)
  const { act: other } = await request()
  expect((await request()).act.id).toBe(other.id)
  await call(api.cancelAct, { id: other.id }, owner)
  await expect(read(other.id)).rejects.toMatchObject({ status: 404 })
})

test('[V.1] [V.19] a period starts before its end and ends by today', async () => {
  const refused = (startdate: string, enddate: string) =>
    request({ startdate, enddate }).catch((error: unknown) => error)
  expect(await refused(formatDay(today), formatDay(today))).toMatchObject({ code: 'datePeriod' })
  expect(await refused(formatDay(today), formatDay(addDays(today, 2)))).toMatchObject({ code: 'invalid' })
  await expect(list({ startdate: formatDay(today), enddate: formatDay(ago(1)) })).rejects.toMatchObject({
    code: 'datePeriod',
  })
})

test('[C.25] [N.1] [N.2] acts of 12 months are listed 20 a page, by contract, contragent and what waits', async () => {
  await fillLedger()
  const contractId = await world.addContract({ number: '77-Д' })
  const ids: number[] = []
  for (const [index, contract] of [world.contractId, contractId, world.contractId].entries()) {
    const { act } = await request({ contract_id: contract, startdate: formatDay(ago(30 + index)) })
    ids.push(act.id)
  }
  await buildActs(portal)
  await expect.poll(async () => (await list()).counts.waiting).toBe(3)
  const [first = 0, , third = 0] = ids
  await call(api.confirmAct, { id: first }, owner)
  await portal.db.execute(sql`update acts set state = 'failed' where id = ${third}`)
  expect(await list()).toMatchObject({
    count: 3,
    counts: { all: 3, waiting: 1, working: 0, failed: 1, confirmed: 1 },
    pagination: { perpage: 20 },
    startDate: formatDay(addDays(today, -365)),
  })
  expect((await list({ group: 'confirmed' })).items.map(({ id }) => id)).toEqual([first])
  expect((await list({ contract: contractId })).items.map(({ contract }) => contract.number)).toEqual(['77-Д'])
  expect((await list({ contragent: world.contragentId })).count).toBe(3)
  expect((await list({ contragent: 999 })).count).toBe(0)
  await portal.db.execute(sql`update acts set requested_at = requested_at - interval '13 months' where id = ${first}`)
  expect((await list()).count).toBe(2)
})

test('staff who confirm an act as the buyer are named, and the buyer is told who asked for it', async () => {
  await fillLedger()
  const { id, number } = await builtAct()
  const staff = await signedIn(portal, world.adminId)
  await call(startActing, { id: world.organisationId, account: world.ownerId }, staff)
  await expect(call(api.confirmAct, { id }, staff)).rejects.toMatchObject({ status: 400 })
  const askedBy = 'Иван, письмо 27.11'
  const author = 'Имя admin за покупателя: Имя owner'
  const { act } = await call(api.confirmAct, { id }, { ...staff, askedBy })
  expect(act).toMatchObject({ state: 'confirmed', answered_by: author })
  const { items } = await call(notifications, {}, owner)
  expect(items.filter(({ title }) => title === `Акт сверки ${number} подтверждён`)).toMatchObject([
    { text: `${author}\nКто и как попросил: ${askedBy}`, link: `/acts/${id}`, read: false },
  ])
  const [row] = await listAuditRows(portal.db, { object: { type: 'act', id: String(id) }, limit: 1 })
  expect(row).toMatchObject({
    action: 'act.confirmed',
    accountId: world.adminId,
    onBehalfOfAccountId: world.ownerId,
    changes: { state: { before: 'ready', after: 'confirmed' }, askedBy: { after: askedBy } },
  })
})

test('an act is confirmed once; a line that is disputed is sent to the staff with its comment', async () => {
  await fillLedger()
  const confirmed = await builtAct()
  expect((await call(api.confirmAct, { id: confirmed.id }, owner)).act).toMatchObject({
    state: 'confirmed',
    answered_by: 'Имя owner',
  })
  const repeats = Array.from({ length: 3 }, () => call(api.confirmAct, { id: confirmed.id }, owner))
  expect((await Promise.all(repeats)).map(({ act: { state } }) => state)).toEqual(Array(3).fill('confirmed'))
  await expect(call(api.disputeAct, { id: confirmed.id }, owner)).rejects.toMatchObject({ code: 'actAnswered' })

  const act = await builtAct({ startdate: formatDay(ago(29)) })
  await expect(call(api.disputeAct, { id: act.id }, owner)).rejects.toMatchObject({ code: 'nothingDisputed' })
  const answer = (match: number, kind: 'agree' | 'dispute' | 'none', comment?: string) =>
    call(api.answerActMatch, { id: act.id, match, answer: kind, ...(comment === undefined ? {} : { comment }) }, owner)
  await answer(2, 'dispute', 'Возврата не было')
  await expect(call(api.confirmAct, { id: act.id }, owner)).rejects.toMatchObject({ code: 'actDisputed' })
  expect((await answer(2, 'none')).act.disputed).toBe(0)
  expect((await answer(2, 'dispute', 'Возврата не было')).act.disputed).toBe(1)
  await expect(answer(5, 'dispute')).rejects.toMatchObject({ status: 404 })
  const { items } = await call(api.actRows, { id: act.id, view: 'disputed' }, owner)
  expect(items).toMatchObject([{ match: 2, outcome: 'same', answer: 'dispute', comment: 'Возврата не было' }])
  expect((await call(api.disputeAct, { id: act.id }, owner)).act).toMatchObject({ state: 'disputed', disputed: 1 })
  expect((await call(api.disputeAct, { id: act.id }, owner)).act).toMatchObject({ state: 'disputed', disputed: 1 })
  await expect(call(api.confirmAct, { id: act.id }, owner)).rejects.toMatchObject({ code: 'actAnswered' })
  const { rows } = await portal.db.execute<{ title: string; text: string }>(
    sql`select distinct title, text from notifications where title like 'Разногласия%'`,
  )
  expect(rows).toEqual([
    {
      title: `Разногласия по акту ${act.number}`,
      text: expect.stringMatching(
        /^ООО «Вектор», договор № 114-О.*Спорных строк: 1\. УКД 57 – «Возврата не было»$/,
      ) as string,
    },
  ])
  await expect(answer(1, 'dispute')).rejects.toMatchObject({ code: 'actAnswered' })
})

test('[P.6] the act is a paper to sign and a spreadsheet, both with balances that add up', async () => {
  await portal.db.update(contragents).set({ headName: 'Соколова И. П.' }).where(eq(contragents.id, world.contragentId))
  await fillLedger()
  const act = await builtAct()
  const pdf = await owner.send(`/api/act/${act.id}/act.pdf`, {})
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const text = (await textOf(Buffer.from(await pdf.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  for (const words of [
    `Акт сверки взаимных расчётов ${act.number}`,
    'УПД 4146',
    '160 650,50',
    '124 395,60',
    '166 840,50',
    'составляет 118 205,60 ₽ (Сто восемнадцать тысяч двести пять рублей 60 копеек)',
    'в пользу ООО «Опт»',
    'Соколова И. П.',
  ])
    expect(text, words).toContain(words)
  const sheet = await readWorkbook(
    Buffer.from(await (await owner.send(`/api/act/${act.id}/act.xlsx`, {})).arrayBuffer()),
  )
  const rows = sheet.rows.sheetJs
  expect(rows.slice(3, 6).map((row) => row.slice(0, 5))).toEqual([
    ['Дата', 'Документ', 'Операция', 'Дебет, ₽', 'Кредит, ₽'],
    [null, `Сальдо на ${period.startdate}`, null, 160_650.5, null],
    [formatDay(ago(20)), 'УПД 4146', 'Продажа', 37_480.2, null],
  ])
  expect(rows.at(-1)?.slice(1, 5)).toEqual([`Сальдо на ${period.enddate}`, null, 118_205.6, null])
})

test('[R.6] [R.4] acts are for owner, accountant and a manager whom the owner lets, by contract', async () => {
  await fillLedger()
  const act = await builtAct()
  const manager = await signedIn(portal, world.managerId)
  await expect(list({}, manager)).rejects.toMatchObject({ status: 403 })
  await portal.db
    .update(accounts)
    .set({ grants: ['acts'] })
    .where(eq(accounts.id, world.managerId))
  const granted = await signedIn(portal, world.managerId)
  expect((await list({}, granted)).count).toBe(1)
  const accountant = await signedIn(portal, world.accountantId)
  expect((await list({}, accountant)).count).toBe(1)

  const unallotted = await world.addContract()
  const { act: hidden } = await request({ contract_id: unallotted })
  const other = await addOrganisation(portal.db, 'ООО «Другой»')
  const foreign = await addContract(portal.db, {
    ...other,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: world.warehouseIds,
  })
  await expect(request({ contract_id: foreign })).rejects.toMatchObject({ status: 404 })
  await expect(request({ contragent_id: other.contragentId })).rejects.toMatchObject({ status: 404 })
  await expect(request({ contract_id: unallotted }, accountant)).rejects.toMatchObject({ status: 404 })
  for (const id of [hidden.id, 999_999])
    for (const send of [
      () => call(api.readAct, { id }, accountant),
      () => call(api.actRows, { id }, accountant),
      () => call(api.confirmAct, { id }, accountant),
      () => call(api.disputeAct, { id }, accountant),
      () => call(api.cancelAct, { id }, accountant),
      () => call(api.answerActMatch, { id, match: 1, answer: 'dispute' }, accountant),
    ])
      await expect(send()).rejects.toMatchObject({ status: 404, code: 'notFound' })
  expect((await accountant.send(`/api/act/${hidden.id}/act.pdf`, {})).status).toBe(404)
  expect((await accountant.send(`/api/act/${act.id}/act.pdf`, {})).status).toBe(200)
})
