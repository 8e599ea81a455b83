import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, platform, release, totalmem } from 'node:os'
import { buildWeb } from '../scripts/build-web.ts'
import { openContext, type BenchContext, type BenchRow } from './context.ts'

/** Each part exports `run(context)`; `npm run bench -- filter` runs only the parts named. */
const parts = ['snapshot', 'filter', 'search', 'basket', 'order', 'start', 'price-list', 'upload', 'click', 'first-load'] as const
const wanted = process.argv.slice(2)

const heading = `# Bench results

Written by \`npm run bench\`: 100,000 products (5,000 of them with three variants), three price types, three warehouses; the production server as one process, driven with 16 connections from the same machine. Ratios are the result; absolute times belong to the machine of the run.`

// The server looks for the web's files once, at its start.
buildWeb()
const context = await openContext()
const results: { part: string; rows: BenchRow[] }[] = []
try {
  for (const part of parts) {
    const file = new URL(`./${part}.ts`, import.meta.url)
    if ((wanted.length > 0 && !wanted.includes(part)) || !existsSync(file)) continue
    const { run } = (await import(file.href)) as { run: (context: BenchContext) => Promise<BenchRow[]> }
    const rows = await run(context)
    results.push({ part, rows })
    for (const row of rows) process.stdout.write(`${line(row)}\n`)
  }
} finally {
  await context.close()
}
await writeResults()
process.exitCode = results.some(({ rows }) => rows.some(({ pass }) => pass === false)) ? 1 : 0

/** Rewrites the sections that were run and keeps the others. */
async function writeResults(): Promise<void> {
  const file = new URL('./results.md', import.meta.url)
  const before = await readFile(file, 'utf8').catch(() => '')
  const sections = parts.flatMap((part) => {
    const ran = results.find((result) => result.part === part)
    const kept = new RegExp(`^## ${part}\\n[^]*?(?=^## |$(?![^]))`, 'm').exec(before)?.[0].trimEnd()
    const section = ran ? [`## ${part}`, '', facts(), '', '| what | figure | ratio | bar | |', '|---|---|---|---|---|', ...ran.rows.map(line)].join('\n') : kept
    return section ? [section] : []
  })
  await writeFile(file, `${[heading, ...sections].join('\n\n')}\n`)
}

function facts(): string {
  const [cpu] = cpus()
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${when} UTC · ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'} · ${Math.round(totalmem() / 2 ** 30)} GB · ${platform()} ${release()} · Node ${process.version}`
}

function line({ name, value, unit, ratio, bar, pass }: BenchRow): string {
  const verdict = pass === undefined ? '' : pass ? 'kept' : '**missed**'
  return `| ${name} | ${value < 10 ? value.toFixed(2) : Math.round(value)} ${unit} | ${ratio === undefined ? '' : ratio.toFixed(3)} | ${bar ?? ''} | ${verdict} |`
}
