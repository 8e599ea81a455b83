import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runStaff } from '#server/doors/administration/cli.ts'
import { freePort } from '#server/platform/db/free-port.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp } from '#tests/support/app.ts'
import { openEmptyDatabase, queryOnce, type TestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/fixtures.ts'
import { startServerProcess } from '#tests/support/process.ts'
import { createBackup } from './backup.ts'
import { runRestore } from './cli.ts'

/** Killed and concurrent restores: no empty portal starts, and all messages are Russian. */
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let path: string
const targets: TestDatabase[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-unfinished-'))
  path = join(folder, 'portal.tar')
  const portal = await startTestApp()
  await createWorld(portal.db)
  const filesRoot = join(portal.config.dataDir, 'files')
  await openLocalStore(filesRoot).put('documents/aa/kept.pdf', Buffer.alloc(5 << 20, 7))
  await createBackup({ url: portal.url, filesRoot, path, settleMs: 0 })
  await portal.close()
})
afterAll(async () => {
  for (const target of targets) await target.close()
  await rm(folder, { recursive: true, force: true })
})

/** Parent of a data folder with an embedded database, open to the user that PostgreSQL runs as under root. */
async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(folder, 'place-'))
  for (const each of [folder, parent]) await chmod(each, 0o755)
  return join(parent, 'data')
}

test.each([
  ['while the database is made', (name: string) => name === 'postgres.unfinished'],
  ['while the data are written', (name: string) => name.startsWith('files.restoring-')],
])(
  'after a restore killed %s a start reports it and creates nothing until the restore is repeated',
  async (_, isReached) => {
    const dataDir = await newFolder()
    await killRestore({ DATA_DIR: dataDir, DATABASE_URL: '' }, isReached)
    const left = await readdir(dataDir)
    const sentence = new RegExp(
      `^Восстановление резервной копии ${path} в папку ${dataDir} не закончено.*npm run restore -- ` +
        `ФАЙЛ.*${dataDir}/restore\\.unfinished\\.\n$`,
    )
    expect(await startRefused({ DATA_DIR: dataDir, DATABASE_URL: '' })).toEqual({
      code: 1,
      output: expect.stringMatching(sentence) as string,
    })
    expect((await readdir(dataDir)).filter((name) => name !== 'compiled')).toEqual(left)
    expect((await run(runStaff, ['list'], { DATA_DIR: dataDir })).stderr).toMatch(/не закончено/)

    expect(await run(runRestore, [path], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })
    expect((await run(runStaff, ['list'], { DATA_DIR: dataDir })).code).toBe(0)
    expect((await readdir(dataDir)).filter((name) => /restor|unfinished/.test(name))).toEqual([])
    expect((await stat(join(dataDir, 'files', 'documents', 'aa', 'kept.pdf'))).size).toBe(5 << 20)
  },
)

test('a killed restore into DATABASE_URL is reported at start, too, and can be repeated', async () => {
  const target = await emptyTarget()
  await killRestore(target.env, (name) => name.startsWith('files.restoring-'))
  expect((await startRefused(target.env)).output).toMatch(/не закончено/)
  expect(await run(runRestore, [path], target.env)).toMatchObject({ code: 0, stderr: '' })
  const server = await startServerProcess({ ...target.env, DEMO: '0' })
  server.child.kill('SIGTERM')
  await server.exited
})

test('a restore killed after its commit is finished by the next one, which overwrites nothing', async () => {
  const target = await emptyTarget()
  expect((await run(runRestore, [path], target.env)).code).toBe(0)
  const [found] = (await queryOnce(
    target.url,
    "select split_part(obj_description('drizzle'::regnamespace), ' ', 1) as id",
  )) as { id: string }[]
  await writeFile(join(target.env.DATA_DIR, 'restore.unfinished'), `${found?.id}\n${path}\n`)
  await writeFile(join(target.env.DATA_DIR, 'files', '.restoring'), '')
  await queryOnce(target.url, "update settings set value = '\"after\"' where name = 'shop.name'")

  const again = await run(runRestore, [path], target.env)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toMatch(/успело записать все данные[^]*Портал снова такой, каким был \d\d\.\d\d\.\d{4}/)
  expect((await readdir(target.env.DATA_DIR)).toSorted()).toEqual(['files'])
  expect(await readdir(join(target.env.DATA_DIR, 'files'))).toEqual(['documents'])
})

test('a refused restore leaves no marker and keeps the marker of an unfinished one', async () => {
  const damaged = join(folder, 'damaged.tar')
  await writeFile(damaged, 'x'.repeat(5000))
  const target = await emptyTarget()
  expect((await run(runRestore, [damaged], target.env)).code).toBe(1)
  expect(await readdir(target.env.DATA_DIR)).toEqual([])

  await killRestore(target.env, (name) => name.startsWith('files.restoring-'))
  expect((await run(runRestore, [damaged], target.env)).code).toBe(1)
  expect((await startRefused(target.env)).output).toMatch(/не закончено/)
})

test.each(['embedded', 'of DATABASE_URL'])(
  'of two concurrent restores into one empty target (%s) one succeeds, the other is refused in Russian',
  async (kind) => {
    const { env } = kind === 'embedded' ? { env: { DATA_DIR: await newFolder() } } : await emptyTarget()
    const both = await Promise.all([startRestore(env), startRestore(env)])
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1])
    const { output = '' } = both.find(({ code }) => code === 1) ?? {}
    expect(output).toMatch(/^(С папкой|В папку|На|База данных|Здесь уже есть файлы)[^\n]*[а-я][^\n]*\n$/)
    expect(output).not.toMatch(/initdb|error|Abort/i)
    expect((await readdir(env.DATA_DIR)).filter((name) => /restor|unfinished/.test(name))).toEqual([])
    expect((await stat(join(env.DATA_DIR, 'files', 'documents', 'aa', 'kept.pdf'))).size).toBe(5 << 20)
    expect((await run(runStaff, ['list'], env)).code).toBe(0)
  },
)

async function emptyTarget() {
  const target = await openEmptyDatabase()
  targets.push(target)
  return { url: target.url, env: { DATABASE_URL: target.url, DATA_DIR: await newFolder() } }
}

/** A restore in its own process, killed as soon as the data folder has a matching entry. */
async function killRestore(
  env: { DATA_DIR: string; DATABASE_URL: string },
  isReached: (name: string) => boolean,
): Promise<void> {
  const child = spawn(process.execPath, ['scripts/restore.ts', path], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (!(await readdir(env.DATA_DIR).catch(() => [])).some(isReached)) {
    if (child.exitCode !== null) throw new Error('the restore ended before it could be killed')
    await pause(2)
  }
  child.kill('SIGKILL')
  await ended
}

const startRestore = (env: Record<string, string>) => runProcess(['scripts/restore.ts', path], env)
const startRefused = async (env: Record<string, string>) =>
  runProcess(['src/server/main.ts'], { DEMO: '0', PORT: String(await freePort()), ...env })

async function runProcess(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function run(command: typeof runRestore, args: string[], env: Record<string, string>) {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await command(args, env, { print: (text) => stdout.push(text), printError: (text) => stderr.push(text) })
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
}
