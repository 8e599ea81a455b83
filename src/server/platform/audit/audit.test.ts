import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signOut, whoAmI } from '#shared/api/account/access.ts'
import { saveSettings } from '#shared/api/staff/settings.ts'
import { jobs } from '#server/doors/jobs/jobs.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { byAccount, bySystem } from './changed-by.ts'
import { eraseAuditValues, listAuditRows } from './shared-queries-audit.ts'
import { recordAudit } from './record.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())
beforeEach(() => emptyAuditLog(portal.pool))

const latest = (limit = 10) => listAuditRows(portal.db, { limit })
const refused = { cause: { code: '42501' } }
const account = { type: 'account', id: 7 } as const

describe('an audit row', () => {
  test('has only the fields that differ, and is not written if nothing differs', async () => {
    const by = byAccount({ accountId: world.adminId })
    const before = { role: 'sales', limit: 5, note: '', since: '2026-01-01' }
    await recordAudit(portal.db, by, {
      action: 'account.created',
      object: account,
      before,
      after: { ...before, limit: null, note: null },
    })
    await recordAudit(portal.db, by, { action: 'account.created', object: account, before, after: { ...before } })
    expect(await latest()).toMatchObject([
      {
        origin: 'web',
        accountId: world.adminId,
        onBehalfOfAccountId: null,
        objectType: 'account',
        objectId: '7',
        changes: { limit: { before: 5, after: null } },
      },
    ])
  })

  test('is rolled back with the transaction of its change', async () => {
    const change = portal.db.transaction(async (tx) => {
      await writeSetting(tx, 'delivery.vat', '10')
      throw new Error('the change fails')
    })
    await expect(change).rejects.toThrow('the change fails')
    expect(await latest()).toEqual([])
  })

  test('stores personal values separately, and outlives their erasure', async () => {
    const person = { name: 'Пётр "Ё" \\ О’Нил', login: 'petr@firm.ru', phone: '+7 916 000-00-00', role: 'sales' }
    await recordAudit(portal.db, bySystem, { action: 'account.created', object: account, after: person })
    await recordAudit(portal.db, bySystem, {
      action: 'account.created',
      object: { ...account, id: 8 },
      after: { name: 'Анна' },
    })
    const { rows } = await portal.pool.query('select string_agg(l::text, null) as text from audit_log l')
    for (const value of ['Нил', 'petr', '916', 'Анна']) expect((rows[0] as { text: string }).text).not.toContain(value)
    const named = async () => (await latest()).map(({ changes }) => [changes.name?.after, changes.role?.after])
    expect(await named()).toEqual([
      ['Анна', undefined],
      [person.name, 'sales'],
    ])

    expect(await eraseAuditValues(portal.db, { type: 'account', id: '7' })).toBe(3)
    expect(await named()).toEqual([
      ['Анна', undefined],
      [undefined, 'sales'],
    ])
    await expect(portal.db.execute(sql`delete from audit_values`)).rejects.toMatchObject(refused)
  })

  test('is found by object and by account, newest first, page by page', async () => {
    const by = byAccount({ accountId: world.salesId })
    for (const value of [1, 2, 3]) {
      await recordAudit(portal.db, by, {
        action: 'setting.changed',
        object: { type: 'setting', id: 'x' },
        after: { value },
      })
      await recordAudit(portal.db, bySystem, {
        action: 'setting.changed',
        object: { type: 'setting', id: 'y' },
        after: { value },
      })
    }
    const values = async (filter: Omit<Parameters<typeof listAuditRows>[1], 'limit'>) =>
      (await listAuditRows(portal.db, { ...filter, limit: 2 })).map(({ id, changes }) => ({
        id,
        value: changes.value?.after,
      }))
    const object = { type: 'setting', id: 'x' } as const
    const first = await values({ object })
    expect(first.map(({ value }) => value)).toEqual([3, 2])
    expect((await values({ object, beforeId: first.at(-1)?.id })).map(({ value }) => value)).toEqual([1])
    expect((await values({ accountId: world.salesId })).map(({ value }) => value)).toEqual([3, 2])
  })
})

test('both queries use a backward index scan', async () => {
  const plans = await portal.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
    const explain = async (condition: string) =>
      JSON.stringify(
        (await tx.execute(sql.raw(`explain select * from audit_log where ${condition} order by id desc limit 5`))).rows,
      )
    return [await explain("object_type = 'account' and object_id = '1'"), await explain('account_id = 1')]
  })
  expect(plans).toMatchObject([
    expect.stringContaining('Index Scan Backward using audit_log_object'),
    expect.stringContaining('Index Scan Backward using audit_log_account'),
  ])
})

describe('the audit trail is append-only', () => {
  const tables = {
    audit_log: { columns: 'origin, action, object_type', values: "'system', 'sign-out', 'account'" },
    audit_values: { columns: 'id, subject_type, value', values: "gen_random_uuid(), 'account', '1'" },
    audit_fields: { columns: 'field, audit_id', values: "'name', 1" },
  }
  const names = Object.keys(tables) as (keyof typeof tables)[]
  const old = (table: keyof typeof tables, age: string) => {
    const { columns, values } = tables[table]
    return portal.pool.query(`insert into ${table} (at, ${columns}) values (now() - interval '${age}', ${values})`)
  }
  const count = async (table: string) =>
    Number((await portal.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

  test('for the owner of the tables too', async () => {
    for (const table of names) {
      await old(table, '1 day')
      for (const statement of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(portal.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
      }
      expect(await count(table)).toBe(1)
    }
  })

  test('except that a nightly job deletes rows older than the setting, never those of the last year', async () => {
    await writeSetting(portal.db, 'audit.keepDays', 1)
    for (const table of names) for (const age of ['366 days', '364 days']) await old(table, age)
    const purge = jobs.find(({ name }) => name === 'purge-personal-data')
    expect(await purge?.run({ db: portal.db } as never)).toMatchObject({ audit: 1 })
    expect([await count('audit_log'), await count('audit_values'), await count('audit_fields')]).toEqual([2, 1, 2])
    await portal.pool.query("delete from settings where name = 'audit.keepDays'")
    const days = await readSetting(portal.db, 'audit.keepDays')
    expect((await portal.pool.query('select extract(day from audit_keep())::int as days')).rows).toEqual([{ days }])
  })

  test('by database rights after deploy/audit-rights.sql has moved its tables to another role', async () => {
    const url = new URL(portal.url)
    const role = `portal_${Date.now()}`
    url.username = role
    url.password = 'audit'
    await portal.pool.query(`create role ${role} login password 'audit'`)
    for (const table of ['accounts', 'settings', ...names])
      await portal.pool.query(`alter table ${table} owner to ${role}`)
    const rights = await readFile('deploy/audit-rights.sql', 'utf8')
    for (let time = 0; time < 2; time += 1) await portal.pool.query(rights)
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await client.query(
        `insert into audit_log (at, origin, action, object_type, changes)
         values (now() - interval '9 years', 'system', 'sign-out', 'account', '{"name": {"before": 1, "after": 2}}')`,
      )
      for (const statement of [
        'update audit_log set at = now()',
        'delete from audit_log',
        'truncate audit_log',
        'delete from audit_values',
        'delete from audit_fields',
        "select set_config('audit.erasing', 'on', false); delete from audit_values",
      ]) {
        await expect(client.query(statement), statement).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining('permission denied') as string,
        })
      }
      expect((await client.query('select purge_audit_log() as purged')).rows).toEqual([{ purged: 1 }])
      expect((await client.query("select erase_audit_values('account', '7') as erased")).rows).toEqual([{ erased: 0 }])
    } finally {
      await client.end()
      await portal.pool.query(`reassign owned by ${role}, portal_audit to current_user`)
      await portal.pool.query(`drop owned by ${role}, portal_audit; drop role ${role}, portal_audit`)
    }
  })
})

describe('sign-ins', () => {
  const password = 'Сосновый бор 41'
  const actionsOf = async () =>
    (await latest()).map(({ action, accountId, objectId, changes }) => ({
      action,
      accountId,
      objectId,
      reason: changes.reason?.after,
    }))

  test('leave a row each, like refusals and sign-outs, without the password or an unknown login', async () => {
    const login = 'anna@opt.example'
    const id = await addAccount(portal.db, { role: 'admin', login, password })
    const visitor = portal.visitor()
    await expect(visitor.signIn(login, 'not-her-password')).rejects.toThrow()
    await expect(visitor.signIn('hunter2-typed-here', 'x')).rejects.toThrow()
    await visitor.signIn(login, password)
    await call(signOut, {}, visitor)
    await call(signOut, {}, visitor)
    expect(await actionsOf()).toEqual([
      { action: 'sign-out', accountId: id, objectId: String(id), reason: undefined },
      { action: 'sign-in.succeeded', accountId: id, objectId: String(id), reason: undefined },
      { action: 'sign-in.refused', accountId: null, objectId: null, reason: 'wrongCredentials' },
      { action: 'sign-in.refused', accountId: null, objectId: String(id), reason: 'wrongCredentials' },
    ])
    const { rows } = await portal.pool.query(
      'select (select json_agg(l) from audit_log l)::text || (select json_agg(v) from audit_values v)::text as text',
    )
    for (const secret of [password, 'not-her-password', 'hunter2'])
      expect((rows[0] as { text: string }).text).not.toContain(secret)
  })

  test('calls without the right leave one row an hour per account; a guest leaves none', async () => {
    const content = await addAccount(portal.db, { role: 'content' })
    const visitor = await signedIn(portal, content)
    const forbidden = { version: '', shop: { name: 'x', company: 'y' } }
    for (let time = 0; time < 3; time += 1)
      await expect(call(saveSettings, forbidden, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(saveSettings, forbidden, portal.visitor())).rejects.toMatchObject({ status: 401 })
    await call(whoAmI, {}, visitor)
    await until(latest, (rows) => rows.length > 0)
    expect(await latest()).toMatchObject([
      {
        action: 'access.refused',
        accountId: content,
        objectType: 'call',
        objectId: expect.stringMatching(/^POST \/api\/staff\/settings/) as string,
      },
    ])
  })
})
