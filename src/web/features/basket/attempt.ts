import { randomKey } from '#web/api/random-key.ts'
import type { OrderInput } from './checkout-form.ts'

/** What is to be ordered: the checkout's choices, and the goods as the page shows them. */
export type Wish = { input: OrderInput; goods: string }

/** An order on its way: its key stays the same until the server has answered, whatever happens to the page. */
export type Attempt = Wish & { key: string }

const place = 'order-attempt'

/**
 * The attempt for an order: the unanswered one when it asks for the same goods in the same way, else a new one.
 * What was seen of the delivery's price is part of the attempt, not of what is asked: it goes again as it went first.
 * Goods put in after a lost answer are another order, also where the checkout's choices are the same.
 */
export function attemptFor({ input, goods }: Wish): Attempt {
  const unanswered = readAttempt()
  if (unanswered && wordOf(unanswered) === wordOf({ input, goods })) return unanswered
  const attempt = { input, goods, key: randomKey() }
  sessionStorage.setItem(place, JSON.stringify(attempt))
  return attempt
}

/** An attempt whose answer never came. */
export function readAttempt(): Attempt | undefined {
  const kept = sessionStorage.getItem(place)
  return kept === null ? undefined : (JSON.parse(kept) as Attempt)
}

export function forgetAttempt(): void {
  sessionStorage.removeItem(place)
}

function wordOf({ input: { delivery_price: _seen, ...input }, goods }: Wish): string {
  return JSON.stringify([input, goods])
}
