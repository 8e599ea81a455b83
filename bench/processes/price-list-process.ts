import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { openDatabase } from '#server/platform/db/client.ts'
import { findContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { createFeeds } from '#server/catalogue/price-lists/feeds/feeds.ts'
import { writeFile } from '#server/catalogue/price-lists/write-file.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import type { PriceListFigures } from '../price-list.ts'

const [, , url = '', accountId = '', contractId = ''] = process.argv
const log = pino({ level: 'silent' })
const { db, close } = openDatabase(url, log, { poolSize: 4 })
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-prices-'))
const files = openLocalStore(folder)

const scope = { accountId: Number(accountId), contractId: Number(contractId) }
const view = await findContractView(db, scope)
if (!view) throw new Error('the bench has no contract')

globalThis.gc?.()
const idle = process.memoryUsage.rss()
const { outcome, ...sheet } = await measurePeak(() => write())
const feeds = createFeeds({ db, files, origins: () => 'https://opt.example' })
const yml = await measurePeak(() => feeds.current({ view, origin: '' }))
const sheetBytes = (await stat(join(folder, outcome?.key ?? ''))).size
await close()
await rm(folder, { recursive: true })
process.stdout.write(
  JSON.stringify({
    rows: outcome?.rows ?? 0,
    seconds: sheet.seconds,
    peakMb: sheet.peakMb,
    grownMb: sheet.grownMb,
    eventLoopP99Ms: sheet.eventLoopP99Ms,
    eventLoopMaxMs: sheet.eventLoopMaxMs,
    cpuSeconds: sheet.cpuSeconds,
    megabytes: sheetBytes / 1e6,
    ymlSeconds: yml.seconds,
    ymlGrownMb: yml.grownMb,
    ymlEventLoopP99Ms: yml.eventLoopP99Ms,
    ymlMegabytes: yml.outcome.sizeBytes / 1e6,
  } satisfies PriceListFigures),
)
process.exit(0)

function write() {
  const claimed = {
    ...scope,
    id: 1,
    token: 'bench',
    origin: '',
    attempts: 1,
    categoryIds: [],
    availableOnly: false,
    pricePolitics: [],
  }
  return writeFile({ db, files, origin: 'https://opt.example' }, claimed, {
    stop: new AbortController().signal,
    progress: { doneRows: 0, totalRows: 0 },
  })
}

async function measurePeak<Outcome>(work: () => Promise<Outcome>) {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  const outcome = await work()
  const seconds = (performance.now() - startedMs) / 1000
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  clearInterval(timer)
  return {
    outcome,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMb: peak / 1e6,
    grownMb: (peak - idle) / 1e6,
    eventLoopP99Ms: delay.percentile(99) / 1e6,
    eventLoopMaxMs: delay.max / 1e6,
  }
}
