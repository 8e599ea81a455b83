import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '#server/platform/startup/start-refused.ts'

/** Mark of an unfinished restore in a data folder. `id` is also in the database once the data are committed. */
export type UnfinishedRestore = { id: string; path: string }

const markFile = (dataDir: string) => join(dataDir, 'restore.unfinished')

/**
 * Marks the data folder until `clearRestoreMark`; a killed restore leaves the mark. A concurrent second restore is
 * refused.
 */
export async function markRestore(dataDir: string, path: string): Promise<UnfinishedRestore> {
  const id = randomUUID()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const mark = { flag: 'wx', mode: 0o600 }
  await writeFile(markFile(dataDir), `${id}\n${path}\n`, mark).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new StartRefused(`В папку ${dataDir} уже восстанавливает копию другая команда: дождитесь её конца`)
  })
  return { id, path }
}

export async function clearRestoreMark(dataDir: string): Promise<void> {
  await rm(markFile(dataDir), { force: true })
}

export async function findUnfinishedRestore(dataDir: string): Promise<UnfinishedRestore | undefined> {
  const text = await readFile(markFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  const [id = '', path = ''] = text?.split('\n') ?? []
  return text === undefined ? undefined : { id, path }
}

/** Throws StartRefused: after half a restore the portal would start empty. */
export async function expectNoUnfinishedRestore(dataDir: string): Promise<void> {
  const unfinished = await findUnfinishedRestore(dataDir)
  if (unfinished === undefined) return
  throw new StartRefused(
    `Восстановление резервной копии ${unfinished.path} в папку ${dataDir} не закончено: ` +
      'оно ещё идёт, или его прервали. ' +
      'Дождитесь его конца или повторите: npm run restore -- ФАЙЛ. ' +
      `Чтобы обойтись без восстановления, удалите файл ${markFile(dataDir)}.`,
  )
}
