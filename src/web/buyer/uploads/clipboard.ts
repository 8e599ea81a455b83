import type { ClipboardEvent } from 'react'
import { uploadFieldLabels } from '#shared/api/uploads.ts'

/** The pasted table, whose default insertion is prevented; undefined for a single cell. */
export function readPastedTable(event: ClipboardEvent): string | undefined {
  const text = event.clipboardData.getData('text/plain')
  if (!isTable(text)) return undefined
  event.preventDefault()
  return text
}

/** Whether a pasted text has more than one cell: then it fills rows instead of the field. */
export function isTable(text: string): boolean {
  return /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))
}

/** The cells of a pasted column, from the first non-empty one; undefined if the text has several columns. */
export function columnOf(text: string): string[] | undefined {
  if (text.includes('\t')) return undefined
  const cells = text.split(/\r\n|\r|\n/).map((cell) => cell.replace(/^"|"$/g, '').trim())
  return cells.slice(cells.findIndex(Boolean), cells.findLastIndex(Boolean) + 1)
}

/** A pasted list of codes, without its heading; undefined if a line may contain more than a code. */
export function codesOf(text: string): string[] | undefined {
  const cells = columnOf(text)?.filter(Boolean)
  if (!cells || cells.some((cell) => /[\s;,]/.test(cell))) return undefined
  return isHeading(cells[0] ?? '') ? cells.slice(1) : cells
}

function isHeading(cell: string): boolean {
  return Object.values<string>(uploadFieldLabels).includes(cell.toLowerCase())
}
