import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'

export type TestDatabase = Database & { url: string }

/**
 * A separate database for one test file, cloned from the migrated template; `close` drops it. `icuLocale` ('ru') sets
 * its collation, as a customer's database may have.
 */
export async function openTestDatabase({ icuLocale }: { icuLocale?: string } = {}): Promise<TestDatabase> {
  if (icuLocale === undefined) return openNewDatabase('template portal strategy file_copy')
  const database = await openNewDatabase(
    `template template0 locale_provider icu icu_locale '${icuLocale}' strategy file_copy`,
  )
  await migrateDatabase(database.url)
  return database
}

async function openNewDatabase(like: string): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await queryOnce(clusterUrl, `create database ${name} ${like}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, pino({ level: 'silent' }), { poolSize: 10 })
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await queryOnce(clusterUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A separate database without tables. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return openNewDatabase('template template0 strategy file_copy')
}

/** Runs one statement on its own connection. */
export async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return rows
  } finally {
    await client.end()
  }
}
