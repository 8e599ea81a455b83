import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { findRunning } from '#server/db/embedded.ts'
import { reachUnmigrated } from '#server/db/reach.ts'
import { AlreadyHeld } from '#server/files/hold-deletions.ts'
import { DamagedBackup } from './archive.ts'
import { createBackup } from './backup.ts'
import { BackupRefused } from './place.ts'
import { migrateRestored, restoreBackup } from './restore.ts'

/** Far more than are placed between two daily backups. */
const skipOrderNumbers = 10_000

/** `npm run backup -- FILE`: answers the exit code. */
export function runBackup(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return withFile(args, 'npm run backup -- ФАЙЛ    сохранить базу данных и файлы портала', (path) => backUp(path, env))
}

/** `npm run restore -- FILE`: answers the exit code. */
export function runRestore(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return withFile(args, 'npm run restore -- ФАЙЛ   восстановить базу данных и файлы портала в пустое место', (path) => restore(path, env))
}

async function backUp(path: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (await exists(path)) throw new BackupRefused(`${path} уже есть: назовите файл иначе`)
  await mkdir(dirname(path), { recursive: true })
  const config = readConfig(env)
  const { url, release } = await reachUnmigrated(config)
  try {
    const { tables, files, sizeBytes, missing } = await createBackup({ url, filesRoot: join(config.dataDir, 'files'), path })
    if (missing.length > 0) console.error(`Внимание: база называет файлы, которых нет в DATA_DIR: ${missing.length}, например ${missing[0]}`)
    console.log(`Сохранено: таблиц ${tables}, файлов ${files}, ${megabytes(sizeBytes)} МБ → ${path}`)
  } finally {
    await release()
  }
}

async function restore(path: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!(await exists(path))) throw new BackupRefused(`Файла ${path} нет`)
  const config = readConfig(env)
  if (config.databaseUrl === undefined && (await findRunning(config.dataDir))) throw new BackupRefused(`На ${config.dataDir} работает портал: остановите его`)
  const { url, release } = await reachUnmigrated(config)
  try {
    const { madeAt, tables, files } = await restoreBackup({ url, dataDir: config.dataDir, path, skipOrderNumbers })
    await migrateRestored(url)
    console.log(`Восстановлено на ${madeAt}: таблиц ${tables}, файлов ${files}. Номера заказов продолжатся с пропуском ${skipOrderNumbers}.`)
  } finally {
    await release()
  }
}

async function withFile(args: string[], usage: string, work: (path: string) => Promise<void>): Promise<number> {
  const [name, ...more] = args
  if (name === undefined || name.startsWith('-') || more.length > 0) {
    console.error(usage)
    return 2
  }
  try {
    const startedMs = performance.now()
    await work(resolve(name))
    console.log(`Готово за ${((performance.now() - startedMs) / 1000).toFixed(1)} с`)
    return 0
  } catch (error) {
    console.error(sentenceOf(error))
    return 1
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupRefused) return error.message
  if (error instanceof DamagedBackup) return `Резервная копия повреждена или обрезана, ничего не изменено (${error.message})`
  if (error instanceof AlreadyHeld) return 'Другая резервная копия ещё не готова'
  return `Не удалось: ${error instanceof Error ? error.message : String(error)}`
}

const exists = (path: string) => stat(path).then(() => true, () => false)
const megabytes = (bytes: number) => (bytes / (1 << 20)).toFixed(1)
