import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { queryOnce } from '#tests/support/database.ts'
import { oldestPostgresql } from '#tests/support/processes/oldest-postgresql.ts'
import { freePort } from './free-port.ts'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'

const folders: string[] = []
const running: EmbeddedDatabase[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('keeps its data between starts, sorts Cyrillic letters and folds their case', async () => {
  const folder = await newFolder()
  const first = await start(folder)
  await queryOnce(first.url, "create table kept as select lower('ДРЕЛЬ') as word")
  await first.stop()

  const second = await start(folder)
  expect(await queryOnce(second.url, 'select word from kept')).toEqual([{ word: 'дрель' }])
})

test('removes the lock file left by a killed server', async () => {
  const folder = await newFolder()
  const first = await start(folder)
  process.kill(await serverPid(folder), 'SIGKILL')
  await first.stop()
  const second = await start(folder)
  expect(await queryOnce(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('restarts at the same address after an immediate shutdown under a running app', async () => {
  const folder = await newFolder()
  const { url } = await start(folder)
  await queryOnce(url, 'create table kept (n int)')
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    process.kill(await serverPid(folder), signal)
    await expect
      .poll(
        () =>
          queryOnce(url, 'insert into kept values (1)').then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
  }
  expect(await queryOnce(url, 'select count(*)::int as count from kept')).toEqual([{ count: 2 }])
})

test.each([
  ['an empty pid file', ''],
  ['the pid of a living program that is no PostgreSQL', `${process.pid}\n/elsewhere\n`],
])('starts despite a lock file with %s', async (_, content) => {
  const folder = await newFolder()
  await (await start(folder)).stop()
  await writeFile(join(await dataOf(folder), 'postmaster.pid'), content)
  const { url } = await start(folder)
  expect(await queryOnce(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(process.platform !== 'linux')('the server stops when the program that started it is killed', async () => {
  const folder = await newFolder()
  const script =
    "import { startEmbedded } from '#server/platform/db/embedded.ts'; await " +
    `startEmbedded(${JSON.stringify(folder)}); console.log('up'); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => parent.stdout.once('data', resolve))
  const pid = await serverPid(folder)
  parent.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false)
})

test('refuses a folder used by a running portal, without harm to it', async () => {
  const folder = await newFolder()
  const { url } = await start(folder)
  const script =
    "import { startEmbedded } from '#server/platform/db/embedded.ts'; await " +
    `startEmbedded(${JSON.stringify(folder)})`
  const rival = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  rival.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const code = await new Promise((resolve) => rival.once('exit', resolve))
  expect(code).not.toBe(0)
  expect(complaint).toContain('уже работает другой портал')
  expect(await queryOnce(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(!oldestPostgresql.find())(
  'data of another major version is left untouched, and the start names the version and what to do',
  async () => {
    const folder = await newFolder()
    const old = await startEmbedded(folder, { programs: oldestPostgresql.find() })
    await queryOnce(old.url, 'create table kept (n int)')
    await old.stop()

    const env = { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), DATABASE_URL: undefined }
    const portal = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [portal.stdout, portal.stderr])
      stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
    expect(await new Promise((resolve) => portal.once('close', resolve))).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^Базу данных в \S+ создал PostgreSQL 15, а в этой версии портала PostgreSQL 18, ` +
            String.raw`который её не прочтёт\. Ничего не изменено\. ` +
            String.raw`Переведите её на новую версию командой npm run upgrade-database\.$`,
        ),
      ),
    ])

    const again = await startEmbedded(folder, { programs: oldestPostgresql.find() })
    running.push(again)
    expect(await queryOnce(again.url, 'select count(*)::int as count from kept')).toEqual([{ count: 0 }])
  },
)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'))
  folders.push(folder)
  // mkdtemp makes it private; these tests need folders that others may enter, unless they set a mode.
  await chmod(folder, 0o755)
  return folder
}

async function start(folder: string): Promise<EmbeddedDatabase> {
  const server = await startEmbedded(folder)
  running.push(server)
  return server
}

async function dataOf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const own = join(folder, 'postgres')
  if ((await readdir(folder)).includes('postgres')) return own
  throw new Error(`no database in ${folder}`)
}

async function serverPid(folder: string): Promise<number> {
  return Number((await readFile(join(await dataOf(folder), 'postmaster.pid'), 'utf8')).split('\n')[0])
}
