import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { findRunning } from '#server/platform/db/embedded.ts'
import { freePort } from '#server/platform/db/free-port.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startServerProcess, type ServerProcess } from './support/process.ts'
import { mountSmallDisk, noSmallDisk, type SmallDisk } from './support/processes/small-disk.ts'

/** Start-up messages about the data folder of the embedded database, and the permissions of data. */
const folders: string[] = []
const servers: ServerProcess[] = []
const disks: SmallDisk[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(stop))
  for (const disk of disks.splice(0)) disk.remove()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const asRoot = test.skipIf(process.getuid?.() !== 0)

asRoot(
  'a start reports in plain text a database outside DATA_DIR, and an abandoned one',
  async () => {
    const dataDir = join(await newFolder(0o700), 'data')
    const first = await start(dataDir)
    const data = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()
    folders.push(dirname(data))
    await expect
      .poll(() => plainLines(first))
      .toContain(
        `База данных лежит отдельно от DATA_DIR, в ${data}: когда её создавали, пользователь nobody, ` +
          'от имени которого работает PostgreSQL, ' +
          'не мог войти в папки над DATA_DIR. Переносите и удаляйте обе папки вместе.',
      )
    await stop(first)

    await rm(dataDir, { recursive: true })
    const anew = await start(dataDir)
    folders.push(dirname((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()))
    await expect
      .poll(() => plainLines(anew))
      .toContain(
        `В ${dirname(data)} осталась база данных прежней папки ${dataDir}, которую удалили. ` +
          'Если она не нужна, удалите и её.',
      )
    await stop(anew)

    await rm(dirname((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()), { recursive: true })
    const { code, output } = await startRefused(dataDir)
    expect(code).toBe(1)
    expect(output).toMatch(
      new RegExp(
        String.raw`^База данных этого портала лежала в \S+ \(так записано в \S+\/postgres\.location\), но сейчас ` +
          String.raw`её там нет\. .+\.\n$`,
      ),
    )
  },
  240_000,
)

asRoot(
  'the user of the database can neither list nor read files, stored before this start or later',
  async () => {
    const dataDir = join(await newFolder(0o755), 'data')
    await mkdir(join(dataDir, 'files', 'price-lists'), { recursive: true })
    await mkdir(join(dataDir, 'compiled'))
    const old = join(dataDir, 'files', 'price-lists', 'old.xlsx')
    await writeFile(old, 'prices')
    for (const [path, mode] of [
      [dataDir, 0o755],
      [join(dataDir, 'files'), 0o755],
      [old, 0o644],
    ] as const)
      await chmod(path, mode)
    expect(await asNobody('cat', old)).toBe('prices')

    await start(dataDir)
    const stored = join(dataDir, 'files', 'documents', 'aa', 'new.pdf')
    await openLocalStore(join(dataDir, 'files')).put('documents/aa/new.pdf', Buffer.from('contract'))
    for (const [command, path] of [
      ['cat', old],
      ['cat', stored],
      ['ls', join(dataDir, 'files')],
      ['ls', join(dataDir, 'compiled')],
      ['ls', dataDir],
    ] as const) {
      await expect(asNobody(command, path), `${command} ${path}`).rejects.toThrow(/Permission denied/)
    }
  },
  120_000,
)

asRoot(
  'a process with DATABASE_URL keeps an embedded database in its data folder accessible',
  async () => {
    const dataDir = join(await newFolder(0o755), 'data')
    await start(dataDir)
    const url = (await findRunning(dataDir)) ?? ''
    const second = await start(dataDir, url)
    expect(await modeOf(dataDir)).toBe('710')
    await expect(asNobody('ls', join(dataDir, 'postgres'))).resolves.toContain('PG_VERSION')
    await stop(second)
  },
  120_000,
)

asRoot(
  'the log says why the embedded database stopped and cannot start; it starts once the cause is fixed',
  async () => {
    const dataDir = join(await newFolder(0o755), 'data')
    const { origin, log } = await start(dataDir)
    const health = async () => (await fetch(`${origin}/health`)).status
    const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
    await chmod(dataDir, 0o700)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => linesOf(log(), 'the embedded database does not start again')).toHaveLength(1)
    expect(linesOf(log(), 'the embedded database has ended')).toHaveLength(1)
    expect(log()).toMatch(/could not access directory … Permission denied/)
    await expect.poll(health, { timeout: 60_000 }).toBe(503)
    await chmod(dataDir, 0o710)
    await expect.poll(health, { timeout: 60_000 }).toBe(200)
  },
  120_000,
)

test('the file store creates folders and files readable by its own user only', async () => {
  const root = join(await newFolder(0o755), 'data', 'files')
  const store = openLocalStore(root)
  await store.freeBytes()
  await store.put('documents/aa/new.pdf', Buffer.from('contract'))
  const work = await store.workFolder('exchange/work')
  for (const folder of [root, join(root, 'documents'), join(root, 'documents', 'aa'), join(root, 'exchange'), work])
    expect(await modeOf(folder), folder).toBe('700')
  expect(await modeOf(join(root, 'documents', 'aa', 'new.pdf'))).toBe('600')
})

test('with a full database disk /health is 503 with the reason, /live 200; both recover with free space', async ({
  skip,
}) => {
  const disk = mountSmallDisk('400m') ?? skip(noSmallDisk)
  disks.push(disk)
  const { origin } = await start(join(disk.folder, 'data'))
  const health = async () => {
    const response = await fetch(`${origin}/health`)
    const { reason } = (await response.json()) as { reason?: string }
    return { status: response.status, reason }
  }
  await fill(join(disk.folder, 'ballast'))
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 503, reason: 'diskFull' })
  expect((await fetch(`${origin}/live`)).status).toBe(200)
  await rm(join(disk.folder, 'ballast'))
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 200 })
}, 120_000)

asRoot(
  'with a full DATA_DIR disk and the database elsewhere orders can be placed, and /health is 200',
  async ({ skip }) => {
    const disk = mountSmallDisk('16m') ?? skip(noSmallDisk)
    disks.push(disk)
    await chmod(disk.folder, 0o700)
    const dataDir = join(disk.folder, 'data')
    const { origin } = await start(dataDir)
    folders.push(dirname((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()))
    expect((await fetch(`${origin}/health`)).status).toBe(200)
  },
  120_000,
)

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(Buffer.alloc(1 << 20))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    await file.close()
  }
}

async function newFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-data-'))
  folders.push(folder)
  await chmod(folder, mode)
  return folder
}

async function start(dataDir: string, databaseUrl = ''): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0' })
  servers.push(server)
  return server
}

async function startRefused(dataDir: string): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0', PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  const [code] = (await once(child, 'close')) as unknown[]
  return { code, output }
}

async function stop({ child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

function plainLines(server: ServerProcess): string[] {
  return server
    .log()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
}

/** Log lines with exactly this message, without the counts of repeated ones. */
function linesOf(log: string, message: string): string[] {
  return log.split('\n').filter((line) => line.includes(`"msg":"${message}"`))
}

async function asNobody(command: string, path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [path], {
    uid: 65534,
    gid: 65534,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  return stdout
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}
