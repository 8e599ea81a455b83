import { once } from 'node:events'
import { startServer, type BenchContext, type BenchRow } from './context.ts'

const barMs = 5000

/**
 * A second process on the same 100,000 products: when it serves baskets, and what the catalogue answers until its
 * snapshot is ready.
 */
export async function run({ database, buyer }: BenchContext): Promise<BenchRow[]> {
  const startedMs = performance.now()
  const server = await startServer(database.url)
  try {
    const probe = async (path: string, init: RequestInit = {}) => {
      const headers = { cookie: buyer.cookie, 'content-type': 'application/json' }
      const response = await fetch(server.origin + path, { ...init, headers }).catch(() => undefined)
      await response?.arrayBuffer()
      return response
    }
    const filter = () => probe('/api/filter/', { method: 'POST', body: '{}' })
    const basketMs = (await waitUntilOk(() => probe('/api/getBasketData/'))) - startedMs
    const early = await filter()
    const orders = await probe('/api/order/')
    const waits = early?.status === 200 || (early?.status === 503 && early.headers.has('retry-after'))
    const filterMs = (await waitUntilOk(filter)) - startedMs
    return [
      {
        name: 'start: basket and orders answer',
        value: basketMs,
        unit: 'ms',
        threshold: `≤ ${barMs} ms`,
        pass: basketMs <= barMs && orders?.status === 200,
      },
      {
        name: 'start: filter says 503 with Retry-After until its snapshot stands',
        value: early?.status ?? 0,
        unit: 'status then',
        pass: waits,
      },
      { name: 'start: filter answers', value: filterMs, unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}

async function waitUntilOk(probe: () => Promise<Response | undefined>): Promise<number> {
  for (const endsMs = performance.now() + 60_000; performance.now() < endsMs;) {
    const response = await probe()
    if (response?.ok) return performance.now()
    await once(AbortSignal.timeout(20), 'abort')
  }
  throw new Error('the server never answered')
}
