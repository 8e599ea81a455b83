import type { CartMode } from '../review/review-rows.ts'
import type { KeptRow } from './grid-rows.ts'

/** A call on its way to the basket: sent again under its key until it is answered. */
export type Attempt = { key: string; cart: string }

/** What a browser's tab keeps of a grid, over a reload and a look at another page. */
export type KeptGrid = { rows: KeptRow[]; attempt: Attempt | null; /** On top of what the basket holds, or in place of it. */ mode: CartMode }

const nothing: KeptGrid = { rows: [], attempt: null, mode: 'add' }

export function readGrid(place: string): KeptGrid {
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<KeptGrid>) }
  } catch {
    return nothing
  }
}

export function keepGrid(place: string, grid: KeptGrid): void {
  if (grid.rows.length === 0 && grid.attempt === null) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify(grid))
}

/** Of one account under one contract: another person in the same tab sees nothing of it. */
export function placeOf(accountId: number, contract: number): string {
  return `quick-order:${accountId}:${contract}`
}

/** Rows typed under a contract go along to another one that has none yet. */
export function moveGrid(from: string, to: string): void {
  const { rows, mode } = readGrid(from)
  if (rows.length === 0 || readGrid(to).rows.length > 0) return
  keepGrid(to, { rows, attempt: null, mode })
  sessionStorage.removeItem(from)
}
