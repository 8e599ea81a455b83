import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { seedCatalogue } from './seed.ts'

export type BenchDatabase = Database & { url: string }

/** A separate PostgreSQL with the bench's 100,000 products; `close` deletes it. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded(folder)
  await migrateDatabase(embedded.url)
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  await seedCatalogue(client)
  await client.end()
  const database = openDatabase(embedded.url, pino({ level: 'silent' }), { poolSize: 10 })
  return {
    ...database,
    url: embedded.url,
    async close() {
      await database.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
