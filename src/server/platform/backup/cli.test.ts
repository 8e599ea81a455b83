import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runStaff } from '#server/doors/administration/cli.ts'
import { runExchange } from '#server/doors/exchange/command/cli.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { openEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, createWorld } from '#tests/support/fixtures.ts'
import { verifyArchive } from './archive.ts'
import { runBackup, runRestore } from './cli.ts'

/** The terminal output of the commands, and that they create nothing where there is no portal. */
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let portal: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-commands-'))
  portal = await startTestApp()
})
afterAll(async () => {
  await portal.close()
  for (const target of targets) await target.close()
  await rm(folder, { recursive: true, force: true })
})
const targets: TestDatabase[] = []

type Command = (
  args: string[],
  env: NodeJS.ProcessEnv,
  output: { print: (text: string) => void; printError: (text: string) => void },
) => Promise<number>
const commands: [string, Command, string[]][] = [
  ['backup', runBackup, ['here/portal.tar']],
  ['staff', runStaff, ['list']],
  ['exchange', exchange, ['log']],
]

async function run(command: Command, args: string[], env: NodeJS.ProcessEnv) {
  const output: string[] = []
  const stderr: string[] = []
  const code = await command(args, env, { print: (text) => output.push(text), printError: (text) => stderr.push(text) })
  return { code, stdout: output.join('\n'), stderr: stderr.join('\n') }
}

/** It prints to the console. */
async function exchange(
  args: string[],
  env: NodeJS.ProcessEnv,
  { print, printError }: Parameters<Command>[2],
): Promise<number> {
  vi.spyOn(console, 'log').mockImplementation(print)
  vi.spyOn(console, 'error').mockImplementation(printError)
  return runExchange(args, env).finally(() => vi.restoreAllMocks())
}

test.each(commands)('%s in a folder without a database is refused and creates nothing', async (_, command, args) => {
  const parent = await mkdtemp(join(folder, 'none-'))
  await mkdir(join(parent, 'empty'))
  const paths = args.map((arg) => (arg.includes('/') ? join(parent, arg) : arg))
  for (const name of ['mistyped', 'empty']) {
    const { code, stderr } = await run(command, paths, { DATA_DIR: join(parent, name) })
    expect(code).toBe(1)
    expect(stderr).toBe(
      `В папке ${join(parent, name)} нет базы данных портала. Проверьте DATA_DIR; ` +
        'если портал ещё не запускали, запустите его один раз: npm start',
    )
  }
  expect(await readdir(parent, { recursive: true })).toEqual(['empty'])
})

test.each(commands)(
  "%s in a database that is not a portal's is refused and creates nothing",
  async (_, command, args) => {
    const target = await openEmptyDatabase()
    targets.push(target)
    const parent = await mkdtemp(join(folder, 'none-'))
    const paths = args.map((arg) => (arg.includes('/') ? join(parent, arg) : arg))
    const { code, stderr } = await run(command, paths, { DATABASE_URL: target.url, DATA_DIR: parent })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^В базе данных, которую называет DATABASE_URL, нет таблиц портала\. Проверьте DATABASE_URL/)
    expect(
      (
        await target.pool.query(
          "select schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
        )
      ).rows,
    ).toEqual([])
    expect(await readdir(parent)).toEqual([])
  },
)

test.each([
  [
    'a server that does not answer',
    () => 'postgres://portal:secret@127.0.0.1:1/portal',
    'База данных не отвечает: проверьте, запущена ли она и верен ли DATABASE_URL',
  ],
  [
    'a wrong password',
    () => portal.url.replace(/:[^:@/]+@/, ':wrong@'),
    'База данных не пускает: проверьте логин и пароль в DATABASE_URL',
  ],
  [
    'no such database',
    () => portal.url.replace(/\/\w+$/, '/nowhere'),
    'Базы данных с таким именем на сервере нет: проверьте DATABASE_URL',
  ],
])('%s is reported in one Russian sentence', async (_, url, sentence) => {
  for (const [, command, args] of commands) {
    const paths = args.map((arg) => (arg.includes('/') ? join(folder, arg) : arg))
    expect(await run(command, paths, { DATABASE_URL: url(), DATA_DIR: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: sentence,
    })
  }
})

test('a backup warns of foreign files and succeeds; a restore ends with the steps to repeat by hand', async () => {
  const { pool, db } = portal
  await createWorld(db)
  const gone = await addAccount(db, { role: 'sales' })
  await pool.query('update accounts set enabled = false where id = $1', [gone])
  const files = join(portal.config.dataDir, 'files')
  await mkdir(join(files, 'pictures'), { recursive: true })
  await writeFile(join(files, 'pictures', 'копия.txt'), 'x')
  const path = join(folder, 'portal.tar')
  const backup = await run(runBackup, [path], { DATABASE_URL: portal.url, DATA_DIR: portal.config.dataDir })
  expect(backup).toMatchObject({
    code: 0,
    stderr:
      'Внимание: в DATA_DIR лежат файлы не от портала, в копию они не вошли: ' + join(files, 'pictures', 'копия.txt'),
  })

  const target = await openEmptyDatabase()
  targets.push(target)
  const restore = await run(runRestore, [path], { DATABASE_URL: target.url, DATA_DIR: join(folder, 'restored') })
  expect(restore).toMatchObject({ code: 0, stderr: '' })
  const {
    rows: [count],
  } = await pool.query<{ buyers: number; staff: number }>(
    `select count(*) filter (where organisation_id is not null)::int as buyers,
      count(*) filter (where role in ('admin', 'sales', 'content'))::int as staff from accounts where enabled`,
  )
  expect(restore.stdout).toContain(`сотрудники – ${count?.staff}, покупатели – ${count?.buyers}`)
  for (const repair of [
    /каким был \d\d\.\d\d\.\d{4} \d\d:\d\d/,
    /отключите/,
    /смените пароли/,
    /второй фактор/,
    /отзовите адреса прайс-листов/,
    /сверьте с 1С заказы/,
    /войти заново/,
  ])
    expect(restore.stdout).toMatch(repair)
})

test('an unreadable path is not reported as damaged, and no sentence mixes two languages', async () => {
  const restore = (path: string) =>
    run(runRestore, [path], { DATABASE_URL: portal.url, DATA_DIR: join(folder, 'unused') })
  expect(await restore(folder)).toMatchObject({ code: 1, stderr: `${folder} – не файл` })
  expect(await restore(join(folder, 'nowhere.tar'))).toMatchObject({
    code: 1,
    stderr: `Файла ${join(folder, 'nowhere.tar')} нет`,
  })
  const damaged = join(folder, 'damaged.tar')
  await writeFile(damaged, 'x'.repeat(5000))
  expect(await restore(damaged)).toMatchObject({
    code: 1,
    stderr: 'Резервная копия повреждена или обрезана, ничего не изменено',
  })
  await expect(verifyArchive(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})

test.skipIf(process.getuid?.() !== 0)(
  'a backup without read permission is not reported as damaged (run as another user: root may read all)',
  async () => {
    const closed = join(folder, 'closed.tar')
    await writeFile(closed, 'x')
    await chmod(closed, 0o600)
    await chmod(folder, 0o755)
    process.seteuid?.(65_534)
    try {
      await expect(verifyArchive(closed)).rejects.toMatchObject({ code: 'EACCES' })
    } finally {
      process.seteuid?.(0)
    }
    expect((await stat(closed)).size).toBe(1)
  },
)
