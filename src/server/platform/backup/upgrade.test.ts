import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { describeDataLocation } from '#server/platform/db/embedded-notices.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { createWorld } from '#tests/support/fixtures.ts'
import { oldestPostgresql } from '#tests/support/processes/oldest-postgresql.ts'
import { runUpgrade } from './cli.ts'

/** The database of a former major version is moved to the portal's own. */
vi.setConfig({ testTimeout: 120_000 })

const oldest = oldestPostgresql.find()
const hasOldest = oldest !== undefined

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'))
  // mkdtemp makes it private, and the server of a root process runs as another user.
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!hasOldest)(
  'one command moves the data, also after an interruption, and the folder can be moved',
  async () => {
    const dataDir = await makeOldData()
    const before = await withDatabase(dataDir, describeRows, oldest)
    await mkdir(join(dataDir, 'files/documents/aa'), { recursive: true })
    await writeFile(join(dataDir, 'files/documents/aa/act.pdf'), '%PDF')
    await expect(startEmbedded(dataDir)).rejects.toThrow(/npm run upgrade-database/)

    // Killed while it restored: a database that nothing names.
    const half = await startEmbedded(join(dataDir, 'postgresql-18'))
    await half.stop()
    await writeFile(join(dataDir, 'postgresql-18/copy.tar'), 'half')

    expect(await upgrade(dataDir)).toEqual({
      code: 0,
      text: expect.stringMatching(
        new RegExp(
          String.raw`^База данных переведена с PostgreSQL 15 на 18: таблиц \d+\. ` +
            String.raw`.*\nПрежняя осталась в \S+\/postgres\. .*\nГотово за `,
        ),
      ) as string,
    })
    expect(await readFile(join(dataDir, 'postgres.location'), 'utf8')).toBe('postgresql-18/postgres\n')
    const moved = `${dataDir}-moved`
    await rename(dataDir, moved)
    const { rows, version, sessions } = await withDatabase(moved, describeRows)
    expect(version).toMatch(/^18\./)
    expect(rows).toEqual(before.rows)
    expect(before.sessions).toBe(1)
    expect(sessions, 'everybody signs in again').toBe(0)
    expect(await readFile(join(moved, 'files/documents/aa/act.pdf'), 'utf8')).toBe('%PDF')
    expect((await stat(moved)).mode & 0o007, 'the data folder stays closed').toBe(0)
    expect(await describeDataLocation(moved, join(moved, 'postgresql-18/postgres'))).toEqual([
      expect.stringMatching(/осталась база данных до перехода на новый PostgreSQL/),
    ])
    expect(await upgrade(moved)).toMatchObject({ code: 0, text: expect.stringMatching(/переводить нечего/) as string })
    expect((await withDatabase(moved, describeRows)).rows).toEqual(before.rows)
  },
)

test.skipIf(!hasOldest)('an upgrade that fails leaves the former database in use', async () => {
  const dataDir = await makeOldData()
  const { rows } = await withDatabase(dataDir, describeRows, oldest)
  const offline = () => Promise.reject(new StartRefused('Установить прежний PostgreSQL из npm не удалось'))
  expect(await upgrade(dataDir, offline)).toMatchObject({ code: 1 })
  // A later version of the portal has worked with this database.
  await withDatabase(
    dataDir,
    (client) => client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 0)"),
    oldest,
  )
  expect(await upgrade(dataDir)).toEqual({
    code: 1,
    text: expect.stringMatching(/более новой версией портала/) as string,
  })
  await expect(stat(join(dataDir, 'postgres.location'))).rejects.toThrow(/ENOENT/)
  expect((await withDatabase(dataDir, describeRows, oldest)).rows).toEqual(rows)
})

test('an upgrade is refused with a reason', async () => {
  const dataDir = join(folder, 'current')
  const fresh = await startEmbedded(dataDir)
  expect(await upgrade(dataDir)).toEqual({ code: 1, text: 'Портал работает: остановите его и повторите' })
  await fresh.stop()
  expect(await upgrade(join(folder, 'none'))).toMatchObject({
    code: 1,
    text: expect.stringMatching(/нет базы данных портала/) as string,
  })
  expect(await upgrade(dataDir, undefined, { DATABASE_URL: 'postgres://localhost/portal' })).toMatchObject({
    code: 1,
    text: expect.stringMatching(/DATABASE_URL/) as string,
  })
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '19\n')
  expect(await upgrade(dataDir)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/верните более новую версию портала/) as string,
  })
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9.6\n')
  const { installFormerPrograms } = await import('#server/platform/db/former-programs.ts')
  expect(await upgrade(dataDir, installFormerPrograms)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/PostgreSQL 9\.6 из npm не установить/) as string,
  })
})

async function makeOldData(): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'old-'))
  const old = await startEmbedded(dataDir, { programs: oldest })
  await migrateDatabase(old.url)
  const source = openDatabase(old.url, pino({ level: 'silent' }), { poolSize: 2 })
  const { ownerId } = await createWorld(source.db, { products: [{ name: 'Дрель \\N' }, { stock: [1.5, 2] }] })
  await source.pool.query(
    "insert into sessions (token_hash, account_id, expires_at) values ('\\x01', $1, now() + interval '1 day')",
    [ownerId],
  )
  await source.close()
  await old.stop()
  return dataDir
}

async function withDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
  programs?: typeof oldest,
): Promise<Result> {
  const server = await startEmbedded(dataDir, { programs })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

async function describeRows(client: pg.Client) {
  const { rows } = await client.query<{ name: string; row: string }>(
    `select 'product' as name, p::text as row from products p
      union all select 'stock', s::text from stocks s
      union all select 'account', a::text from accounts a order by 1, 2`,
  )
  const {
    rows: [server],
  } = await client.query<{ version: string; sessions: number }>(
    "select current_setting('server_version') as version, (select count(*)::int from sessions) as sessions",
  )
  return { rows, version: server?.version ?? '', sessions: server?.sessions ?? 0 }
}

async function upgrade(
  dataDir: string,
  findPrograms: Parameters<typeof runUpgrade>[3] = () => Promise.resolve(oldest ?? { folder: '', locale: [] }),
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const add = (text: string) => void lines.push(text)
  const env = { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, ...more }
  const code = await runUpgrade([], env, { print: add, printError: add }, findPrograms)
  return { code, text: lines.join('\n') }
}
