import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import type { Owner } from './embedded-data.ts'
import { cleanEnvironment, exists, type ServerLocation } from './embedded-location.ts'

const run = promisify(execFile)
const readyWithinMs = 30_000

export type Server = { process: ChildProcess; log: () => string }

export function launch(location: ServerLocation, port: number): Server {
  const flags = [
    '-D',
    location.data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=200',
    '-c',
    'shared_buffers=256MB',
    '-c',
    'max_wal_size=2GB',
    '-c',
    'jit=off',
    '-c',
    'checkpoint_timeout=15min',
    '-c',
    'work_mem=16MB',
    '-c',
    'maintenance_work_mem=128MB',
  ]
  const [command, args, identity] = commandFor(location, flags)
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(),
  })
  let tail = ''
  const collect = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-4000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  child.on('error', (error) => collect(Buffer.from(String(error))))
  return { process: child, log: () => tail }
}

/** On Linux the kernel interrupts the server when this process dies. */
function commandFor({ binaries, owner }: ServerLocation, flags: string[]): [string, string[], Partial<Owner>] {
  const postgres = join(binaries, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  if (process.platform !== 'linux') return [postgres, flags, {}]
  const identity = owner ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  return ['setpriv', [...identity, '--pdeathsig=INT', postgres, ...flags], {}]
}

/**
 * Why the server ended or does not start: its last fatal line, otherwise its exit code. Other lines may contain data.
 */
export function failureOf({ process: { exitCode, signalCode }, log }: Server): Error {
  const fatal = log()
    .split('\n')
    .map((line) => /^(?:\S+ \S+ \w+ \[\d+\] (?:FATAL|PANIC): +|\S*(?:postgres|setpriv|Error): )(.+)$/.exec(line)?.[1])
    .findLast((reason) => reason !== undefined)
  const exit = signalCode === null ? `exit status ${exitCode}` : `ended by ${signalCode}`
  return new Error(fatal ?? exit)
}

/** Waits until the server accepts connections. */
export async function ready(server: Server, url: string): Promise<void> {
  const deadlineMs = performance.now() + readyWithinMs
  while (performance.now() < deadlineMs) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error('the server ended at once')
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(25)
    }
  }
  throw new Error('the server did not answer in time')
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 15_000)
  await ended(child)
  clearTimeout(impatience)
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  await new Promise<void>((resolve) => child.once('exit', () => resolve()))
}

/** Removes the lock of a killed server: stops an orphan, deletes an empty or foreign pid file. */
export async function clearStaleLock({ data, binaries, owner }: ServerLocation): Promise<void> {
  const file = join(data, 'postmaster.pid')
  if (!(await exists(file))) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  if (!pid || !(await isServerOf(pid, data))) {
    await rm(file, { force: true })
    return
  }
  if (await isParentAppRunning(pid))
    throw new StartRefused(`На ${data} уже работает другой портал: остановите его или задайте другую папку DATA_DIR`)
  await run(join(binaries, 'bin', 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-D', data], { ...owner, cwd: '/' })
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid)
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes(data)
}

async function isParentAppRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  if (parent <= 1 || parent === process.pid) return false
  const commandLine = await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')
  return commandLine.includes('node')
}

/** Whether a process with this id exists that we may signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
