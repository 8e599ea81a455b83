import * as z from 'zod/mini'
import { addDays, dayOf, startOfDay } from '#shared/rules/dates.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { createBreaker } from './breaker.ts'

/** Methods of DaData; 'find/party' looks up an organisation by exact ИНН. */
export type DaDataMethod = 'suggest/address' | 'suggest/party' | 'suggest/bank' | 'suggest/fio' | 'findById/party'

/** Raw suggestions of DaData; undefined if it cannot be called or does not answer in time. */
export type DaData = (method: DaDataMethod, query: Record<string, unknown>) => Promise<unknown[] | undefined>

const timeoutMs = 1000
const maxReplyBytes = 512 * 1024
const tooManyPauseMs = 60_000
const cacheSize = 2000
const cacheMs = 60 * 60_000

const replySchema = z.object({ suggestions: z.array(z.unknown()) })

/**
 * Client of DaData's suggestions API (https://dadata.ru/api/suggest/): timeout of one second, cache of an hour, ten
 * concurrent requests. Pauses until midnight in Moscow after 403 (wrong key or daily quota), for a minute after 429,
 * for half a minute after five consecutive failures.
 */
export function openDaData({ url, token }: { url: string; token: string }): DaData {
  const breaker = createBreaker()
  const requests = createConcurrencyLimit({ maxRunning: 10, maxWaiting: 20 })
  const cache = new Map<string, { suggestions: unknown[]; untilMs: number }>()

  function findCached(key: string): unknown[] | undefined {
    const found = cache.get(key)
    return found && found.untilMs > Date.now() ? found.suggestions : undefined
  }

  function cacheReply(key: string, suggestions: unknown[]): void {
    cache.delete(key)
    const [oldest] = cache.keys()
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest)
    cache.set(key, { suggestions, untilMs: Date.now() + cacheMs })
  }

  async function request(method: DaDataMethod, body: string): Promise<unknown[] | undefined> {
    if (!breaker.isClosed()) return undefined
    try {
      const response = await fetch(`${url}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Token ${token}` },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) return await handleRefusal(response)
      const { suggestions } = replySchema.parse(JSON.parse(await readLimited(response)))
      breaker.succeeded()
      return suggestions
    } catch {
      breaker.failed()
      return undefined
    }
  }

  async function handleRefusal(response: Response): Promise<undefined> {
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) breaker.openUntil(nextMidnight().getTime())
    else if (response.status === 429) breaker.openUntil(Date.now() + tooManyPauseMs)
    else breaker.failed()
    return undefined
  }

  return async (method, query) => {
    const body = JSON.stringify(query)
    const key = `${method} ${body}`
    const recalled = findCached(key)
    if (recalled) return recalled
    if (!breaker.isClosed() || requests.isFull()) return undefined
    const suggestions = await requests.run(() => request(method, body))
    if (suggestions) cacheReply(key, suggestions)
    return suggestions
  }
}

function nextMidnight(): Date {
  return startOfDay(addDays(dayOf(new Date()), 1))
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw new Error('The reply is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
