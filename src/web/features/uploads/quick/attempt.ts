import { randomKey } from '#web/api/random-key.ts'
import type { CartInput } from '../add-to-cart.ts'
import { keepGrid, readGrid } from './grid-store.ts'

/** The key under which a basket's additions go: the unanswered one while the same is to be added, else a new one. */
export function attemptFor(place: string, input: CartInput): string {
  const grid = readGrid(place)
  const cart = JSON.stringify(input)
  if (grid.attempt?.cart === cart) return grid.attempt.key
  const key = randomKey()
  keepGrid(place, { ...grid, attempt: { key, cart } })
  return key
}

export function forgetAttempt(place: string): void {
  keepGrid(place, { ...readGrid(place), attempt: null })
}
