import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'

/** Results of `price-list-process.ts`, which runs in a process of its own. */
export type PriceListFigures = {
  rows: number
  seconds: number
  cpuSeconds: number
  peakMb: number
  grownMb: number
  eventLoopP99Ms: number
  eventLoopMaxMs: number
  megabytes: number
  ymlSeconds: number
  ymlGrownMb: number
  ymlEventLoopP99Ms: number
  ymlMegabytes: number
}

const max = { seconds: 20, grownMb: 150, eventLoopMs: 50 }

/** The price list of all 100,000 products: as a spreadsheet and as YML, alone, and through the server. */
export async function run({ database, origin, buyer }: BenchContext): Promise<BenchRow[]> {
  const figures = await measure(database.url, buyer)
  const servedSeconds = await timePriceList(origin, buyer)
  const atMost = (name: string, value: number, unit: string, limit: number): BenchRow => ({
    name,
    value,
    unit,
    threshold: `≤ ${limit} ${unit}`,
    pass: value <= limit,
  })
  return [
    atMost(`price list: spreadsheet of ${figures.rows} rows`, figures.seconds, 's', max.seconds),
    { name: 'price list: rows of the spreadsheet', value: figures.rows / figures.seconds, unit: 'rows/s' },
    { name: 'price list: CPU of the process meanwhile', value: figures.cpuSeconds, unit: 's' },
    atMost('price list: resident memory above idle', figures.grownMb, 'MB', max.grownMb),
    { name: 'price list: resident memory at its highest', value: figures.peakMb, unit: 'MB' },
    atMost('price list: event-loop delay p99 meanwhile', figures.eventLoopP99Ms, 'ms', max.eventLoopMs),
    { name: 'price list: longest event-loop delay', value: figures.eventLoopMaxMs, unit: 'ms' },
    { name: 'price list: the file', value: figures.megabytes, unit: 'MB' },
    atMost('price list: from the call to the whole file, through the server', servedSeconds, 's', max.seconds),
    atMost('price list: YML with descriptions and parameters', figures.ymlSeconds, 's', max.seconds),
    atMost('price list: YML, resident memory above idle', figures.ymlGrownMb, 'MB', max.grownMb),
    atMost('price list: YML, event-loop delay p99 meanwhile', figures.ymlEventLoopP99Ms, 'ms', max.eventLoopMs),
    { name: 'price list: YML, gzipped', value: figures.ymlMegabytes, unit: 'MB' },
  ]
}

async function measure(url: string, { accountId, contractId }: BenchBuyer): Promise<PriceListFigures> {
  const script = fileURLToPath(new URL('./processes/price-list-process.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--max-semi-space-size=8', script, url, String(accountId), String(contractId)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`measuring price lists failed with code ${String(code)}`)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as PriceListFigures
}

/** Seconds from the call to the last byte of the file. */
async function timePriceList(origin: string, { cookie }: BenchBuyer): Promise<number> {
  const startedMs = performance.now()
  const headers = { cookie, 'content-type': 'application/json' }
  const ordered = await fetch(`${origin}/api/getPriceList/`, { method: 'POST', headers, body: '{}' })
  const { link } = (await ordered.json()) as { link: string }
  for (;;) {
    const response = await fetch(origin + link, { headers: { cookie } })
    await response.arrayBuffer()
    if (response.status === 200) return (performance.now() - startedMs) / 1000
    if (response.status !== 202) throw new Error(`the price list was answered ${response.status}`)
    await once(AbortSignal.timeout(200), 'abort')
  }
}
