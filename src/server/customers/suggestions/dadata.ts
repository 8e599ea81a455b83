import * as z from 'zod/mini'
import { addDays, dayOf, startOfDay } from '#shared/rules/dates.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { createBreaker } from './breaker.ts'

/** What DaData suggests; 'find/party' looks one organisation up by its exact ИНН. */
export type DaDataMethod = 'suggest/address' | 'suggest/party' | 'suggest/bank' | 'suggest/fio' | 'findById/party'

/** DaData's suggestions, unread; undefined where it cannot be asked or has not answered in time. */
export type DaData = (method: DaDataMethod, query: Record<string, unknown>) => Promise<unknown[] | undefined>

const timeoutMs = 1000
const maxReplyBytes = 512 * 1024
const tooManyPauseMs = 60_000
const cacheSize = 2000
const cacheMs = 60 * 60_000

const replySchema = z.object({ suggestions: z.array(z.unknown()) })

/**
 * Client of DaData's suggestions API (https://dadata.ru/api/suggest/): one second for an answer, a cache of an hour,
 * ten requests at once. After 403 (wrong key, or the day's quota) it is not asked until midnight in Moscow, after 429
 * for a minute, after five failures in a row for half a minute.
 */
export function openDaData({ url, token }: { url: string; token: string }): DaData {
  const breaker = createBreaker()
  const requests = createConcurrencyLimit({ maxRunning: 10, maxWaiting: 20 })
  const cache = new Map<string, { suggestions: unknown[]; untilMs: number }>()

  function recall(key: string): unknown[] | undefined {
    const found = cache.get(key)
    return found && found.untilMs > Date.now() ? found.suggestions : undefined
  }

  function remember(key: string, suggestions: unknown[]): void {
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
      if (!response.ok) return await refused(response)
      const { suggestions } = replySchema.parse(JSON.parse(await readLimited(response)))
      breaker.succeeded()
      return suggestions
    } catch {
      breaker.failed()
      return undefined
    }
  }

  async function refused(response: Response): Promise<undefined> {
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) breaker.openUntil(nextMidnight().getTime())
    else if (response.status === 429) breaker.openUntil(Date.now() + tooManyPauseMs)
    else breaker.failed()
    return undefined
  }

  return async (method, query) => {
    const body = JSON.stringify(query)
    const key = `${method} ${body}`
    const recalled = recall(key)
    if (recalled) return recalled
    if (!breaker.isClosed() || requests.isFull()) return undefined
    const suggestions = await requests.run(() => request(method, body))
    if (suggestions) remember(key, suggestions)
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
