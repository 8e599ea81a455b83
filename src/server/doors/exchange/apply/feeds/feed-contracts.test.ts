import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { lockContracts } from '#server/customers/organisations/shared-queries-write.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { addOrganisation, createWorld, type World } from '#tests/support/fixtures.ts'

let app: TestApp
let world: World
let send: FeedSender
let contragent: { inn: string; kpp: string }
let named: { priceType: string; warehouses: string[] }

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  send = feedSender(app.origin)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.execute(sql`truncate exchange_rejects, ledger_entries cascade`)
  await app.db.execute(sql`delete from contract_warehouses where contract_id <> ${world.contractId}`)
  await app.db.execute(sql`delete from contracts where id <> ${world.contractId}`)
  await app.db.execute(sql`update contracts set code1c = null, number = '114-О', status = 'active', stop_orders = false,
    debt_alert = null, credit_limit_kopecks = null, debt_kopecks = 0 where id = ${world.contractId}`)
  await app.db.execute(sql`update price_types set code1c = 'type-' || id`)
  await app.db.execute(sql`update warehouses set code1c = 'w-' || id`)
  const [found] = (await rows('select inn, kpp from contragents order by id limit 1')) as [string, string][]
  contragent = { inn: found?.[0] ?? '', kpp: found?.[1] ?? '' }
  named = { priceType: `type-${world.priceTypeIds[1]}`, warehouses: world.warehouseIds.map((id) => `w-${id}`) }
})

async function rows(statement: string): Promise<unknown[]> {
  return (await app.pool.query({ text: statement, rowMode: 'array' })).rows
}
const line = (more: object = {}) => ({ id: 'c-1', number: '114-О', date: '2026-01-12', contragent, ...more })
const reasonOf = async (sent: object) => (await send('contracts', [sent]))[0]?.reason

test('a contract that staff made is found by contragent and number, and takes the terms of 1C', async () => {
  const answers = await send('contracts', [
    line({
      payment: 'deferred',
      deferralDays: 30,
      creditLimit: 1_000_000,
      debt: 483_285.5,
      minOrder: 3000,
      stopOrders: true,
      debtAlert: 'Погасите долг',
      validTo: '2027-12-31',
      ...named,
      warehouses: named.warehouses.toReversed(),
    }),
  ])
  expect(answers).toEqual([{ line: 1, id: 'c-1', status: 'accepted' }])
  expect(
    await rows(`select code1c, number, payment, deferral_days, credit_limit_kopecks, debt_kopecks, least_order_kopecks,
      stop_orders, debt_alert, valid_to::text, price_type_id from contracts`),
  ).toEqual([
    [
      'c-1',
      '114-О',
      'deferred',
      30,
      100_000_000,
      48_328_550,
      300_000,
      true,
      'Погасите долг',
      '2027-12-31',
      world.priceTypeIds[1],
    ],
  ])
  expect(await rows('select warehouse_id from contract_warehouses order by position')).toEqual(
    world.warehouseIds.toReversed().map((id) => [id]),
  )
})

test('fields that a line leaves out stay, null takes a value away, and an equal line changes nothing', async () => {
  await send('contracts', [line({ creditLimit: 500, debtAlert: 'Долг', stopOrders: true })])
  await send('contracts', [line()])
  expect(await rows('select counts from exchange_runs order by id desc limit 1')).toEqual([
    [{ contracts: { seen: 1, unchanged: 1 } }],
  ])
  await send('contracts', [line({ creditLimit: null, debtAlert: null, stopOrders: false })])
  expect(await rows('select credit_limit_kopecks, debt_alert, stop_orders from contracts')).toEqual([
    [null, null, false],
  ])
  const audited = await rows(
    "select changes -> 'stopOrders' from audit_log where action = 'contract.changed' order by id desc limit 1",
  )
  expect(audited).toEqual([[{ before: true, after: false }]])
})

test('a new contract of a known contragent needs price type and warehouses', async () => {
  const fresh = line({ id: 'c-2', number: '77-Д' })
  expect(await reasonOf(fresh)).toBe('Для нового договора нужен тип цен (priceType)')
  expect(await reasonOf({ ...fresh, priceType: named.priceType })).toBe('Для нового договора нужны склады (warehouses)')
  expect(await reasonOf({ ...fresh, ...named })).toBeUndefined()
  expect(await rows("select contragent_id, organisation_id from contracts where code1c = 'c-2'")).toEqual([
    [world.contragentId, world.organisationId],
  ])
})

test('a contract known by its Ид keeps its contragent after staff change the КПП, unless another has it', async () => {
  await send('contracts', [line(named)])
  const renamed = line({ contragent: { ...contragent, kpp: '502401001' }, debt: 100 })
  expect(await reasonOf(renamed)).toBeUndefined()
  expect(await rows("select contragent_id, debt_kopecks from contracts where code1c = 'c-1'")).toEqual([
    [world.contragentId, 10_000],
  ])
  const branch = await addOrganisation(app.db, 'ООО «Вектор», филиал')
  await app.db.execute(
    sql`update contragents set inn = ${contragent.inn}, kpp = '502401001' where id = ${branch.contragentId}`,
  )
  expect(await reasonOf(renamed)).toBe('Этот договор закреплён за другим контрагентом')
  await app.db.execute(sql`update contragents set status = 'deleted' where id = ${branch.contragentId}`)
})

test('what a line names must be there, once', async () => {
  const other = await addOrganisation(app.db, 'ООО «Другой»')
  await app.db.execute(
    sql`update contragents set inn = '7707083893', kpp = '770701001' where id = ${other.contragentId}`,
  )
  const twice = await addOrganisation(app.db, 'ООО «Филиал»')
  await app.db.execute(
    sql`update contragents set inn = '7707083893', kpp = '770702002' where id = ${twice.contragentId}`,
  )
  await send('contracts', [line()])
  for (const [sent, reason] of [
    [line({ contragent: { inn: '500100732259' } }), 'Контрагент с ИНН 500100732259 не зарегистрирован на портале'],
    [line({ contragent: { inn: '7707083893' } }), 'С ИНН 7707083893 несколько контрагентов: укажите КПП'],
    [line({ contragent: { inn: '7707083893', kpp: '770701001' } }), 'Этот договор закреплён за другим контрагентом'],
    [line({ id: 'c-2', ...named }), 'У контрагента уже есть договор № 114-О с другим Ид'],
    [line({ priceType: 'nothing' }), 'Тип цен не найден: nothing'],
    [line({ warehouses: ['w-0'] }), 'Склад не найден: w-0'],
    [line({ seller: { inn: '500100732259' } }), 'Наша организация с ИНН 500100732259 не найдена'],
    [line({ payment: 'later' }), 'payment: Оплата: prepaid или deferred'],
    [line({ contragent: undefined }), 'contragent: Нужны ИНН и КПП контрагента'],
  ] as const)
    expect(await reasonOf(sent)).toBe(reason)
  const twins = [line({ id: 'c-3', number: '9', ...named }), line({ id: 'c-4', number: '9', ...named })]
  expect((await send('contracts', twins)).map(({ status }) => status)).toEqual(['accepted', 'rejected'])
})

test('a full feed suspends the contracts of 1C that it leaves out, and a line brings one back', async () => {
  await send('contracts', [line(), line({ id: 'c-2', number: '2', ...named })])
  const status = () => rows('select code1c, status from contracts order by code1c')
  await send('contracts', [line({ id: 'c-2', number: '2' })], 'mode=full')
  expect(await status()).toEqual([
    ['c-1', 'suspended'],
    ['c-2', 'active'],
  ])
  await send('contracts', [line()])
  expect(await status()).toEqual([
    ['c-1', 'active'],
    ['c-2', 'active'],
  ])
  await send('contracts', [line({ priceType: 'nothing' })], 'mode=full')
  expect(await status()).toContainEqual(['c-2', 'active'])
})

test('debt and advance of a contract with a ledger follow from it, whatever the line says', async () => {
  await send('contracts', [line({ debt: 5, advance: 1 })])
  const owed = () => rows('select debt_kopecks, advance_kopecks from contracts')
  expect(await owed()).toEqual([[500, 100]])
  await send('ledger', [{ id: 'd', contract: 'c-1', kind: 'sale', number: '1', date: '2026-11-01', debit: 70 }])
  expect(await owed()).toEqual([[7000, 0]])
  await send('contracts', [line({ debt: 5, advance: 1, holdDays: 5 })])
  expect(await owed()).toEqual([[7000, 0]])
})

test('with conditions on prices the feed waits for the catalogue before it locks contracts, else never', async () => {
  await app.db.execute(sql`update contracts set code1c = 'c-1'`)
  const change = (deferralDays: number) => send('contracts', [line({ payment: 'deferred', deferralDays })])
  await app.db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    expect((await change(10))[0]?.status).toBe('accepted')
  })
  await app.db.execute(sql`
    insert into price_conditions (contract_id, discount, starts_on) values (${world.contractId}, 500, current_date)`)
  const waiting = await app.db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const sent = change(20)
    const waiters = `select from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await rows(waiters)).length).toBe(1)
    // Whoever holds the catalogue may lock contracts: no deadlock.
    await lockContracts(tx)
    return { sent }
  })
  expect((await waiting.sent)[0]?.status).toBe('accepted')
  await app.db.execute(sql`delete from price_conditions`)
})
