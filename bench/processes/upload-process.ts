import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createTableReader } from '#server/platform/files/tables/table-reader.ts'
import type { ReadingFigures } from '../upload.ts'

const [, , path = ''] = process.argv
const reader = createTableReader()
globalThis.gc?.()
const idle = process.memoryUsage.rss()
let peak = idle
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const startedMs = performance.now()
const bytes = new Uint8Array(await readFile(path)).buffer
const rows = await reader.read({ bytes }, async ({ own, extract }) => {
  if (own) return own.rows.length
  const extracted = await extract({
    sheet: 0,
    choice: {
      tables: [
        {
          headings: { first: 0, last: 0 },
          from: 1,
          lines: [{ articul: 1, name: 2, attributes: [], size: '', quantities: [4] }],
        },
      ],
      hidden: 'skip',
    },
  })
  return extracted.rows.length
})
const seconds = (performance.now() - startedMs) / 1000
clearInterval(timer)
delay.disable()
process.stdout.write(
  JSON.stringify({
    seconds,
    rows,
    grownMb: (peak - idle) / 1e6,
    eventLoopP99Ms: delay.percentile(99) / 1e6,
  } satisfies ReadingFigures),
)
process.exit(0)
