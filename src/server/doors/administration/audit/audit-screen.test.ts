import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import { endpointAddress } from '#shared/api/address.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { auditCsv, auditSheet, listAudit, readAudit } from '#shared/api/administration/audit.ts'
import { formatDay, dayOf, addDays } from '#shared/rules/dates.ts'
import { byAccount, byExchange } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call } from '#web/api/client.ts'

const password = 'Сосновый бор 41'
let portal: TestApp
let world: World
let admin: Visitor
let adminId: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { contract: { number: '77-Д' } })
  adminId = await addAccount(portal.db, { role: 'admin', password, name: 'Олег Старков', login: 'starkov@opt.example' })
  admin = await signedIn(portal, adminId)
})
afterAll(() => portal.close())
beforeEach(() => emptyAuditLog(portal.pool))

const read = (input: InputOf<typeof listAudit> = {}) => call(listAudit, input, admin)
const actionsOf = async (input: InputOf<typeof listAudit>) => (await read(input)).items.map(({ action }) => action)
const contract = () => ({ type: 'contract', id: world.contractId, organisationId: world.organisationId }) as const
const changeLimit = (before: number, after: number) =>
  recordAudit(portal.db, byAccount({ accountId: adminId }), {
    action: 'contract.changed',
    object: contract(),
    before: { creditLimitKopecks: before, deferralDays: 21 },
    after: { creditLimitKopecks: after, deferralDays: 21 },
  })

test('[P.8] a row names who, on whose behalf, what, and each field before and after', async () => {
  await recordAudit(
    portal.db,
    { origin: 'web', accountId: adminId, onBehalfOfAccountId: world.ownerId },
    {
      action: 'contract.changed',
      object: contract(),
      before: { creditLimitKopecks: 150_000_000, priceTypeId: world.priceTypeIds[0] },
      after: { creditLimitKopecks: 200_000_000, priceTypeId: world.priceTypeIds[1] },
    },
  )
  const { items, counts } = await read()
  expect(items).toMatchObject([
    {
      who: { id: adminId, name: 'Олег Старков' },
      on_behalf: { id: world.ownerId },
      action: 'Договор изменён',
      topic: 'money',
      object: { type: 'contract', id: String(world.contractId), title: '№ 77-Д' },
      organisation: { id: world.organisationId, name: 'ООО «Вектор»' },
      changes: [
        { field: 'Тип цен', before: 'Опт', after: 'Крупный опт' },
        { field: 'Кредитный лимит', before: '1\u00a0500\u00a0000 ₽', after: '2\u00a0000\u00a0000 ₽' },
      ],
    },
  ])
  expect(counts).toMatchObject({ total: 1, topics: { money: 1, rights: 0, signIns: 0, onBehalf: 1 } })
  expect((await call(readAudit, { id: items[0]?.id ?? 0 }, admin)).row).toEqual(items[0])
  await expect(call(readAudit, { id: 999_999_999 }, admin)).rejects.toMatchObject({ code: 'notFound' })
})

test('only those with the right read it; buyers and other staff are refused', async () => {
  for (const account of [world.salesId, world.ownerId]) {
    const person = await signedIn(portal, account)
    await expect(call(listAudit, {}, person)).rejects.toMatchObject({ status: 403 })
    expect((await person.send(endpointAddress(auditCsv, {}), { method: 'GET' })).status).toBe(403)
  }
})

test('paging back and forth neither loses nor repeats a row, even if many rows have the same time', async () => {
  // Rows of one statement have the same time.
  const entries = Array.from({ length: 60 }, (_, index) => ({
    action: 'contract.changed' as const,
    object: contract(),
    before: { deferralDays: index },
    after: { deferralDays: index + 1 },
  }))
  await recordAudit(portal.db, byAccount({ accountId: adminId }), ...entries)
  await recordAudit(portal.db, byExchange(null), ...entries.slice(0, 43))
  // Rows of earlier tests may still arrive.
  const object = `contract:${world.contractId}`
  const first = await read({ object })
  const second = await read({ object, before: first.items.at(-1)?.id })
  const third = await read({ object, before: second.items.at(-1)?.id })
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
  expect([ids.length, new Set(ids).size, ids]).toEqual([103, 103, ids.toSorted((a, b) => b - a)])
  expect([first, second, third].map((page) => [page.has_newer, page.has_older])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ])
  const back = await read({ object, after: third.items[0]?.id })
  expect(back.items).toEqual(second.items)
  expect([back.has_newer, back.has_older]).toEqual([true, true])
  expect((await read({ object, after: first.items[0]?.id })).items).toEqual([])
})

describe('filters', () => {
  beforeEach(async () => {
    await changeLimit(1, 2)
    await recordAudit(portal.db, byExchange(null), {
      action: 'import.finished',
      object: { type: 'exchange-run', id: 88_190 },
      after: { values: 3 },
    })
    await recordAudit(
      portal.db,
      { origin: 'web', accountId: adminId, onBehalfOfAccountId: world.managerId },
      { action: 'account.role-changed', object: { type: 'account', id: world.managerId }, after: { role: 'owner' } },
    )
  })

  test('by person, also if another acted for them; 1C and the portal can be selected too', async () => {
    expect(await actionsOf({ who: adminId })).toEqual(['Роль изменена', 'Договор изменён'])
    expect(await actionsOf({ who: world.managerId })).toEqual(['Роль изменена'])
    expect(await actionsOf({ who: 'exchange' })).toEqual(['Обмен изменил данные'])
    expect(await actionsOf({ who: 'system' })).toEqual([])
  })

  test('by topic, organisation, object and day', async () => {
    expect(await actionsOf({ topic: 'money' })).toEqual(['Договор изменён'])
    expect(await actionsOf({ topic: 'rights' })).toEqual(['Роль изменена'])
    expect(await actionsOf({ topic: 'onBehalf' })).toEqual(['Роль изменена'])
    expect(await actionsOf({ organisation: world.organisationId })).toEqual(['Договор изменён'])
    expect(await actionsOf({ object: `contract:${world.contractId}`, topic: 'money' })).toEqual(['Договор изменён'])
    const tomorrow = formatDay(addDays(dayOf(new Date()), 1))
    expect(await actionsOf({ from: tomorrow, to: tomorrow })).toEqual([])
    const { from, to } = await read()
    expect([from, to]).toEqual([formatDay(addDays(dayOf(new Date()), -6)), formatDay(dayOf(new Date()))])
  })

  test('by text: a number, a login, an organisation, an action, a field', async () => {
    expect(await actionsOf({ query: '77-д' })).toEqual(['Договор изменён'])
    expect(await actionsOf({ query: 'STARKOV@' })).toEqual(['Роль изменена', 'Договор изменён'])
    expect(await actionsOf({ query: 'вектор' })).toEqual(['Договор изменён'])
    expect(await actionsOf({ query: 'обмен изменил' })).toEqual(['Обмен изменил данные'])
    expect(await actionsOf({ query: 'кредитный' })).toEqual(['Договор изменён'])
    for (const nothing of ['%', '_', '100%', "';--", 'нет такого'])
      expect(await actionsOf({ query: nothing })).toEqual([])
  })

  test('by a field that few of many rows have, page by page in both directions', async () => {
    const setting = (value: number) => ({
      action: 'setting.changed' as const,
      object: { type: 'setting' as const, id: 'shop.name' },
      before: { value },
      after: { value: value + 1 },
    })
    for (let round = 0; round < 3; round += 1) {
      await changeLimit(round, round + 1)
      await recordAudit(
        portal.db,
        byAccount({ accountId: adminId }),
        ...Array.from({ length: 400 }, (_, n) => setting(n)),
      )
    }
    const rare = await read({ query: 'кредитный лимит' })
    expect(rare.items.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => 'Договор изменён'))
    const all = await read({ query: 'значение' })
    const next = await read({ query: 'значение', before: all.items.at(-1)?.id })
    expect([all.items.length, next.items.length]).toEqual([50, 50])
    const ids = new Set([...all.items, ...next.items].map(({ id }) => id))
    expect(ids.size).toBe(100)
    const back = await read({ query: 'значение', after: next.items[0]?.id })
    expect(back.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))
  })

  test('an invalid filter is refused with a message', async () => {
    for (const wrong of [{ from: '31.02.2026' }, { object: 'contract' }, { topic: 'other' }, { who: 'никто' }])
      await expect(call(listAudit, wrong as InputOf<typeof listAudit>, admin)).rejects.toMatchObject({ status: 400 })
  })
})

test('sign-ins are found by network address, including refused ones', async () => {
  const guest = portal.visitor()
  const login = 'starkov@opt.example'
  await expect(call(signIn, { login, password: 'wrong password' }, guest)).rejects.toMatchObject({ status: 401 })
  await expect(call(signIn, { login: 'nobody@x.example', password }, guest)).rejects.toMatchObject({ status: 401 })
  await call(signIn, { login, password }, guest)
  const [row] = (await read()).items
  const address = row?.changes.find(({ field }) => field === 'Адрес в сети')?.after ?? ''
  expect(address).toMatch(/127\.0\.0\.1|::1/)
  const { items } = await read({ query: address })
  expect(items.map(({ action }) => action)).toEqual(['Вход', 'Во входе отказано', 'Во входе отказано'])
  expect(await actionsOf({ query: '10.0.0.77' })).toEqual([])
})

test('filtered rows are exported as CSV and XLSX; formulas stay text, and the export is audited', async () => {
  await recordAudit(portal.db, byAccount({ accountId: adminId }), {
    action: 'setting.changed',
    object: { type: 'setting', id: 'shop.name' },
    before: { value: 'Опт; поставщик' },
    after: { value: '=HYPERLINK("http://x.example")' },
  })
  await changeLimit(1, 2)
  const csv = await admin.send(endpointAddress(auditCsv, { query: 'shop.name' }), { method: 'GET' })
  expect([csv.status, csv.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const all = await admin.send(endpointAddress(auditCsv, {}), { method: 'GET' })
  const text = Buffer.from(await all.arrayBuffer()).toString('utf8')
  expect(text.startsWith('\uFEFFЗапись;Когда, МСК;Кто;')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  expect(text).toContain('"Опт; поставщик"')

  const sheet = await admin.send(endpointAddress(auditSheet, { topic: 'money' }), { method: 'GET' })
  const book = await readWorkbook(Buffer.from(await sheet.arrayBuffer()))
  const rows = book.rows.sheetJs.map((row) => row.map(String))
  expect(rows.slice(3)).toHaveLength(1)
  expect(rows[3]).toEqual(expect.arrayContaining(['Олег Старков', 'Договор изменён', '№ 77-Д', 'Кредитный лимит']))
  expect((await read({ query: 'выгружен' })).items.map(({ changes }) => changes[0])).toEqual([
    { field: 'Файл', before: null, after: 'XLSX' },
    { field: 'Файл', before: null, after: 'CSV' },
    { field: 'Файл', before: null, after: 'CSV' },
  ])
})
