import type { Archive } from './archive.ts'
import { readPart } from './xml-part.ts'

/** What a number format shows a number as, where it is more than a number. */
export type FormatKind = 'date' | 'percentage'

const part = 'xl/styles.xml'
const maxBytes = 16 * 1024 * 1024
/** Formats that every program knows by their number (ECMA-376, 18.8.30). */
const percentages = new Set([9, 10])
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Quoted words, escaped letters, colours and currencies in brackets say nothing of the number; '[h]:mm' does. */
const literals = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general|e[+-]/gi

/** By the style of a cell (its attribute `s`): dates, times and percentages alone. */
export async function readFormatKinds(archive: Archive): Promise<Map<number, FormatKind>> {
  const kinds = new Map<number, FormatKind>()
  if (!archive.names.includes(part)) return kinds
  const codes = new Map<number, string>()
  let isInCellFormats = false
  let style = -1
  await readPart(await archive.open(part), maxBytes, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      else if (tag === 'cellXfs') isInCellFormats = true
      else if (tag === 'xf' && isInCellFormats) {
        style += 1
        const kind = kindOf(Number(numFmtId ?? 0), codes)
        if (kind) kinds.set(style, kind)
      }
    },
    close(tag) {
      if (tag === 'cellXfs') isInCellFormats = false
    },
  })
  return kinds
}

function kindOf(id: number, codes: ReadonlyMap<number, string>): FormatKind | undefined {
  const code = codes.get(id)
  if (code === undefined) return percentages.has(id) ? 'percentage' : isBuiltInDate(id) ? 'date' : undefined
  const plain = code.replace(literals, '')
  if (plain.includes('%')) return 'percentage'
  return /[dmyhs]/i.test(plain) ? 'date' : undefined
}

/** A number as its format means it: '01.05.2026', '10:30', '15%'; its digits where it is no date at all. */
export function formattedNumber(digits: string, kind: FormatKind): string {
  const value = Number(digits)
  if (digits.trim() === '' || !Number.isFinite(value) || value === 0) return digits
  if (kind === 'percentage') return `${Number((value * 100).toPrecision(15))}%`
  const date = dateOfSerial(value)
  if (Number.isNaN(date.getTime())) return `${digits}?`
  const iso = date.toISOString()
  return value < 1 ? iso.slice(11, 16) : iso.slice(0, 10).split('-').toReversed().join('.')
}

/** Days since the end of 1899, as workbooks count them. */
export function dateOfSerial(days: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
}
