import { randomKey } from '#web/api/random-key.ts'
import type { OrderInput } from './checkout-form.ts'

/** The order to place: the checkout's choices, the goods as shown, and who asked staff for it. */
export type PlaceOrderInput = { input: OrderInput; goods: string; askedBy?: string }

/** An order being sent. Its key stays the same until the server answers, also after a reload. */
export type Attempt = PlaceOrderInput & { key: string }

const storageKey = 'order-attempt'

/**
 * The attempt for an order: the unanswered one if goods and delivery are the same, else a new one. The shown delivery
 * price is part of the attempt, not of the order: a retry sends the first one. Goods added after a lost answer make
 * another order, even with the same delivery.
 */
export function attemptFor({ input, goods, ...asked }: PlaceOrderInput): Attempt {
  const unanswered = readAttempt()
  if (unanswered && fingerprint(unanswered) === fingerprint({ input, goods })) return unanswered
  const attempt = { input, goods, ...asked, key: randomKey() }
  sessionStorage.setItem(storageKey, JSON.stringify(attempt))
  return attempt
}

/** An attempt whose answer was lost. */
export function readAttempt(): Attempt | undefined {
  const stored = sessionStorage.getItem(storageKey)
  return stored === null ? undefined : (JSON.parse(stored) as Attempt)
}

export function clearAttempt(): void {
  sessionStorage.removeItem(storageKey)
}

function fingerprint({ input: { delivery_price: _seen, ...input }, goods }: PlaceOrderInput): string {
  return JSON.stringify([input, goods])
}
