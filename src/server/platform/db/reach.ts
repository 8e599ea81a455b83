import pg from 'pg'
import type { Config } from '#server/platform/startup/config.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { isDatabaseMade } from './embedded-data.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>
type Reached = { url: string; release: () => Promise<void> }

/**
 * The database for a command that runs beside the portal or without it: DATABASE_URL, else the embedded server that the
 * portal has running on the data folder, else that server started for the time of the command. Migrated. Only a start
 * of the portal makes a database: where there is none this throws StartRefused and makes nothing.
 */
export async function reachDatabase(place: Place): Promise<Reached> {
  const reached = await reachUnmigrated(place)
  try {
    await migrateDatabase(reached.url)
    return reached
  } catch (error) {
    await reached.release()
    throw error
  }
}

/** The same database as it is: a backup changes nothing. */
export async function reachUnmigrated(place: Place): Promise<Reached> {
  if (place.databaseUrl !== undefined) await expectOurTables(place.databaseUrl)
  else if (!(await isDatabaseMade(place.dataDir))) {
    throw new StartRefused(
      `В папке ${place.dataDir} нет базы данных портала. Проверьте DATA_DIR; если портал ещё не запускали, запустите его один раз: npm start`,
    )
  }
  return reachOrMake(place)
}

/** The same database, or a new one: a restore fills it. */
export async function reachOrMake({ databaseUrl, dataDir }: Place): Promise<Reached> {
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
        'В базе данных, которую называет DATABASE_URL, нет таблиц портала. Проверьте DATABASE_URL; если портал ещё не запускали, запустите его один раз: npm start',
      )
  } finally {
    await client.end()
  }
}
