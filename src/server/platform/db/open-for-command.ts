import pg from 'pg'
import type { Config } from '#server/platform/startup/config.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { isDatabaseMade, noDatabaseIn } from './embedded-data.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'
import { expectNoUnfinishedRestore } from './unfinished-restore.ts'

type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>
type OpenedDatabase = { url: string; release: () => Promise<void> }

/**
 * Opens the database for a command and migrates it: DATABASE_URL, otherwise the embedded server running on the data
 * folder, otherwise that server started for the command. Throws StartRefused if there is no database: only a start of
 * the portal creates one.
 */
export async function openMigrated(location: DatabaseLocation): Promise<OpenedDatabase> {
  const opened = await openUnmigrated(location)
  try {
    await migrateDatabase(opened.url)
    return opened
  } catch (error) {
    await opened.release()
    throw error
  }
}

/** The same without migrating, for a backup. */
export async function openUnmigrated(location: DatabaseLocation): Promise<OpenedDatabase> {
  await expectNoUnfinishedRestore(location.dataDir)
  if (location.databaseUrl !== undefined) await expectOurTables(location.databaseUrl)
  else if (!(await isDatabaseMade(location.dataDir))) {
    throw new StartRefused(
      `${noDatabaseIn(location.dataDir)}. Проверьте DATA_DIR; если портал ещё не запускали, ` +
        'запустите его один раз: npm start',
    )
  }
  return openOrCreate(location)
}

/** The same, creating the database if there is none, for a restore. */
export async function openOrCreate({ databaseUrl, dataDir }: DatabaseLocation): Promise<OpenedDatabase> {
  const running = databaseUrl ?? (await findRunning(dataDir))
  const embedded = running === undefined ? await startEmbedded(dataDir) : undefined
  const url = running ?? embedded?.url ?? ''
  return { url, release: async () => embedded?.stop() }
}

async function expectOurTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const {
      rows: [found],
    } = await client.query<{ ours: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as ours")
    if (!found?.ours)
      throw new StartRefused(
        'В базе данных, которую называет DATABASE_URL, нет таблиц портала. Проверьте DATABASE_URL; ' +
          'если портал ещё не запускали, запустите его один раз: npm start',
      )
  } finally {
    await client.end()
  }
}
