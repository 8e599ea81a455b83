import { mkdir } from 'node:fs/promises'
import pino from 'pino'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/client.ts'
import { startEmbedded } from './db/embedded.ts'
import { openListener } from './db/listener.ts'
import { migrateDatabase } from './db/migrate.ts'

const config = readConfig(process.env)
const log = pino({ level: config.logLevel })

await mkdir(config.dataDir, { recursive: true })
const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : undefined
const url = config.databaseUrl ?? embedded?.url ?? ''
await migrateDatabase(url)

const database = openDatabase(url, log, config)
const listener = openListener(url, log)
const app = await buildApp({ config, log, listener, ...database })
await app.listen({ port: config.port, host: config.host })

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))

/** Answers what is in flight, then lets go of the database. */
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  // Connections that were busy when closing began stay open for their next request: nobody will send one.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(sweep)
  await listener.close()
  await database.close()
  await embedded?.stop()
  process.exit(0)
}
