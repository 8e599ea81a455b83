import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeCustomers, mergePlan } from '#shared/api/administration/merge-customers.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addApprovedRequest, createRecords, startIdRange } from './support/calls/marked-records.ts'
import { startExchangeApp } from './support/exchange.ts'
import { feedSender } from './support/feeds.ts'
import {
  addAccount,
  addAddress,
  addConsignee,
  addContract,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from './support/fixtures.ts'

/** Of an organisation that was merged into another one nothing is left, and nothing of it is lost. */
let portal: TestApp
let world: World
let closed: { organisationId: number; contragentId: number; contractId: number; ownerId: number }

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: Array.from({ length: 5 }, () => ({ stock: [1000, 1000] })) })
  const { db } = portal
  const firm = await addOrganisation(db, 'ООО «Двойник»')
  const { organisationId } = firm
  const terms = { ...firm, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }
  const contractId = await addContract(db, terms)
  const ownerId = await addAccount(db, { role: 'owner', organisationId })
  closed = { ...firm, contractId, ownerId }
  const records = { marker: 'Двойник', firstId: 70_001, productId: world.productIds[0] ?? 0 }
  await startIdRange(db, records)
  await addAddress(db, organisationId)
  await addConsignee(db, organisationId)
  await createRecords(portal, { ...records, ...firm, accountId: ownerId, contractId })
  await addApprovedRequest(portal, { organisationId, accountId: ownerId })
  const audience = [organisationId, world.organisationId]
  await db.execute(sql`insert into top_news (text, audience_organisation_ids)
    values ('Одним', ${sql.param([organisationId])}::int[]), ('Обеим', ${sql.param(audience)}::int[])`)
  await db.execute(sql`insert into materials (title, html, audience_organisation_ids)
    values ('Условия', '', ${sql.param([organisationId])}::int[])`)
  const earlier = await addOrganisation(db, 'ООО «Прежний двойник»')
  await merge(earlier.organisationId, organisationId)
})
afterAll(() => portal.close())

async function merge(id: number, target: number): Promise<void> {
  const admin = await signedIn(portal, world.adminId)
  const { plan } = await call(mergePlan, { id, target }, admin)
  await call(mergeCustomers, { id, target, version: plan.version }, admin)
}

/** Columns that refer to organisations, by foreign key or name, with the number of rows that name this one. */
async function referencesTo(organisationId: number): Promise<Map<string, number>> {
  const { rows: columns } = await portal.pool.query<{ table: string; column: string; isArray: boolean }>(`
    select c.table_name as table, c.column_name as column, c.data_type = 'ARRAY' as "isArray"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.column_name ~ 'organisation_ids?$'
      or exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.confrelid = 'organisations'::regclass
          and k.conrelid = to_regclass(format('public.%I', c.table_name)) and a.attname = c.column_name))
    order by 1, 2`)
  const found = new Map<string, number>()
  for (const { table, column, isArray } of columns) {
    const { rows } = await portal.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where $1 = ${isArray ? `any(${column})` : column}`,
      [organisationId],
    )
    found.set(`${table}.${column}`, rows[0]?.count ?? 0)
  }
  return found
}

async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await portal.pool.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await portal.pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/** Whose rows stay: what was done in an organisation was done in that one. */
const staying = ['audit_log.organisation_id']
/** Tables that a merge writes to, or whose rows end with the sessions. */
const changing = /^(audit_|sessions$|catalogue_changes$)/

test('every row that refers to a merged organisation goes over to the other one, and none is lost', async () => {
  const { organisationId } = closed
  const before = await referencesTo(organisationId)
  expect(
    [...before].filter(([, count]) => count === 0).map(([column]) => column),
    'columns of which the closed organisation has no row, so that the test could not find one left behind',
  ).toEqual([])
  const keptBefore = await referencesTo(world.organisationId)
  const rowsBefore = await countRows()
  await merge(organisationId, world.organisationId)

  const left = [...(await referencesTo(organisationId))].filter(
    ([column, count]) => count > 0 && !staying.includes(column),
  )
  expect(left, 'rows that a room has to move (doors/administration/customers/merge)').toEqual([])
  const rowsAfter = await countRows()
  const differing = Object.keys(rowsBefore).filter(
    (table) => rowsBefore[table] !== rowsAfter[table] && !changing.test(table),
  )
  expect(differing).toEqual([])
  const keptAfter = await referencesTo(world.organisationId)
  for (const [column, count] of before)
    if (!staying.includes(column) && !column.includes('audience'))
      // The closed organisation itself refers to the one that stays now, too.
      expect(keptAfter.get(column), column).toBe(
        (keptBefore.get(column) ?? 0) + count + Number(column === 'organisations.merged_into_id'),
      )
  const { rows: news } = await portal.pool.query(
    "select text, audience_organisation_ids as ids from top_news where text in ('Одним', 'Обеим') order by text",
  )
  expect(news).toEqual([
    { text: 'Обеим', ids: [world.organisationId] },
    { text: 'Одним', ids: [world.organisationId] },
  ])
}, 120_000)

test("1C's next contracts find the contragent and the contract that stay, and make no double again", async () => {
  const app = await startExchangeApp()
  try {
    const own = await createWorld(app.db)
    const double = await addOrganisation(app.db, 'ООО «Двойник»')
    const terms = { priceTypeId: own.priceTypeIds[0] ?? 0, warehouseIds: own.warehouseIds }
    const contractId = await addContract(app.db, { ...double, ...terms, number: '77-Д', code1c: 'c-77' })
    const inn = '7707083893'
    await app.pool.query("update contragents set inn = $1, kpp = '773601001', code1c = null where id = $2", [
      inn,
      own.contragentId,
    ])
    await app.pool.query("update contragents set inn = $1, kpp = '', code1c = 'firm-1' where id = $2", [
      inn,
      double.contragentId,
    ])
    const send = feedSender(app.origin)
    const line = { id: 'c-77', number: '77-Д', date: '2026-01-12', contragent: { inn } }
    const [refused] = await send('contracts', [line])
    expect(refused).toMatchObject({ status: 'rejected' })

    const admin = await signedIn(app, own.adminId)
    const both = { id: double.organisationId, target: own.organisationId }
    const { plan } = await call(mergePlan, both, admin)
    await call(mergeCustomers, { ...both, version: plan.version }, admin)
    for (const contragent of [{ inn }, { inn, kpp: '773601001' }]) {
      const answers = await send('contracts', [{ ...line, contragent, creditLimit: 500 }])
      expect(answers).toEqual([{ line: 1, id: 'c-77', status: 'accepted' }])
    }
    const { rows } = await app.pool.query(
      `select c.id, c.organisation_id as organisation, c.contragent_id as contragent, g.code1c as code
       from contracts c join contragents g on g.id = c.contragent_id where c.code1c = 'c-77'`,
    )
    expect(rows).toEqual([
      { id: contractId, organisation: own.organisationId, contragent: own.contragentId, code: 'firm-1' },
    ])
    const { rows: firms } = await app.pool.query('select id from contragents where inn = $1', [inn])
    expect(firms).toEqual([{ id: own.contragentId }])
  } finally {
    await app.close()
  }
})
