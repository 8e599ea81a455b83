import { maxQuickRows } from '#shared/api/uploads.ts'

/**
 * A line of a pasted table: what names the good, how much of it, and the good that it was recognised as. `rememberAs`:
 * see UploadRow.
 */
export type PastedLine = { code: string; qnt: string; id: number | null; name: string; rememberAs: string }

export type GridRow = {
  /** Its own among the rows, whatever their order. */
  key: number
  code: string
  /** As typed: '4', '2,5', '10 шт'. */
  qnt: string
  /** The row's good, overriding its code; null: by code. */
  id: number | null
  /** It came from a table of the buyer's: a bare number is not our code, what is chosen for it is worth remembering. */
  pasted: boolean
  /** A person has chosen the good of `id`. */
  chosen: boolean
  /** What the buyer's table calls the good, and by what a chosen good is remembered there; '' is its code. */
  name: string
  rememberAs: string
}

export type Column = 'code' | 'qnt'
export type StoredRow = Omit<GridRow, 'key'>

/** As many rows show at the least, the last of them always empty. */
const minRows = 12

export function isEmpty({ code, qnt }: StoredRow): boolean {
  return code.trim() === '' && qnt.trim() === ''
}

/** A grid of kept lines, with empty rows to go on in. */
export function gridOf(lines: readonly StoredRow[]): GridRow[] {
  return padded(lines.slice(0, maxQuickRows).map((line, key) => ({ ...line, key })))
}

/** What is worth keeping of a grid. */
export function toStoredRows(rows: readonly GridRow[]): StoredRow[] {
  return rows
    .filter((row) => !isEmpty(row))
    .map(({ code, qnt, id, pasted, chosen, name, rememberAs }) => ({ code, qnt, id, pasted, chosen, name, rememberAs }))
}

/** Another code clears what was known of the previous one. */
export function changed(rows: readonly GridRow[], key: number, change: Partial<StoredRow>): GridRow[] {
  const forgets = change.code !== undefined && change.id === undefined
  return padded(
    rows.map((row) =>
      row.key === key
        ? {
            ...row,
            ...(forgets ? { id: null, pasted: false, chosen: false, name: '', rememberAs: '' } : {}),
            ...change,
          }
        : row,
    ),
  )
}

export function without(rows: readonly GridRow[], keys: ReadonlySet<number>): GridRow[] {
  return padded(rows.filter(({ key }) => !keys.has(key)))
}

/** Puts a removed row back to where it stood. */
export function restored(rows: readonly GridRow[], row: GridRow, position: number): GridRow[] {
  return padded([...rows.slice(0, position), { ...row, key: nextKey(rows) }, ...rows.slice(position)])
}

/**
 * Pasted lines from a row on. Filled rows below it move down, none is overwritten; `left` lines did not fit.
 */
export function pastedInto(
  rows: readonly GridRow[],
  { key, lines }: { key: number; lines: readonly PastedLine[] },
): { rows: GridRow[]; left: number } {
  const position = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
  const before = rows.slice(0, position)
  const here = rows[position]
  const after = rows.slice(position + (here && isEmpty(here) ? 1 : 0)).filter((row) => !isEmpty(row))
  const first = nextKey(rows)
  const fresh = lines.map((line, index) => ({ ...line, key: first + index, pasted: true, chosen: false }))
  const room = Math.max(0, maxQuickRows - before.length - after.length)
  return { rows: padded([...before, ...fresh.slice(0, room), ...after]), left: Math.max(0, fresh.length - room) }
}

/** How many more rows the grid takes. */
export function roomIn(rows: readonly GridRow[]): number {
  return maxQuickRows - rows.filter((row) => !isEmpty(row)).length
}

/** A pasted column of quantities, one below the other from a row on. */
export function withQuantities(
  rows: readonly GridRow[],
  { key, column }: { key: number; column: readonly string[] },
): GridRow[] {
  const position = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
  return padded(
    rows.map((row, index) => ({ ...row, qnt: (index >= position ? column[index - position] : undefined) ?? row.qnt })),
  )
}

/** Ends in an empty row, as long as there may be more. */
function padded(rows: readonly GridRow[]): GridRow[] {
  const last = rows.at(-1)
  const wanted = Math.max(minRows, rows.length + (last === undefined || !isEmpty(last) ? 1 : 0))
  const missing = Math.min(wanted, maxQuickRows) - rows.length
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
