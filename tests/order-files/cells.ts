/** A spreadsheet cell; `format` is a number format, `shown` its text in a CSV or a copied table. */
export type Cell = null | string | number | { value: number; format: string; shown: string }

const dayMs = 86_400_000
const months = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'] as const

/** A day in Excel's format: days since 30 December 1899. */
export function dateCell(year: number, month: number, day: number, format: 'dd.mm.yyyy' | 'dd.mmm'): Cell {
  const value = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / dayMs)
  const two = (number: number) => String(number).padStart(2, '0')
  const shown = format === 'dd.mm.yyyy' ? `${two(day)}.${two(month)}.${year}` : `${two(day)}.${months[month - 1] ?? ''}`
  return { value, format, shown }
}

export function percentCell(share: number): Cell {
  return { value: share, format: '0%', shown: `${Math.round(share * 100)}%` }
}

export function timeCell(hours: number, minutes: number): Cell {
  return { value: (hours * 60 + minutes) / 1440, format: 'h:mm', shown: `${hours}:${String(minutes).padStart(2, '0')}` }
}

/** As printed by 1C: '12,000'. */
export function thousandthsCell(value: number): Cell {
  return { value, format: '0.000', shown: value.toFixed(3).replace('.', ',') }
}

/** '5 упак', where the cell contains only the number and its format the unit. */
export function countedCell(value: number, unit: string): Cell {
  const digits = Number.isInteger(value) ? '0' : '0.000'
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(3).replace('.', ',')
  return { value, format: `${digits}" ${unit}"`, shown: `${shown} ${unit}` }
}

/** Text of a cell in a CSV or a copied table. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return typeof cell === 'string' ? cell : cell.shown
}

export function isFilled(row: readonly Cell[]): boolean {
  return row.some((cell) => textOf(cell).trim() !== '')
}
