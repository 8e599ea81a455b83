import { randomKey } from '#web/api/random-key.ts'
import type { OrderInput } from './checkout-form.ts'

/** What is to be ordered: the checkout's choices, and the goods as the page shows them. */
export type PlaceOrderInput = { input: OrderInput; goods: string }

/** An order on its way: its key stays the same until the server has answered, whatever happens to the page. */
export type Attempt = PlaceOrderInput & { key: string }

const storageKey = 'order-attempt'

/**
 * The attempt for an order: the unanswered one when it asks for the same goods in the same way, else a new one.
 * What was seen of the delivery's price is part of the attempt, not of what is asked: it goes again as it went first.
 * Goods put in after a lost answer are another order, also where the checkout's choices are the same.
 */
export function attemptFor({ input, goods }: PlaceOrderInput): Attempt {
  const unanswered = readAttempt()
  if (unanswered && fingerprint(unanswered) === fingerprint({ input, goods })) return unanswered
  const attempt = { input, goods, key: randomKey() }
  sessionStorage.setItem(storageKey, JSON.stringify(attempt))
  return attempt
}

/** An attempt whose answer never came. */
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
