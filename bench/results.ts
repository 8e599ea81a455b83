import { readFile, writeFile } from 'node:fs/promises'
import { cpus, platform, release, totalmem } from 'node:os'

/** Each part exports `run(context)`. */
export const parts = [
  'snapshot',
  'filter',
  'search',
  'basket',
  'order',
  'start',
  'price-list',
  'upload',
  'click',
  'first-load',
  'finances',
  'act',
  'purchased',
  'chat',
  'audit',
] as const
const headings = [...parts, 'against'] as const
export type Part = (typeof parts)[number]

const file = new URL('./results.md', import.meta.url)
const heading = `# Bench results

Written by \`npm run bench\`: 100,000 products (5,000 of them with three variants), three price types,
  three warehouses; the production server as one process, driven with 16 connections
  from the same machine. Ratios are the result; absolute times belong to the machine of the run.`

/** Rewrites these sections of `bench/results.md` and keeps the others. */
export async function writeResults(
  lines: Partial<Record<(typeof headings)[number], readonly string[]>>,
): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const sections = headings.flatMap((name) => {
    const written = lines[name]
    const section = written ? [`## ${name}`, '', facts(), '', ...written].join('\n') : sectionOf(before, name)
    return section ? [section] : []
  })
  await writeFile(file, `${[heading, ...sections].join('\n\n')}\n`)
}

export function sectionOf(results: string, name: string): string | undefined {
  return new RegExp(`^## ${name}\\n[^]*?(?=^## |$(?![^]))`, 'm').exec(results)?.[0].trimEnd()
}

export function numberText(value: number): string {
  return value < 10 ? value.toFixed(2) : String(Math.round(value))
}

function facts(): string {
  const [cpu] = cpus()
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return (
    `${when} UTC · ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'} · ${Math.round(totalmem() / 2 ** 30)} ` +
    `GB · ${platform()} ${release()} · Node ${process.version}`
  )
}
