import type { BenchContext, BenchRow } from './context.ts'
import { hostileQueries, typedQueries } from './search-queries.ts'

const typedCount = 3000
const hostileCount = 1000

/** One connection, each query once: realistic queries, then hostile ones. The answers include all facets. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  await runQueries(context, typedQueries('warm-up', 300))
  const typed = await runQueries(context, typedQueries('bench', typedCount))
  const hostile = await runQueries(context, hostileQueries('bench', hostileCount))
  const found = typed.filter(({ total }) => total > 0).length / typed.length
  return [
    {
      name:
        `search: ${typedCount} queries in 12 ways of typing at 1 connection, median (${Math.round(found * 100)} ` +
        '% find something)',
      value: percentile(typed, 0.5),
      unit: 'ms',
    },
    max('search: of them, p99', percentile(typed, 0.99), 30),
    { name: 'search: of them, longest', value: percentile(typed, 1), unit: 'ms' },
    {
      name: `search: ${hostileCount} hostile queries (10 KB, 200 words, signs, repeated letters, emoji), p99`,
      value: percentile(hostile, 0.99),
      unit: 'ms',
    },
    max('search: of them, longest', percentile(hostile, 1), 300),
  ]
}

type SearchSample = { ms: number; total: number }

async function runQueries(context: BenchContext, queries: readonly string[]): Promise<SearchSample[]> {
  const samples: SearchSample[] = []
  for (const query of queries) samples.push(await runQuery(context, query))
  return samples.toSorted((a, b) => a.ms - b.ms)
}

async function runQuery({ origin, buyer }: BenchContext, query: string): Promise<SearchSample> {
  const headers = { cookie: buyer.cookie, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const body = JSON.stringify({ query })
  const startedMs = performance.now()
  const response = await fetch(`${origin}/api/filter/`, { method: 'POST', headers, body })
  const text = await response.text()
  const ms = performance.now() - startedMs
  if (!response.ok) throw new Error(`'${query.slice(0, 100)}' answered ${response.status}: ${text.slice(0, 200)}`)
  return { ms, total: (JSON.parse(text) as { pagination: { total: number } }).pagination.total }
}

function percentile(sorted: readonly SearchSample[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))]?.ms ?? 0
}

function max(name: string, value: number, limit: number): BenchRow {
  return { name, value, unit: 'ms', threshold: `≤ ${limit} ms`, pass: value <= limit }
}
