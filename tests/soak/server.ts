import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { findRunning } from '#server/platform/db/embedded.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/process.ts'

export type SoakServer = {
  /** Address of the current process. */
  origin: () => string
  process: () => ServerProcess
  /** The soak's own connection to PostgreSQL: to be reopened after each kill. */
  openDatabase: () => Promise<Database>
  /** kill -9 of the app, then a new one on the same data; returns the seconds until it was ready. */
  killAndRestart: () => Promise<number>
  dataDir: string
  stop: () => Promise<void>
}

const stopWithinMs = 20_000

/** The real server with its embedded PostgreSQL on its own data: demo data, or empty. */
export async function startSoakServer({ demo }: { demo: boolean }): Promise<SoakServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-soak-'))
  await chmod(dataDir, 0o755)
  const start = () =>
    startServerProcess(
      { DATA_DIR: dataDir, DEMO: demo ? '1' : '0', SEARCHES_PER_SECOND: '0', LOG_LEVEL: 'error' },
      { readyWithinMs: 300_000 },
    )
  let server = await start()
  return {
    dataDir,
    origin: () => server.origin,
    process: () => server,
    async openDatabase() {
      const url = await findRunning(dataDir)
      if (url === undefined) throw new Error('the embedded PostgreSQL does not run')
      return openDatabase(url, pino({ level: 'silent' }), { poolSize: 4 })
    },
    async killAndRestart() {
      server.child.kill('SIGKILL')
      await server.exited
      const startedMs = performance.now()
      server = await start()
      return (performance.now() - startedMs) / 1000
    },
    async stop() {
      server.child.kill('SIGTERM')
      const killTimer = setTimeout(() => server.child.kill('SIGKILL'), stopWithinMs)
      const code = await server.exited
      clearTimeout(killTimer)
      await rm(dataDir, { recursive: true, force: true })
      if (code !== 0) throw new Error(`the server did not stop by itself within ${stopWithinMs} ms`)
    },
  }
}
