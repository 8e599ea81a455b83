import type { Archive } from './archive.ts'
import { readPart } from './xml-part.ts'

/** Number formats that show something other than a plain number. */
export type FormatKind = 'date' | 'percentage'

const stylesPart = 'xl/styles.xml'
const maxBytes = 16 * 1024 * 1024
/** Built-in format ids (ECMA-376, 18.8.30). */
const percentageFormatIds = new Set([9, 10])
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Quoted or escaped text, colours and currencies, which do not determine the kind; '[h]:mm' does. */
const literalPattern = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general|e[+-]/gi

/** Kinds by cell style (its attribute `s`); contains only dates, times and percentages. */
export async function readFormatKinds(archive: Archive): Promise<Map<number, FormatKind>> {
  const kinds = new Map<number, FormatKind>()
  if (!archive.names.includes(stylesPart)) return kinds
  const codes = new Map<number, string>()
  let isInCellFormats = false
  let style = -1
  await readPart(await archive.open(stylesPart), maxBytes, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      else if (tag === 'cellXfs') isInCellFormats = true
      else if (tag === 'xf' && isInCellFormats) {
        style += 1
        const kind = formatKindOf(Number(numFmtId ?? 0), codes)
        if (kind) kinds.set(style, kind)
      }
    },
    close(tag) {
      if (tag === 'cellXfs') isInCellFormats = false
    },
  })
  return kinds
}

function formatKindOf(id: number, codes: ReadonlyMap<number, string>): FormatKind | undefined {
  const code = codes.get(id)
  if (code === undefined) return percentageFormatIds.has(id) ? 'percentage' : isBuiltInDate(id) ? 'date' : undefined
  const plain = code.replace(literalPattern, '')
  if (plain.includes('%')) return 'percentage'
  return /[dmyhs]/i.test(plain) ? 'date' : undefined
}

/** Formats a number: '01.05.2026', '10:30', '15%'; returns the digits and '?' for an impossible date. */
export function formattedNumber(digits: string, kind: FormatKind): string {
  const value = Number(digits)
  if (digits.trim() === '' || !Number.isFinite(value) || value === 0) return digits
  if (kind === 'percentage') return `${Number((value * 100).toPrecision(15))}%`
  const date = dateFromSerial(value)
  if (Number.isNaN(date.getTime())) return `${digits}?`
  const iso = date.toISOString()
  return value < 1 ? iso.slice(11, 16) : iso.slice(0, 10).split('-').toReversed().join('.')
}

/** Converts a workbook's date serial: days since the end of 1899. */
export function dateFromSerial(days: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
}
