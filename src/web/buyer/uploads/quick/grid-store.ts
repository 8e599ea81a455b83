import type { CartMode } from '../additions.ts'
import type { StoredRow } from './grid-rows.ts'

/** A call on its way to the basket: sent again under its key until it is answered. */
export type Attempt = { key: string; cart: string }

/** What a browser's tab keeps of a grid, over a reload and a look at another page. */
export type StoredGrid = {
  rows: StoredRow[]
  attempt: Attempt | null
  /** On top of what the basket holds, or in place of it. */ mode: CartMode
}

const nothing: StoredGrid = { rows: [], attempt: null, mode: 'add' }

export function readGrid(storageKey: string): StoredGrid {
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<StoredGrid>) }
  } catch {
    return nothing
  }
}

export function saveGrid(storageKey: string, grid: StoredGrid): void {
  if (grid.rows.length === 0 && grid.attempt === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(grid))
}

/** Of one account under one contract: another person in the same tab sees nothing of it. */
export function storageKeyOf(accountId: number, contract: number): string {
  return `quick-order:${accountId}:${contract}`
}

/** Rows typed under a contract go along to another one that has none yet. */
export function moveGrid(from: string, to: string): void {
  const { rows, mode } = readGrid(from)
  if (rows.length === 0 || readGrid(to).rows.length > 0) return
  saveGrid(to, { rows, attempt: null, mode })
  sessionStorage.removeItem(from)
}
