import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { buildInThread } from '#server/catalogue/snapshot/build-snapshot.ts'
import { createBuilder, type Builder } from '#server/catalogue/facets/builder/build.ts'
import { createHolder } from '#server/catalogue/facets/holder.ts'
import { beginSnapshotRead, readFacts, readFrame, readGoods } from '#server/catalogue/snapshot/queries-snapshot.ts'
import { plainProduct } from '../context.ts'
import type { SnapshotFigures } from '../snapshot.ts'

const url = process.argv[2] ?? ''
const stocksInDelta = 1000

const client = new pg.Client({ connectionString: url })
await client.connect()
const building = await measureBuilding()
const delta = await measureDelta()
const buildCpuMs = await measureCpu()
await client.end()
process.stdout.write(JSON.stringify({ ...building, ...delta, buildCpuMs } satisfies SnapshotFigures))
process.exit(0)

/** As in the server, a worker reads and builds while this thread stays free; then a second build with a swap. */
async function measureBuilding() {
  const holder = createHolder()
  const standing = { bytes: 0 }
  const before = settled()
  const beforeRss = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const peak = { bytes: 0, rss: 0 }
  delay.enable()
  const startedMs = performance.now()
  const first = await measurePeak(peak, standing)
  holder.swap(first)
  const readAndBuildMs = performance.now() - startedMs
  const eventLoopP99Ms = delay.percentile(99) / 1e6
  const peakOfFirst = peak.bytes - before
  standing.bytes = bytesOf(first)
  const grown = settled() + standing.bytes - before
  const second = await measurePeak(peak, standing)
  holder.swap(second)
  delay.disable()
  peak.bytes = Math.max(peak.bytes, process.memoryUsage().heapUsed + standing.bytes + bytesOf(second))
  return {
    readAndBuildMs,
    eventLoopP99Ms,
    grownMb: grown / 1e6,
    grownWhileBuildingMb: peakOfFirst / 1e6,
    grownWhileSwappingMb: (peak.bytes - before) / 1e6,
    peakRssGrowthMb: (peak.rss - beforeRss) / 1e6,
  }
}

/** Builds once and records the peak of both threads' heaps and buffers, including existing snapshots. */
async function measurePeak(peak: { bytes: number; rss: number }, standing: { bytes: number }) {
  const build = buildInThread({ url })
  const timer = setInterval(() => {
    void build.heap().then(({ usedBytes }) => {
      const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
      peak.bytes = Math.max(peak.bytes, heapUsed + arrayBuffers + standing.bytes + usedBytes)
      peak.rss = Math.max(peak.rss, rss)
    })
  }, 50)
  try {
    return await build.snapshot
  } finally {
    clearInterval(timer)
  }
}

/** Size of the snapshot's arrays: memory from the worker is not part of process.memoryUsage(). */
function bytesOf(value: unknown, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0
    seen.add(value.buffer)
    return value.buffer.byteLength
  }
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + bytesOf(member, seen), 0)
}

async function measureDelta() {
  const holder = createHolder()
  holder.swap(await buildInThread({ url }).snapshot)
  const productIds = Array.from({ length: stocksInDelta }, (_, n) => plainProduct(n * 89))
  const rounds: { deltaMs: number; deltaApplyMs: number }[] = []
  for (let round = 0; round < 21; round += 1) {
    const startedMs = performance.now()
    const facts = await readFacts(client, { stock: productIds, price: [], flags: [] })
    const readMs = performance.now()
    holder.apply(facts)
    const endedMs = performance.now()
    rounds.push({ deltaMs: endedMs - startedMs, deltaApplyMs: endedMs - readMs })
  }
  return rounds.toSorted((a, b) => a.deltaMs - b.deltaMs)[10] ?? { deltaMs: 0, deltaApplyMs: 0 }
}

/** CPU time of building alone, including garbage collection and compilation; rows are read before. */
async function measureCpu(): Promise<number> {
  await beginSnapshotRead(client)
  const frame = await readFrame(client)
  const steps: ((builder: Builder) => void)[] = []
  await readGoods(client, {
    addProducts: (rows) => void steps.push((builder) => builder.addProducts(rows)),
    createLayout: () => void steps.push((builder) => builder.createLayout()),
    addCategoryLinks: (rows) => void steps.push((builder) => builder.addCategoryLinks(rows)),
    addTagLinks: (rows) => void steps.push((builder) => builder.addTagLinks(rows)),
    addParameterLinks: (rows) => void steps.push((builder) => builder.addParameterLinks(rows)),
    addPrices: (rows) => void steps.push((builder) => builder.addPrices(rows)),
    addStocks: (rows) => void steps.push((builder) => builder.addStocks(rows)),
    finish: () => {
      throw new Error('reading does not finish a snapshot')
    },
  })
  await client.query('rollback')
  globalThis.gc?.()
  const before = process.cpuUsage()
  const builder = createBuilder(frame)
  for (const step of steps) step(builder)
  builder.finish('')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function settled(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
