import type { CartMode } from '../additions.ts'
import type { Attempt } from '#web/api/attempts.ts'
import type { StoredRow } from './grid-rows.ts'

/** The grid in session storage: it survives reloads and visits to other pages. */
export type StoredGrid = {
  rows: StoredRow[]
  /** An addition to the basket without an answer. */
  attempt: Attempt | null
  /** 'add' adds to the basket, 'set' replaces quantities. */ mode: CartMode
}

const emptyGrid: StoredGrid = { rows: [], attempt: null, mode: 'add' }

export function readGrid(storageKey: string): StoredGrid {
  try {
    return { ...emptyGrid, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<StoredGrid>) }
  } catch {
    return emptyGrid
  }
}

export function saveGrid(storageKey: string, grid: StoredGrid): void {
  if (grid.rows.length === 0 && grid.attempt === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(grid))
}

/** One per account and contract, so that another user in the same tab does not see it. */
export function storageKeyOf(accountId: number, contract: number): string {
  return `quick-order:${accountId}:${contract}`
}

/** Moves the rows to another contract that has none yet. */
export function moveGrid(from: string, to: string): void {
  const { rows, mode } = readGrid(from)
  if (rows.length === 0 || readGrid(to).rows.length > 0) return
  saveGrid(to, { rows, attempt: null, mode })
  sessionStorage.removeItem(from)
}
