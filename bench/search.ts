import type { BenchContext, BenchRow } from './context.ts'
import { hostileQueries, typedQueries } from './search-queries.ts'

const typedCount = 3000
const hostileCount = 1000

/** One buyer at a time, each query once: what is typed in earnest, then what is not. The answers carry all facets. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  await askAll(context, typedQueries('warm-up', 300))
  const typed = await askAll(context, typedQueries('bench', typedCount))
  const hostile = await askAll(context, hostileQueries('bench', hostileCount))
  const found = typed.filter(({ total }) => total > 0).length / typed.length
  return [
    { name: `search: ${typedCount} queries in 12 ways of typing at 1 connection, median (${Math.round(found * 100)} % find something)`, value: percentile(typed, 0.5), unit: 'ms' },
    most('search: of them, p99', percentile(typed, 0.99), 30),
    { name: 'search: of them, longest', value: percentile(typed, 1), unit: 'ms' },
    { name: `search: ${hostileCount} hostile queries (10 KB, 200 words, signs, repeated letters, emoji), p99`, value: percentile(hostile, 0.99), unit: 'ms' },
    most('search: of them, longest', percentile(hostile, 1), 300),
  ]
}

type Asked = { ms: number; total: number }

async function askAll(context: BenchContext, queries: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const query of queries) asked.push(await ask(context, query))
  return asked.toSorted((a, b) => a.ms - b.ms)
}

async function ask({ origin, buyer }: BenchContext, query: string): Promise<Asked> {
  const headers = { cookie: buyer.cookie, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const body = JSON.stringify({ query })
  const startedMs = performance.now()
  const response = await fetch(`${origin}/api/filter/`, { method: 'POST', headers, body })
  const text = await response.text()
  const ms = performance.now() - startedMs
  if (!response.ok) throw new Error(`'${query.slice(0, 100)}' answered ${response.status}: ${text.slice(0, 200)}`)
  return { ms, total: (JSON.parse(text) as { pagination: { total: number } }).pagination.total }
}

function percentile(sorted: readonly Asked[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0
}

function most(name: string, value: number, limit: number): BenchRow {
  return { name, value, unit: 'ms', bar: `≤ ${limit} ms`, pass: value <= limit }
}
