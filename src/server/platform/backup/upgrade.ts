import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fallbackDataRoot, locateData, writeLocationFile } from '#server/platform/db/embedded-data.ts'
import { exists, type Programs } from '#server/platform/db/embedded-location.ts'
import { readVersions } from '#server/platform/db/embedded-version.ts'
import { startEmbedded, type EmbeddedDatabase } from '#server/platform/db/embedded.ts'
import { createBackup } from './backup.ts'
import { BackupRefused } from './restore-target.ts'
import { migrateRestored, restoreBackup } from './restore.ts'

export type UpgradeSummary = { from: string; to: string; tables: number; former: string }
type Upgrade = {
  dataDir: string
  /** Brings the server of a former major version into a folder. */
  findPrograms: (major: string, folder: string) => Promise<Programs>
}

/**
 * Moves the embedded database of a stopped portal to the portal's own major version of PostgreSQL: copies it into a new
 * database beside it and then names that one in the data folder, in one step. The former database stays as it was.
 * Undefined if the versions are the same. After an interruption the command is repeated.
 */
export async function upgradeDatabase({ dataDir, findPrograms }: Upgrade): Promise<UpgradeSummary | undefined> {
  const { made, own } = await readVersions(dataDir)
  if (made === own) return undefined
  if (Number(made) > Number(own))
    throw new BackupRefused(
      `Базу данных создал PostgreSQL ${made}, а в этой версии портала PostgreSQL ${own}: ` +
        'верните более новую версию портала',
    )
  const former = await locateData(dataDir)
  const target = join(dataDir, `postgresql-${own}`)
  await removeUnfinished(target)
  const programs = await findPrograms(made, join(target, 'server'))
  const old = await startEmbedded(dataDir, { programs })
  try {
    const { data, tables } = await copyInto(target, old)
    await writeLocationFile(dataDir, data)
    return { from: made, to: own, tables, former }
  } finally {
    await old.stop()
    await rm(join(target, 'server'), { recursive: true, force: true })
  }
}

/** Returns the folder of the new database, whose server is stopped. */
async function copyInto(target: string, old: EmbeddedDatabase): Promise<{ data: string; tables: number }> {
  const path = join(target, 'copy.tar')
  const fresh = await startEmbedded(target)
  try {
    await createBackup({ url: old.url, filesRoot: undefined, path })
    const { tables } = await restoreBackup({ url: fresh.url, dataDir: target, path, skipOrderNumbers: 0 })
    await migrateRestored(fresh.url)
    return { data: fresh.data, tables }
  } finally {
    await fresh.stop()
    await rm(path, { force: true })
    await rm(join(target, 'files'), { recursive: true, force: true })
  }
}

/** Removes what an interrupted upgrade left: its folder, and a database outside the data folder. */
async function removeUnfinished(target: string): Promise<void> {
  if (!(await exists(target))) return
  const named = (await readFile(join(target, 'postgres.location'), 'utf8').catch(() => '')).trim()
  const outside = dirname(named)
  if (dirname(outside) === fallbackDataRoot) await rm(outside, { recursive: true, force: true })
  await rm(target, { recursive: true, force: true })
}
