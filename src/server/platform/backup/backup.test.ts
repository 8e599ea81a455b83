import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startOrderStream } from '#tests/soak/order-stream.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addProducts, createWorld, signedIn } from '#tests/support/fixtures.ts'
import { oldestPostgresql } from '#tests/support/processes/oldest-postgresql.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { createBackup } from './backup.ts'
import { migrateRestored, restoreBackup } from './restore.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
let portal: TestApp
let filesRoot: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'))
  portal = await startTestApp()
  filesRoot = join(portal.config.dataDir, 'files')
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const targets: TestDatabase[] = []
afterAll(async () => {
  for (const target of targets) await target.close()
})

async function emptyTarget(database?: TestDatabase) {
  const target = database ?? (await openEmptyDatabase())
  targets.push(target)
  return { ...target, dataDir: await mkdtemp(join(folder, 'place-')) }
}

let files = 0
const newPath = () => join(folder, `backup-${(files += 1)}.tar`)

test('a backup made during orders and file changes is consistent, and a portal runs on the restored data', async () => {
  const stream = await startOrderStream(portal.db, () => portal.origin, { buyers: 4 })
  const traffic = startFileTraffic(portal, filesRoot)
  const path = newPath()
  let before: number[] = []
  try {
    await expect.poll(() => stream.counts.acknowledged, { timeout: 60_000 }).toBeGreaterThan(5)
    before = (await portal.pool.query<{ id: number }>('select id from orders')).rows.map(({ id }) => id)
    await createBackup({ url: portal.url, filesRoot, path, settleMs: 500 })
    const { acknowledged } = stream.counts
    await expect.poll(() => stream.counts.acknowledged, { timeout: 60_000 }).toBeGreaterThan(acknowledged)
  } finally {
    await traffic.stop()
    await stream.stop()
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(filesRoot), 'nothing is held any longer').not.toContain('.backup')

  const target = await emptyTarget()
  await restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 500 })
  await migrateRestored(target.url)

  const restored = (await target.pool.query<{ id: number }>('select id from orders')).rows.map(({ id }) => id)
  expect(restored, 'what was there before is there').toEqual(expect.arrayContaining(before))
  expect(await brokenReservations(target.db)).toEqual([])
  expect(
    (
      await target.pool.query(`
    select o.id from orders o left join order_lines l on l.order_id = o.id group by o.id
    having count(l.order_id) = 0 or o.sum_kopecks <> sum(l.sum_kopecks) + coalesce(o.delivery_kopecks, 0)`)
    ).rows,
    'no order is half there',
  ).toEqual([])
  expect(
    (
      await target.pool.query(
        'select o.id from orders o where not exists (select from order_events e where e.order_id = o.id)',
      )
    ).rows,
  ).toEqual([])
  expect(await missingFiles(target)).toEqual([])
  expect(traffic.counts.deleted, 'files were deleted meanwhile').toBeGreaterThan(5)

  const successor = await startTestApp({ database: target, env: { DATA_DIR: target.dataDir } })
  const after = await startOrderStream(successor.db, () => successor.origin, { buyers: 2 })
  await expect.poll(() => after.counts.acknowledged, { timeout: 30_000 }).toBeGreaterThan(1)
  await after.stop()
  expect(await after.check(successor.db)).toEqual({ lost: 0, duplicated: 0, broken: 0 })
  const lastKnown = await greatestNumber(portal)
  const {
    rows: [next],
  } = await target.pool.query<{ number: string }>('select min(number) as number from orders where id > $1', [
    Math.max(...restored),
  ])
  expect(
    next?.number && next.number > lastKnown,
    `${next?.number} is no number that an order after the backup had (${lastKnown})`,
  ).toBe(true)
  await successor.close()
}, 240_000)

test('a restore brings back every row, sequence, constraint and trigger, hostile texts included', async () => {
  const world = await createWorld(portal.db)
  await addProducts(portal.db, { priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }, [
    { name: 'C:\\новая\\папка \\N \\. \t табуляция\r\nстрока 🔩' },
    { name: '\\.' },
    { name: '\\N' },
    { name: '' },
  ])
  await openLocalStore(filesRoot).put('documents/aa/empty.pdf', Buffer.alloc(0))
  await openLocalStore(filesRoot).put('documents/aa/large.pdf', Buffer.alloc(9 << 20, 7))
  await signedIn(portal, world.ownerId)
  await portal.pool.query(`
    with browser as (
      insert into web_push_subscriptions (account_id, session_id, endpoint, p256dh, auth)
      select account_id, id, 'https://push.example/1', 'p', 'a' from sessions limit 1 returning id)
    insert into web_pushes (subscription_id, title, text, link, urgent, event_key)
    select id, 't', '', '', false, 'e' from browser`)
  await portal.pool.query("insert into web_push_keys (public_key, private_key) values ('point', 'scalar')")
  await portal.pool.query("insert into exchange_sessions (type, token_hash) values ('catalog', '\\x01')")
  await writeSetting(portal.db, 'delivery.vat', 'none')
  const object = { type: 'account', id: world.ownerId } as const
  await recordAudit(portal.db, bySystem, {
    action: 'account.created',
    object,
    after: { name: 'Ёж \\N', role: 'owner' },
  })
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  // A portal was started here once: its tables exist with nothing but the rows of migrations.
  const target = await emptyTarget(await openTestDatabase())
  await target.pool.query("insert into settings (name, value) values ('left', '1')")
  await writeSetting(target.db, 'shop.name', 'Первый запуск')
  await idle(target)
  await restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 0 })
  await migrateRestored(target.url)
  expect(withoutTransient(await describe(target.url))).toEqual(withoutTransient(await describe(portal.url)))
  expect(
    (
      await target.pool.query(
        `select from sessions union all select from web_push_subscriptions union all select from web_pushes
          union all select from exchange_sessions where token_hash is not null`,
      )
    ).rowCount,
    'nobody is signed in',
  ).toBe(0)
  expect((await target.pool.query('select public_key, private_key from web_push_keys')).rows).toEqual([
    { public_key: 'point', private_key: 'scalar' },
  ])
  expect((await listAuditRows(target.db, { limit: 5 })).slice(0, 2)).toMatchObject([
    { action: 'account.created', changes: { name: { after: 'Ёж \\N' }, role: { after: 'owner' } } },
    { action: 'setting.changed', objectId: 'delivery.vat' },
  ])
  await expect(
    target.pool.query('delete from audit_log'),
    'what was restored is append-only too',
  ).rejects.toMatchObject({ code: '42501' })
  expect((await readFile(join(target.dataDir, 'files/documents/aa/large.pdf'))).equals(Buffer.alloc(9 << 20, 7))).toBe(
    true,
  )
  expect((await stat(join(target.dataDir, 'files/documents/aa/empty.pdf'))).size).toBe(0)
})

test.skipIf(!oldestPostgresql.find())('a backup of PostgreSQL 15 is restored into the current version', async () => {
  const dataDir = await mkdtemp(join(folder, 'older-'))
  await chmod(folder, 0o755)
  const older = await startEmbedded(dataDir, { programs: oldestPostgresql.find() })
  const path = newPath()
  const target = await emptyTarget()
  try {
    await migrateDatabase(older.url)
    const source = openDatabase(older.url, pino({ level: 'silent' }), { poolSize: 2 })
    await createWorld(source.db, { products: [{ name: 'Дрель \\N' }, { stock: [1.5, 2] }] })
    await source.close()
    await createBackup({ url: older.url, filesRoot: undefined, path })
    expect(await restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 0 })).toMatchObject({
      postgresql: expect.stringMatching(/^15\./) as string,
    })
    await migrateRestored(target.url)
    const [before, after] = [await describe(older.url), await describe(target.url)]
    expect(after.rows).toEqual(before.rows)
    expect(after.sequences).toEqual(before.sequences)
  } finally {
    await older.stop()
  }
})

test.each([
  ['cut short by a byte', async (path: string) => truncate(path, (await stat(path)).size - 1025)],
  ['cut in the middle', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['empty', (path: string) => truncate(path, 0)],
  [
    'with one bit turned',
    async (path: string) => {
      const bytes = await readFile(path)
      const at = Math.floor(bytes.length / 3)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
  ],
  ['no backup at all', (path: string) => writeFile(path, 'Прайс-лист;1\n'.repeat(1000))],
])('a backup that is %s is refused and leaves nothing behind', async (_, damage) => {
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  await damage(path)
  const target = await emptyTarget()
  await expect(
    restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 0 }),
  ).rejects.toMatchObject({ name: 'DamagedBackup' })
  expect(
    (await target.pool.query("select tablename from pg_tables where schemaname in ('public', 'drizzle')")).rows,
  ).toEqual([])
  expect(await readdir(target.dataDir)).toEqual([])
})

test('a restore that fails halfway leaves nothing behind', async () => {
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  const target = await emptyTarget()
  // Not a table of the portal, but it conflicts with an extension that the portal needs.
  await target.pool.query(
    'create function public.similarity(text, text) returns real language sql as $$ select 1::real $$',
  )
  await idle(target)
  await expect(restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 0 })).rejects.toThrow(
    /similarity/,
  )
  expect(
    (await target.pool.query("select tablename from pg_tables where schemaname in ('public', 'drizzle')")).rows,
  ).toEqual([])
  expect(await readdir(target.dataDir)).toEqual([])
})

test('a restore into a non-empty or busy database or data folder is refused', async () => {
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  const restore = (target: { url: string; dataDir: string }) => restoreBackup({ ...target, path, skipOrderNumbers: 0 })

  const filled = await emptyTarget(await openTestDatabase())
  await createWorld(filled.db)
  await idle(filled)
  await expect(restore(filled)).rejects.toThrow(/не пуста \(accounts\)/)

  const used = await emptyTarget()
  const client = new pg.Client({ connectionString: used.url })
  await client.connect()
  await expect(restore(used)).rejects.toThrow(/занята/)
  await client.end()

  const foreign = await emptyTarget()
  await foreign.pool.query('create table invoices (id int)')
  await idle(foreign)
  await expect(restore(foreign)).rejects.toThrow(/другой программы/)

  const withFiles = await emptyTarget()
  await openLocalStore(join(withFiles.dataDir, 'files')).put('pictures/a.webp', Buffer.from('x'))
  await expect(restore(withFiles)).rejects.toThrow(/уже есть файлы/)
})

test('files of a restore that did not commit do not block the next one', async () => {
  const path = newPath()
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  const target = await emptyTarget()
  await idle(target)
  const restore = () => restoreBackup({ url: target.url, dataDir: target.dataDir, path, skipOrderNumbers: 0 })
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function failing(this: pg.Client, ...args: unknown[]) {
    return args[0] === 'commit' ? Promise.reject(new Error('the connection is gone')) : Reflect.apply(query, this, args)
  } as typeof query
  try {
    await expect(restore()).rejects.toThrow('the connection is gone')
  } finally {
    pg.Client.prototype.query = query
  }
  await restore()
  expect(await readdir(join(target.dataDir, 'files'))).not.toContain('.restoring')
})

test.each(['another path', 'the same path'])(
  'of two concurrent backups to %s the second is refused without harm; a failed one leaves no file',
  async (where) => {
    const firstPath = newPath()
    const path = where === 'the same path' ? firstPath : newPath()
    // The first one waits for this lock until the second is refused.
    const lock = await portal.pool.connect()
    await lock.query('begin')
    await lock.query('lock table uploaded_documents in access exclusive mode')
    const first = createBackup({ url: portal.url, filesRoot, path: firstPath, settleMs: 0 })
    try {
      await expect.poll(() => readdir(filesRoot), { timeout: 30_000 }).toContain('.backup')
      await expect(createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })).rejects.toMatchObject({
        name: 'AlreadyRetained',
      })
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    await first
    expect((await stat(firstPath)).size).toBeGreaterThan(1000)
    await rm(firstPath)
    await expect(
      createBackup({ url: 'postgres://nobody@127.0.0.1:1/none', filesRoot, path, settleMs: 0 }),
    ).rejects.toThrow()
    expect((await readdir(folder)).filter((name) => path.endsWith(name) || name.endsWith('.part'))).toEqual([])
    expect(await readdir(filesRoot)).not.toContain('.backup')
  },
)

/** Adds and deletes documents; the file is deleted before the row's deletion is committed, as in the purge. */
function startFileTraffic({ pool }: TestApp, root: string) {
  const store = openLocalStore(root)
  const counts = { stored: 0, deleted: 0 }
  const stopping = new AbortController()
  async function run(): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const key = `documents/tt/${n}.pdf`
      await store.put(key, Buffer.alloc(20_000, n % 256))
      await pool.query("insert into uploaded_documents (key, type, size_bytes) values ($1, 'pdf', 20000)", [key])
      counts.stored += 1
      if (n < 10) continue
      const gone = `documents/tt/${n - 10}.pdf`
      const client = await pool.connect()
      await client.query('begin')
      await client.query('delete from uploaded_documents where key = $1', [gone])
      await store.delete(gone)
      await client.query('commit')
      client.release()
      counts.deleted += 1
    }
  }
  const running = run()
  return {
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Files named by rows and missing in the store. */
async function missingFiles({ pool, dataDir }: TestDatabase & { dataDir: string }): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'key' and table_schema = 'public'",
  )
  const missing = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ key: string }>(
      `select key from ${name} where key ~ '^(pictures|documents|price-lists|exchange)/'`,
    )
    for (const { key } of rows) if (!(await openLocalStore(join(dataDir, 'files')).has(key))) missing.push(key)
  }
  return missing
}

async function greatestNumber({ pool }: TestApp): Promise<string> {
  return (
    (await pool.query<{ number: string }>("select max(number) as number from orders where number like '0000-%'"))
      .rows[0]?.number ?? ''
  )
}

/** The whole content of a database: rows, sequences, constraints, indexes, triggers. */
async function describe(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  const tables = await all(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables
      where schemaname in ('public', 'drizzle') order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const [table] of tables)
    rows[String(table)] = await all(
      `select count(*), md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) from ${table} t`,
    )
  const described = {
    rows,
    sequences: await all(
      "select sequencename, last_value from pg_sequences where schemaname in ('public', 'drizzle') order by 1",
    ),
    constraints: await all(
      `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
    indexes: await all("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"),
    triggers: await all(
      'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
    ),
  }
  await client.end()
  return described
}

const transientTables = [
  'actings',
  'sessions',
  'web_push_subscriptions',
  'web_pushes',
  'setup_tokens',
  'exchange_sessions',
  'catalogue_changes',
  'price_feeds',
].map((name) => `public.${name}`)

/** Not restored: sessions, and transaction numbers of the old cluster. */
function withoutTransient({ rows, ...others }: Awaited<ReturnType<typeof describe>>) {
  const left = Object.entries(rows).filter(([table]) => !transientTables.includes(table))
  return { ...others, rows: Object.fromEntries(left) }
}

/** The restore target must have no other connections. */
async function idle({ pool }: TestDatabase): Promise<void> {
  const client = await pool.connect()
  client.release(true)
  await expect.poll(() => pool.totalCount).toBe(0)
}

test('a backup that finds none of the files named by rows is refused, for DATA_DIR must be wrong', async () => {
  await portal.pool.query(
    "insert into uploaded_documents (key, type, size_bytes) values ('documents/aa/lost.pdf', 'pdf', 1)",
  )
  const elsewhere = await mkdtemp(join(folder, 'elsewhere-'))
  const path = newPath()
  await expect(
    createBackup({ url: portal.url, filesRoot: join(elsewhere, 'files'), path, settleMs: 0 }),
  ).rejects.toThrow(/нет ни одного файла из тех, что называет база \(\d+\): проверьте DATA_DIR/)
  expect((await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })).missing).toContain(
    'documents/aa/lost.pdf',
  )
})
