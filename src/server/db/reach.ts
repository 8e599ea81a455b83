import type { Config } from '#server/config.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>
type Reached = { url: string; release: () => Promise<void> }

/**
 * The database for a command that runs beside the portal or without it: DATABASE_URL, else the embedded server that the
 * portal has running on the data folder, else that server started for the time of the command. Migrated.
 */
export async function reachDatabase(config: Place): Promise<Reached> {
  const reached = await reachUnmigrated(config)
  try {
    await migrateDatabase(reached.url)
    return reached
  } catch (error) {
    await reached.release()
    throw error
  }
}

/** The same database as it is: a backup changes nothing, a restore brings its own tables. */
export async function reachUnmigrated({ databaseUrl, dataDir }: Place): Promise<Reached> {
  const running = databaseUrl ?? (await findRunning(dataDir))
  const embedded = running === undefined ? await startEmbedded(dataDir) : undefined
  const url = running ?? embedded?.url ?? ''
  return { url, release: async () => embedded?.stop() }
}
