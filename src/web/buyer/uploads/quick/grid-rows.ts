import { maxQuickRows } from '#shared/api/uploads.ts'

/** A line of a pasted table: its code, quantity, and the recognised good. `rememberAs`: see UploadRow. */
export type PastedLine = { code: string; qnt: string; id: number | null; name: string; rememberAs: string }

export type GridRow = {
  /** Unique among the rows and stable when they move. */
  key: number
  code: string
  /** As typed: '4', '2,5', '10 шт'. */
  qnt: string
  /** The row's good, overriding its code; null: by code. */
  id: number | null
  /** It comes from a buyer's table: a bare number is not our code, and a choice for it is saved. */
  pasted: boolean
  /** The user has chosen the good of `id`. */
  chosen: boolean
  /** Name of the good in the buyer's table, and the key under which a choice is saved; '' means its code. */
  name: string
  rememberAs: string
}

export type Column = 'code' | 'qnt'
export type StoredRow = Omit<GridRow, 'key'>

/** Minimum number of rows; the last one is always empty. */
const minRows = 12

export function isEmpty({ code, qnt }: StoredRow): boolean {
  return code.trim() === '' && qnt.trim() === ''
}

/** A grid of stored lines, padded with empty rows. */
export function createGrid(lines: readonly StoredRow[]): GridRow[] {
  return padRows(lines.slice(0, maxQuickRows).map((line, key) => ({ ...line, key })))
}

/** The part of a grid that is stored. */
export function toStoredRows(rows: readonly GridRow[]): StoredRow[] {
  return rows
    .filter((row) => !isEmpty(row))
    .map(({ code, qnt, id, pasted, chosen, name, rememberAs }) => ({ code, qnt, id, pasted, chosen, name, rememberAs }))
}

/** Another code clears the data of the previous one. */
export function withChange(rows: readonly GridRow[], key: number, change: Partial<StoredRow>): GridRow[] {
  const clearsData = change.code !== undefined && change.id === undefined
  return padRows(
    rows.map((row) =>
      row.key === key
        ? {
            ...row,
            ...(clearsData ? { id: null, pasted: false, chosen: false, name: '', rememberAs: '' } : {}),
            ...change,
          }
        : row,
    ),
  )
}

export function withoutRows(rows: readonly GridRow[], keys: ReadonlySet<number>): GridRow[] {
  return padRows(rows.filter(({ key }) => !keys.has(key)))
}

/** Restores a removed row at its position. */
export function withRestoredRow(rows: readonly GridRow[], row: GridRow, position: number): GridRow[] {
  return padRows([...rows.slice(0, position), { ...row, key: nextKey(rows) }, ...rows.slice(position)])
}

/**
 * Pasted lines starting at a row. Filled rows below it move down, none is overwritten. `omitted`: number of lines that
 * did not fit.
 */
export function withPastedLines(
  rows: readonly GridRow[],
  { key, lines }: { key: number; lines: readonly PastedLine[] },
): { rows: GridRow[]; omitted: number } {
  const position = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
  const before = rows.slice(0, position)
  const current = rows[position]
  const after = rows.slice(position + (current && isEmpty(current) ? 1 : 0)).filter((row) => !isEmpty(row))
  const first = nextKey(rows)
  const newRows = lines.map((line, index) => ({ ...line, key: first + index, pasted: true, chosen: false }))
  const freeRows = Math.max(0, maxQuickRows - before.length - after.length)
  return {
    rows: padRows([...before, ...newRows.slice(0, freeRows), ...after]),
    omitted: Math.max(0, newRows.length - freeRows),
  }
}

/** Number of rows that can still be added. */
export function countFreeRows(rows: readonly GridRow[]): number {
  return maxQuickRows - rows.filter((row) => !isEmpty(row)).length
}

/** A pasted column of quantities, starting at a row. */
export function withQuantities(
  rows: readonly GridRow[],
  { key, column }: { key: number; column: readonly string[] },
): GridRow[] {
  const position = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
  return padRows(
    rows.map((row, index) => ({ ...row, qnt: (index >= position ? column[index - position] : undefined) ?? row.qnt })),
  )
}

/** Appends an empty row, up to the maximum. */
function padRows(rows: readonly GridRow[]): GridRow[] {
  const last = rows.at(-1)
  const rowCount = Math.max(minRows, rows.length + (last === undefined || !isEmpty(last) ? 1 : 0))
  const missing = Math.min(rowCount, maxQuickRows) - rows.length
  const first = nextKey(rows)
  return [
    ...rows,
    ...Array.from({ length: Math.max(0, missing) }, (_, index) => ({
      key: first + index,
      code: '',
      qnt: '',
      id: null,
      pasted: false,
      chosen: false,
      name: '',
      rememberAs: '',
    })),
  ]
}

function nextKey(rows: readonly GridRow[]): number {
  return rows.reduce((max, { key }) => Math.max(max, key), -1) + 1
}
