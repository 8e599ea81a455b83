import type { Config } from '#server/config.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

/**
 * The database for a command that runs beside the portal or without it: DATABASE_URL, else the embedded server that the
 * portal has running on the data folder, else that server started for the time of the command. Migrated.
 */
export async function reachDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ url: string; release: () => Promise<void> }> {
  const running = databaseUrl ?? (await findRunning(dataDir))
  const embedded = running === undefined ? await startEmbedded(dataDir) : undefined
  const url = running ?? embedded?.url ?? ''
  const release = async () => embedded?.stop()
  try {
    await migrateDatabase(url)
  } catch (error) {
    await release()
    throw error
  }
  return { url, release }
}
