import { CallError } from '#web/api/client.ts'
import { clearIdempotencyKey, idempotencyKeyFor, type ReviewAction } from './review-store.ts'

/**
 * Sends an action of a review under a stored idempotency key. Without an answer it is unknown whether the call was
 * executed: a repeat with the same content, also after a reload, uses the same key.
 */
export async function sendOnce<Reply>(
  { id, action, input }: { id: string; action: ReviewAction; input: unknown },
  send: (key: string) => Promise<Reply>,
): Promise<Reply> {
  const key = await idempotencyKeyFor(id, action, input)
  try {
    const reply = await send(key)
    await clearIdempotencyKey(id, action)
    return reply
  } catch (error) {
    if (error instanceof CallError && error.status >= 400 && error.status < 500) await clearIdempotencyKey(id, action)
    throw error
  }
}
