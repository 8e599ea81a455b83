import { randomKey } from '#web/api/random-key.ts'
import type { CartInput } from '../add-to-cart.ts'
import { saveGrid, readGrid } from './grid-store.ts'

/** The idempotency key of an addition: that of the unanswered attempt with the same rows, else a new one. */
export function idempotencyKeyFor(storageKey: string, input: CartInput): string {
  const grid = readGrid(storageKey)
  const cart = JSON.stringify(input)
  if (grid.attempt?.cart === cart) return grid.attempt.key
  const key = randomKey()
  saveGrid(storageKey, { ...grid, attempt: { key, cart } })
  return key
}

export function clearIdempotencyKey(storageKey: string): void {
  saveGrid(storageKey, { ...readGrid(storageKey), attempt: null })
}
