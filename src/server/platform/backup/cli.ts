import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { listNames } from '#shared/rules/list-text.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { findRunning } from '#server/platform/db/embedded.ts'
import { installFormerPrograms } from '#server/platform/db/former-programs.ts'
import { isDatabaseMade, noDatabaseIn, removeUnneeded } from '#server/platform/db/embedded-data.ts'
import { openOrCreate, openUnmigrated } from '#server/platform/db/open-for-command.ts'
import {
  expectNoUnfinishedRestore,
  findUnfinishedRestore,
  markRestore,
  clearRestoreMark,
  type UnfinishedRestore,
} from '#server/platform/db/unfinished-restore.ts'
import { failureSentence } from '#server/platform/startup/failure-sentence.ts'
import { AlreadyRetained } from '#server/platform/files/retain-deleted.ts'
import { describeRepairs } from './after-restore.ts'
import { DamagedBackup } from './archive.ts'
import { createBackup } from './backup.ts'
import { BackupRefused } from './restore-target.ts'
import { upgradeDatabase } from './upgrade.ts'
import { expectFreeFolder, findCommitted, migrateRestored, releaseFiles, restoreBackup } from './restore.ts'

/** Far more orders than are placed between two daily backups. */
const skipOrderNumbers = 10_000
const maxNamed = 10

type Output = { print: (text: string) => void; printError: (text: string) => void }
const terminal: Output = { print: console.log, printError: console.error }

/** `npm run backup -- FILE`; returns the exit code. */
export function runBackup(args: string[], env: NodeJS.ProcessEnv, output = terminal): Promise<number> {
  return withFile(args, 'npm run backup -- ФАЙЛ    сохранить базу данных и файлы портала', output, (path) =>
    backUp(path, env, output),
  )
}

/** `npm run restore -- FILE`; returns the exit code. */
export function runRestore(args: string[], env: NodeJS.ProcessEnv, output = terminal): Promise<number> {
  return withFile(
    args,
    'npm run restore -- ФАЙЛ   восстановить базу данных и файлы портала в пустое место',
    output,
    (path) => restore(path, env, output),
  )
}

/** `npm run upgrade-database`; returns the exit code. */
export function runUpgrade(
  args: string[],
  env: NodeJS.ProcessEnv,
  output = terminal,
  findPrograms = installFormerPrograms,
): Promise<number> {
  if (args.length > 0) {
    output.printError('npm run upgrade-database    перевести базу данных в DATA_DIR на PostgreSQL этой версии портала')
    return Promise.resolve(2)
  }
  return reported(output, () => upgrade(env, output, findPrograms))
}

async function upgrade(
  env: NodeJS.ProcessEnv,
  { print }: Output,
  findPrograms: typeof installFormerPrograms,
): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(env)
  if (databaseUrl !== undefined)
    throw new BackupRefused('База данных задана в DATABASE_URL: переводите её на новую версию средствами её сервера')
  await expectNoUnfinishedRestore(dataDir)
  if (!(await isDatabaseMade(dataDir))) throw new BackupRefused(`${noDatabaseIn(dataDir)}: проверьте DATA_DIR`)
  if (await findRunning(dataDir)) throw new BackupRefused('Портал работает: остановите его и повторите')
  const summary = await upgradeDatabase({ dataDir, findPrograms })
  if (summary === undefined) return print('База данных уже этой версии PostgreSQL, переводить нечего.')
  const { from, to, tables, former } = summary
  print(`База данных переведена с PostgreSQL ${from} на ${to}: таблиц ${tables}. Всем, и 1С, нужно войти заново.`)
  print(`Прежняя осталась в ${former}. ${removeUnneeded}`)
}

async function backUp(path: string, env: NodeJS.ProcessEnv, { print, printError }: Output): Promise<void> {
  if (await find(path)) throw new BackupRefused(`${path} уже есть: назовите файл иначе`)
  const config = readConfig(env)
  const { url, release } = await openUnmigrated(config)
  try {
    await mkdir(dirname(path), { recursive: true })
    const { tables, files, sizeBytes, missing, foreign } = await createBackup({
      url,
      filesRoot: join(config.dataDir, 'files'),
      path,
    })
    if (missing.length > 0)
      printError(`Внимание: база называет файлы, которых нет в DATA_DIR: ${missing.length}, например ${missing[0]}`)
    if (foreign.length > 0)
      printError(
        `Внимание: в DATA_DIR лежат файлы не от портала, в копию они не вошли: ${listNames(foreign, maxNamed)}`,
      )
    print(`Сохранено: таблиц ${tables}, файлов ${files}, ${megabytes(sizeBytes)} МБ → ${path}`)
  } finally {
    await release()
  }
}

async function restore(path: string, env: NodeJS.ProcessEnv, output: Output): Promise<void> {
  const found = await find(path)
  if (!found) throw new BackupRefused(`Файла ${path} нет`)
  if (!found.isFile()) throw new BackupRefused(`${path} – не файл`)
  const config = readConfig(env)
  if (config.databaseUrl === undefined && (await findRunning(config.dataDir)))
    throw new BackupRefused(
      `С папкой ${config.dataDir} работает портал или другое восстановление: остановите портал или дождитесь его конца`,
    )
  await expectFreeFolder(config.dataDir)
  const left = await findUnfinishedRestore(config.dataDir)
  const mark = left ?? (await markRestore(config.dataDir, path))
  let isCommitting = false
  try {
    await withDatabase(config, async (url) => {
      const madeAt =
        (await finishCommitted(url, config.dataDir, mark, output)) ??
        (await restoreData({ url, path, ...config, id: mark.id, onCommit: () => (isCommitting = true) }, output))
      await migrateRestored(url)
      const repairs = await describeRepairs(url, { madeAt })
      await clearRestoreMark(config.dataDir)
      for (const line of repairs) output.print(line)
    })
  } catch (error) {
    // The target is unchanged, unless an earlier restore left its mark.
    if (left === undefined && !isCommitting) await clearRestoreMark(config.dataDir)
    throw error
  }
}

/** The restore that left the mark may have been killed after its commit. */
async function finishCommitted(
  url: string,
  dataDir: string,
  mark: UnfinishedRestore,
  { print }: Output,
): Promise<string | undefined> {
  const madeAt = await findCommitted(url, mark)
  if (madeAt === undefined) return undefined
  await releaseFiles(dataDir)
  print(`Прерванное восстановление ${mark.path} успело записать все данные, остались последние шаги.`)
  return madeAt
}

type RestoreInput = Omit<Parameters<typeof restoreBackup>[0], 'skipOrderNumbers'>

async function restoreData(input: RestoreInput, { print, printError }: Output): Promise<string> {
  const { madeAt, tables, files, foreign } = await restoreBackup({ ...input, skipOrderNumbers })
  if (foreign.length > 0)
    printError(`Внимание: в копии есть файлы не от портала, они не восстановлены: ${listNames(foreign, maxNamed)}`)
  print(`Восстановлено: таблиц ${tables}, файлов ${files}. Номера заказов продолжатся с пропуском ${skipOrderNumbers}.`)
  return madeAt
}

async function withDatabase(
  location: Parameters<typeof openOrCreate>[0],
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { url, release } = await openOrCreate(location)
  try {
    await work(url)
  } finally {
    await release()
  }
}

async function withFile(
  args: string[],
  usage: string,
  output: Output,
  work: (path: string) => Promise<void>,
): Promise<number> {
  const [name, ...more] = args
  if (name === undefined || name.startsWith('-') || more.length > 0) {
    output.printError(usage)
    return 2
  }
  return reported(output, () => work(resolve(name)))
}

async function reported({ print, printError }: Output, work: () => Promise<void>): Promise<number> {
  try {
    const startedMs = performance.now()
    await work()
    print(`Готово за ${((performance.now() - startedMs) / 1000).toFixed(1)} с`)
    return 0
  } catch (error) {
    printError(sentenceOf(error))
    return 1
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupRefused) return error.message
  if (error instanceof DamagedBackup) return 'Резервная копия повреждена или обрезана, ничего не изменено'
  if (error instanceof AlreadyRetained) return 'Другая резервная копия ещё не готова'
  return failureSentence(error)
}

const find = (path: string) => stat(path).catch(() => undefined)
const megabytes = (bytes: number) => (bytes / (1 << 20)).toFixed(1)
