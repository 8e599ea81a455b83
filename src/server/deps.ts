import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Listener } from '#server/platform/db/listener.ts'

/** What the app is given; each service names the part it uses. */
export type Deps = {
  config: Config
  db: Db
  pool: Pool
  /** The embedded server's own folder; undefined where DATABASE_URL names another server. */
  databaseFolder?: string | undefined
  listener: Listener
  log: Logger
  /** Requests to foreign addresses; tests let them reach servers of their own. */
  outgoing?: Outgoing | undefined
}
