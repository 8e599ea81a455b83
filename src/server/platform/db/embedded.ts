import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '#server/platform/log/open.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { lockDataFolder } from './lock-data-folder.ts'
import { locateData, writeLocationFile } from './embedded-data.ts'
import {
  exists,
  initialise,
  prepareServerLocation,
  readOrMakePassword,
  type ServerLocation,
  type Programs,
} from './embedded-location.ts'
import { clearStaleLock, ended, failureOf, launch, delay, ready, stop, type Server } from './embedded-server.ts'
import { checkVersion } from './embedded-version.ts'
import { freePort } from './free-port.ts'

const databaseName = 'portal'

type Options = {
  programs?: Programs | undefined
  onMake?: (data: string) => void
  /** Log for failures of the running server; short-lived commands have none. */
  log?: Log
}
/** `data` is PostgreSQL's folder: inside the data folder, or at its recorded location. */
export type EmbeddedDatabase = { url: string; data: string; stop: () => Promise<void> }

/**
 * Starts the PostgreSQL server installed by npm on a free loopback port, with its data for `dataDir` (tests pass
 * programs of another version). It ends with this process, even a killed one; the lock of a killed server is cleared.
 * Calls `onMake` before creating a database. Throws StartRefused if a database exists and cannot be used.
 */
export async function startEmbedded(
  dataDir: string,
  { programs, onMake, log }: Options = {},
): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const letGo = await lockDataFolder(dataDir)
  if (letGo === undefined)
    throw new StartRefused(
      `С папкой ${dataDir} уже работает другой портал или другая команда: ` +
        'дождитесь её конца, остановите портал или задайте другую папку DATA_DIR',
    )
  try {
    const started = await startLocked(dataDir, { programs, onMake, log })
    return {
      ...started,
      async stop() {
        await started.stop()
        await letGo()
      },
    }
  } catch (error) {
    await letGo()
    throw error
  }
}

async function startLocked(dataDir: string, { programs, onMake, log }: Options): Promise<EmbeddedDatabase> {
  const location = await prepareServerLocation(dataDir, programs)
  const password = await readOrMakePassword(location)
  if (!(await exists(join(location.data, 'PG_VERSION')))) {
    onMake?.(location.data)
    await initialise(location, password)
  }
  await writeLocationFile(dataDir, location.data)
  await checkVersion(location)
  await clearStaleLock(location)
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    const server = launch(location, port)
    try {
      await ready(server, urlOf(password, port, 'postgres'))
      await createDatabase(urlOf(password, port, 'postgres'))
      return supervise(location, { password, port, log }, server)
    } catch (error) {
      await stop(server.process)
      // Another program may have taken the port, or a killed server's lock may need a moment.
      if (attempt === 5)
        throw new StartRefused(`Встроенный PostgreSQL не запустился. Он сообщил:\n${server.log().trim()}`, {
          cause: error,
        })
      await clearStaleLock(location)
      await delay(500)
    }
  }
}

/**
 * Restarts the server at the same address when it ends while the app runs: after a crash or an immediate shutdown. Logs
 * why it ended, and why it does not start again.
 */
function supervise(
  location: ServerLocation,
  { password, port, log }: { password: string; port: number; log: Log | undefined },
  first: Server,
): EmbeddedDatabase {
  let server = first
  let stopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      await ended(server.process)
      if (!stopping) log?.error({ err: failureOf(server) }, 'the embedded database has ended')
      await clearStaleLock(location).catch((error: unknown) =>
        log?.error({ err: error }, 'the lock of the embedded database was not cleared'),
      )
      if (stopping) return
      server = launch(location, port)
      await ready(server, urlOf(password, port, 'postgres')).catch(refuseRestart)
    }
  }

  async function refuseRestart(): Promise<void> {
    if (!stopping)
      log?.error({ err: failureOf(server), folder: location.data }, 'the embedded database does not start again')
    await delay(100)
  }

  return {
    url: urlOf(password, port, databaseName),
    data: location.data,
    async stop() {
      stopping = true
      await stop(server.process)
      await watching
    },
  }
}

/** URL of an embedded server running on `dataDir`; undefined if none answers. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const data = await locateData(dataDir)
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

function urlOf(password: string, port: number, database: string): string {
  return `postgres://portal:${password}@127.0.0.1:${port}/${database}`
}
