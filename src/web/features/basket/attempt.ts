import type { OrderInput } from './checkout-form.ts'

/** An order on its way: its key stays the same until the server has answered, whatever happens to the page. */
export type Attempt = { key: string; input: OrderInput }

const place = 'order-attempt'

/** The attempt for an order: the unanswered one when it asks for the same, else a new one. */
export function attemptFor(input: OrderInput): Attempt {
  const unanswered = readAttempt()
  if (unanswered && JSON.stringify(unanswered.input) === JSON.stringify(input)) return unanswered
  const attempt = { key: randomKey(), input }
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

/** Not `randomUUID`: that one exists only behind https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
