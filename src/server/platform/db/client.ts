import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Logger } from 'pino'
import { createConnectionGate, withGate, type ConnectionGate } from './connection-gate.ts'
import { preparedStatementClient } from './prepared-client.ts'

/** The database or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** `gate` lets the watch close the pool's connections. */
export type Database = { db: NodePgDatabase; pool: pg.Pool; gate: ConnectionGate; close: () => Promise<void> }

// int8 counts and sums stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(url: string, log: Logger, options: { poolSize: number }): Database {
  const gate = createConnectionGate()
  const pool = new pg.Pool({
    Client: withGate(preparedStatementClient(), gate),
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    options:
      '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000 -c timezone=UTC',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  // A checked-out client emits its own errors; an unhandled one would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')))
  return { db: withSafeTransactions(pool), pool, gate, close: () => pool.end() }
}

/**
 * Drizzle sends BEGIN before it handles connection errors: a connection that dies then would never return to the pool,
 * and restarts of PostgreSQL would exhaust it. This returns every connection; broken ones are closed.
 */
function withSafeTransactions(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  const byClient = new WeakMap<pg.PoolClient, NodePgDatabase>()
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    const own = byClient.get(client) ?? drizzle(client)
    byClient.set(client, own)
    let doubtful = false
    try {
      return await own.transaction(run, config)
    } catch (error) {
      doubtful = isTransientDatabaseError(error)
      throw error
    } finally {
      client.release(doubtful)
    }
  }
  return db
}

/** Transient error codes of PostgreSQL and of sockets. */
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08003',
  '08006',
  '53000',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '55P03',
  '40001',
  '40P01',
  '25006',
])

const lostConnection = new RegExp(
  'timeout exceeded when trying to connect|Connection terminated|connection timeout|' +
    'Client has encountered a connection error',
  'i',
)

/** Whether an error means that the database is temporarily unavailable. */
export function isTransientDatabaseError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && transientCodes.has(code)) return true
    if (lostConnection.test(current.message)) return true
  }
  return false
}

/** Whether PostgreSQL rejected a text with NUL or broken UTF-8: `\0` in a parameter, `\u0000` in JSON. */
export function isUnstorableText(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (code === '22021' || code === '22P05') return true
  }
  return false
}

/** The violated unique or foreign key constraint, if the error reports one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { constraint } = current as { constraint?: unknown }
    if (typeof constraint === 'string') return constraint
  }
  return undefined
}
