import { chmod, mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { issueSetupToken } from '#server/doors/administration/setup/token.ts'
import { buildApp } from './app.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { loadDemo } from '#server/doors/demo/load.ts'
import { isExposed } from '#server/doors/demo/sign-ins.ts'
import { listSeededSignIns } from '#server/doors/demo/seeded-sign-ins.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { closeDataFolder } from '#server/platform/db/embedded-data.ts'
import { describeDataLocation } from '#server/platform/db/embedded-notices.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { loadFeed } from '#server/doors/exchange/feeds/load-feed.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startJobs } from '#server/doors/jobs/jobs.ts'
import { knownFailure } from '#server/platform/startup/failure-sentence.ts'
import { openLog } from '#server/platform/log/open.ts'
import { localUrl } from '#server/platform/startup/own-address.ts'
import { StartRefused } from '#server/platform/startup/start-refused.ts'
import { expectNoUnfinishedRestore } from '#server/platform/db/unfinished-restore.ts'
import { watchDatabase } from '#server/platform/db/watch.ts'
import { applyConditionsWhenChanged } from '#server/doors/jobs/conditions-listener.ts'
import { notifyArrivalsAfterImports } from '#server/doors/jobs/arrivals-listener.ts'

const config = readConfig(process.env)
const { log, flush } = openLog({ level: config.logLevel })
/** From then on a failure is one of serving, and belongs into the log. */
let isServing = false
// Node's own output of an error contains statement parameters and addresses.
process.on('uncaughtException', (error) => {
  const sentence = isServing ? undefined : knownFailure(error)
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`)
  else log.fatal({ err: error }, 'the process ends: nobody has caught an error')
  flush()
  process.exit(1)
})

await expectNoUnfinishedRestore(config.dataDir)
await closeFolders()
const embedded =
  config.databaseUrl === undefined ? await startEmbedded(config.dataDir, { onMake: sayFirstStart, log }) : undefined
const url = config.databaseUrl ?? embedded?.url ?? ''
await migrateDatabase(url)

const database = openDatabase(url, log, config)
const files = openLocalStore(join(config.dataDir, 'files'))
// Demo data stays when the portal is started without it: its known passwords must not, where strangers may come.
const signIns = config.demo
  ? await prepareDemo()
  : isExposed(config)
    ? await listSeededSignIns(database.db, config)
    : []
const setupToken = await issueSetupToken(database)
const listener = openListener(url, log)
const watch = watchDatabase({ url, gate: database.gate, listener, log })
const app = await buildApp({ config, log, listener, databaseFolder: embedded?.data, ...database })
await app.listen({ port: config.port, host: config.host }).catch(refuseToListen)
isServing = true
const jobs = startJobs(url, { ...database, files, log, config })
const arrivals = notifyArrivalsAfterImports({ ...database, listener, log })
const conditions = applyConditionsWhenChanged({ ...database, listener, log })

const notices = embedded ? await describeDataLocation(config.dataDir, embedded.data) : []
if (config.demo || signIns.length > 0 || setupToken !== undefined || notices.length > 0) announce()
// A process that is killed keeps nothing by itself.
flushCompileCache()

const mostStoppingMs = 10_000
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))

/** What lies below these folders is closed with them, also what an earlier version left readable. */
async function closeFolders(): Promise<void> {
  const { dataDir, databaseUrl } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // One may not be there yet, and a share may know no modes.
  for (const name of ['files', 'compiled']) await chmod(join(dataDir, name), 0o700).catch(() => undefined)
  // With the embedded database the data folder is closed where that is started.
  if (databaseUrl !== undefined) await closeDataFolder(dataDir)
}

function sayFirstStart(data: string): void {
  say(`Первый запуск: создаётся база данных в ${data}. Это займёт до нескольких минут.`)
}

/**
 * Demo goods enter through the exchange, like real ones; only an empty database is filled. Answers the sign-ins to
 * tell.
 */
async function prepareDemo() {
  const made = await loadDemo({
    ...database,
    files,
    log,
    ...config,
    onStart: () => say('Загружаются демонстрационные данные: товары, цены, остатки, покупатели и их заказы.'),
    loadExport: async (paths) => {
      const { files: loaded } = await loadExport({ ...database, files }, paths)
      const failed = loaded.find(({ error }) => error !== undefined)
      if (failed) throw new Error(`the demo export did not load: ${failed.name}: ${failed.error}`)
    },
    loadFeed: async (name, path) => void (await loadFeed({ ...database, files }, name, path)),
  })
  return made ? Object.values(made) : listSeededSignIns(database.db, config)
}

/** Messages for the person who starts the portal; everything else is JSON lines. */
function announce(): void {
  const address = localUrl(config)
  const lines = [`Портал: ${address}`]
  // Behind the #, the token reaches neither logs nor proxies.
  if (setupToken !== undefined)
    lines.push(
      'Первый запуск: откройте одноразовый адрес и создайте администратора',
      `  ${address}/setup#${setupToken}`,
    )
  for (const { login, password, who } of signIns) lines.push(`  ${login.padEnd(26)} ${password.padEnd(22)} ${who}`)
  lines.push(...notices, 'Строки в {фигурных скобках} – журнал, он описан в README (Logs). Остановить портал: Ctrl-C.')
  say(lines.join('\n'))
}

function refuseToListen(error: unknown): never {
  const { code } = error as { code?: unknown }
  const { port, host } = config
  if (code === 'EADDRINUSE')
    throw new StartRefused(`Порт ${port} на ${host} занят другой программой: остановите её или задайте другой PORT`)
  if (code === 'EACCES') throw new StartRefused(`На порт ${port} у этого пользователя нет прав: задайте PORT от 1024`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EADDRNOTAVAIL')
    throw new StartRefused(`HOST: нужен адрес этой машины, например 127.0.0.1 или 0.0.0.0, а не «${host}»`)
  throw error
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Answers what is in flight, then lets go of the database. */
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  // Connections busy at closing would stay open for a next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  // One that has never asked anything is not idle to Node: it would hold up the stop for a minute.
  const impatience = setTimeout(() => app.server.closeAllConnections(), mostStoppingMs)
  await app.close()
  clearInterval(sweep)
  clearTimeout(impatience)
  await watch.close()
  await listener.close()
  await arrivals.stop()
  await conditions.stop()
  await jobs.stop()
  await database.close()
  await embedded?.stop()
  flush()
  process.exit(0)
}
