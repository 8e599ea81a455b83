import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { byCommandLine } from '#server/platform/audit/changed-by.ts'
import { readConfig, type Config } from '#server/platform/startup/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openMigrated } from '#server/platform/db/open-for-command.ts'
import { failureSentence } from '#server/platform/startup/failure-sentence.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { confirmDeactivation, dismissDeactivation } from '../apply/run/close-session.ts'
import type { Counts } from '../apply/tally.ts'
import { waitingAdvice } from '../apply/waiting.ts'
import { printLog, printRun } from './cli-log.ts'
import { FeedRefused } from '../apply/feeds/feed-items.ts'
import { loadFeed } from '../feeds/load-feed.ts'
import { SessionTooLarge } from '../receive/files.ts'
import { UnknownFiles } from './find-export-files.ts'
import { loadExport, type Loaded } from './load.ts'
import { BrokenFile } from '../parse/broken-file.ts'
import { listSetAside } from '../work/queries-attempts.ts'
import { dismissImport, retryImport } from '../work/set-aside.ts'
import { formatImportSummary } from '../staff/import-summary.ts'

const usage = `Обмен с 1С из командной строки
  npm run exchange -- load ФАЙЛЫ…       загрузить выгрузку CommerceML: файлы, архивы, папки
  npm run exchange -- feed ЛЕНТА ФАЙЛ   загрузить ленту NDJSON: arrivals (ожидаемые приходы), binds (связанные
                                        товары), contracts (договоры), ledger (взаиморасчёты), payments (платежи),
                                        documents (документы с PDF)
  npm run exchange -- confirm ЗАПУСК    снять с продажи товары, которых не было в полной выгрузке
  npm run exchange -- dismiss ЗАПУСК    оставить их; для отложенного файла — отказаться от него
  npm run exchange -- waiting           какие файлы отложены после трёх неудач
  npm run exchange -- retry ЗАПУСК      загрузить отложенный файл ещё раз, с места остановки
  npm run exchange -- log [ЗАПУСК]      журнал обмена; с номером запуска – что в нём отклонено и почему`

type Connection = Parameters<typeof loadExport>[0]
/** Their messages are Russian, for the person who started the command. */
const refused = [UnknownFiles, FeedRefused, SessionTooLarge, BrokenFile]

/** `npm run exchange -- …`; returns the exit code. */
export async function runExchange(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [command = '', ...rest] = positionalsOf(args)
  if (command === 'load' && rest.length > 0) return withConnection(env, (deps) => load(deps, rest))
  if (command === 'feed' && rest.length === 2)
    return withConnection(env, (deps) => feed(deps, rest[0] ?? '', rest[1] ?? ''))
  if (command === 'confirm' && /^\d{1,9}$/.test(rest[0] ?? ''))
    return withConnection(env, (deps) => confirm(deps, Number(rest[0])))
  if (command === 'dismiss' && /^\d{1,9}$/.test(rest[0] ?? ''))
    return withConnection(env, (deps) => dismiss(deps, Number(rest[0])))
  if (command === 'retry' && /^\d{1,9}$/.test(rest[0] ?? ''))
    return withConnection(env, (deps) => retry(deps, Number(rest[0])))
  if (command === 'waiting') return withConnection(env, waiting)
  if (command === 'log' && rest.length === 0) return withConnection(env, printLog)
  if (command === 'log' && /^\d{1,9}$/.test(rest[0] ?? ''))
    return withConnection(env, (deps) => printRun(deps, Number(rest[0])))
  console.error(usage)
  return 2
}

/** Node would take an unknown option for a positional argument. */
function positionalsOf(args: string[]): string[] {
  try {
    return parseArgs({ args, allowPositionals: true }).positionals
  } catch {
    return []
  }
}

async function withConnection(env: NodeJS.ProcessEnv, work: (deps: Connection) => Promise<number>): Promise<number> {
  try {
    const config = readConfig(env)
    await assertDataFolder(config)
    const { url, release } = await openMigrated(config)
    // No log output: a failure is reported below in one sentence.
    const database = openDatabase(url, pino({ level: 'silent' }), { poolSize: 4 })
    try {
      return await work({ ...database, files: openLocalStore(join(config.dataDir, 'files')) })
    } finally {
      await database.close()
      await release()
    }
  } catch (error) {
    console.error(
      refused.some((kind) => error instanceof kind)
        ? `Не удалось: ${(error as Error).message}`
        : failureSentence(error),
    )
    return 1
  }
}

/** Pictures must go to the portal's folder, so a missing folder is an error. */
async function assertDataFolder({ databaseUrl, dataDir }: Config): Promise<void> {
  // With the embedded database, a missing folder also means a missing database, which has its own message.
  if (databaseUrl === undefined) return
  const found = await stat(dataDir).catch(() => undefined)
  if (!found?.isDirectory())
    throw new StartRefused(`Папки ${dataDir} нет. Проверьте DATA_DIR: в ней портал хранит картинки и файлы обмена`)
}

async function load(deps: Connection, paths: string[]): Promise<number> {
  const startedMs = performance.now()
  const bar = progressBar()
  const loaded = await loadExport(deps, paths, { onProgress: (file) => bar.show(file) })
  bar.clear()
  console.log(formatReport(loaded))
  console.log(`Готово за ${((performance.now() - startedMs) / 1000).toFixed(1)} с`)
  return loaded.files.some(({ error, itemCount }) => error !== undefined || itemCount === 0) ? 1 : 0
}

async function feed(deps: Connection, name: string, path: string): Promise<number> {
  const { counts } = await loadFeed(deps, name, path)
  for (const line of formatImportSummary(counts)) console.log(line)
  return 0
}

async function confirm({ pool }: Connection, runId: number): Promise<number> {
  const sql = await pool.connect()
  try {
    const switchedOff = await confirmDeactivation(sql, runId)
    console.log(switchedOff === undefined ? 'Такой запуск не ждёт решения' : `Снято с продажи: ${switchedOff}`)
    return switchedOff === undefined ? 1 : 0
  } finally {
    sql.release()
  }
}

async function retry(deps: Connection, runId: number): Promise<number> {
  const queued = await retryImport(deps, byCommandLine, runId)
  console.log(queued ? 'Портал загрузит файл ещё раз, как только будет запущен' : 'Такой запуск не ждёт решения')
  return queued ? 0 : 1
}

async function waiting({ db }: Connection): Promise<number> {
  const files = await listSetAside(db)
  for (const { runId, reason } of files) console.log(`${runId}: ${reason}`)
  console.log(
    files.length === 0
      ? 'Отложенных файлов нет'
      : 'Загрузить ещё раз: npm run exchange -- retry ЗАПУСК, отказаться: npm run exchange -- dismiss ЗАПУСК',
  )
  return 0
}

async function dismiss(deps: Connection, runId: number): Promise<number> {
  if (await dismissImport(deps, byCommandLine, runId)) {
    console.log('От файла отказались, он удалён')
    return 0
  }
  return dismissAbsent(deps, runId)
}

async function dismissAbsent({ pool }: Connection, runId: number): Promise<number> {
  const sql = await pool.connect()
  try {
    const dismissed = await dismissDeactivation(sql, runId)
    console.log(dismissed ? 'Товары оставлены в продаже' : 'Такой запуск не ждёт решения')
    return dismissed ? 0 : 1
  } finally {
    sql.release()
  }
}

function formatReport({ files, deactivations, waiting }: Loaded): string {
  const lines = files.flatMap(({ name, runId, counts, itemCount, error }) => [
    error === undefined
      ? name + (itemCount === 0 ? ': ни товаров, ни цен, ни остатков (заказы загружает только сама 1С)' : '')
      : `${name}: ${error}`,
    ...formatImportSummary(counts).map((line) => `  ${line}`),
    ...(hasRejected(counts) ? [`  Что отклонено и почему: npm run exchange -- log ${runId}`] : []),
  ])
  for (const { runId, absence, status } of deactivations) {
    const what =
      `${absence.unseen} из ${absence.active} ${absence.kind === 'goods' ? 'товаров' : 'вариантов'} ` +
      `каталога ${absence.code}`
    lines.push(
      status === 'done' ? `Снято с продажи: ${what}` : `Ждёт решения (запуск ${runId}): в выгрузке нет ${what}`,
    )
  }
  if (waiting.offers > 0) lines.push(waitingAdvice(waiting))
  return lines.join('\n')
}

function hasRejected(counts: Counts): boolean {
  return Object.values(counts).some(({ rejected = 0 }) => rejected > 0)
}

/** One line, redrawn; only on a terminal. */
function progressBar() {
  const drawn = process.stderr.isTTY
  return {
    show({ name, done, total }: { name: string; done: number; total: number }) {
      if (!drawn) return
      const filled = total === 0 ? 30 : Math.round((30 * done) / total)
      process.stderr.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${done} / ${total}  ${name}`)
    },
    clear() {
      if (drawn) process.stderr.write('\r\u001b[K')
    },
  }
}
