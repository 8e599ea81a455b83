import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const lockKey = 20_261_121

/** Migrates a database to the newest schema. Serialised between processes. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await lockMigrations(client)
    await createExtensions(client)
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}

/** Locks the schema until the connection ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

export async function createExtensions(client: pg.Client): Promise<void> {
  await client.query('create extension if not exists citext')
  await client.query('create extension if not exists pg_trgm')
}
