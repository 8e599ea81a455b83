import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchContext, BenchRow } from './context.ts'

/** Results of `snapshot-process.ts`, which runs in a process of its own. Milliseconds and megabytes. */
export type SnapshotFigures = {
  buildCpuMs: number
  readAndBuildMs: number
  eventLoopP99Ms: number
  grownMb: number
  grownWhileBuildingMb: number
  grownWhileSwappingMb: number
  peakRssGrowthMb: number
  deltaMs: number
  deltaApplyMs: number
}

/** Building and updating the snapshot of 100,000 products. */
export async function run({ database }: BenchContext): Promise<BenchRow[]> {
  const figures = await measure(database.url)
  const max = (name: string, value: number, unit: string, limit: number): BenchRow => ({
    name,
    value,
    unit,
    threshold: `≤ ${limit} ${unit}`,
    pass: value <= limit,
  })
  return [
    max('snapshot: CPU of building from rows already read', figures.buildCpuMs, 'ms', 3000),
    max('snapshot: reading and building in the worker', figures.readAndBuildMs, 'ms', 10_000),
    max('snapshot: event-loop delay p99 meanwhile', figures.eventLoopP99Ms, 'ms', 50),
    { name: 'snapshot: growth of heap and buffers once it stands', value: figures.grownMb, unit: 'MB' },
    max(
      'snapshot: highest growth of heap and buffers, both threads, while the first is built',
      figures.grownWhileBuildingMb,
      'MB',
      300,
    ),
    max(
      'snapshot: highest growth of heap and buffers, both threads, while a second one is built and swapped in',
      figures.grownWhileSwappingMb,
      'MB',
      600,
    ),
    { name: 'snapshot: highest growth of resident memory over both', value: figures.peakRssGrowthMb, unit: 'MB' },
    max('snapshot: delta of 1,000 stocks, read and applied', figures.deltaMs, 'ms', 20),
    { name: 'snapshot: of it on the event loop, applying', value: figures.deltaApplyMs, unit: 'ms' },
  ]
}

async function measure(url: string): Promise<SnapshotFigures> {
  const script = fileURLToPath(new URL('./processes/snapshot-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`measuring the snapshot failed with code ${String(code)}`)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as SnapshotFigures
}
