/** Number format; 'money' has two decimals, the others as many as their names say. */
export type NumberFormat = 'money' | 'whole' | 'tenths' | 'hundredths' | 'thousandths'

/**
 * A cell to be written. Numbers are decimal strings ('12.50'), so that no float rounds them. 'code' is text that must
 * not be taken for a number: an article, a barcode. 'input' is an empty unlocked cell.
 */
export type Cell =
  | { kind: 'text' | 'code' | 'title' | 'note' | 'header' | 'inputHeader'; text: string }
  | { kind: 'number'; digits: string; format: NumberFormat }
  | { kind: 'input'; format: NumberFormat }

/** In the order of `cellXfs` in the stylesheet (xlsx-parts.ts). */
export const cellStyles = [
  'plain',
  'title',
  'note',
  'header',
  'inputHeader',
  'text',
  'guarded',
  'code',
  'money',
  'whole',
  'tenths',
  'hundredths',
  'thousandths',
  'inputMoney',
  'inputWhole',
  'inputTenths',
  'inputHundredths',
  'inputThousandths',
] as const
type CellStyle = (typeof cellStyles)[number]

const styleIds = Object.fromEntries(cellStyles.map((name, index) => [name, index])) as Record<CellStyle, number>
const inputStyles = {
  money: 'inputMoney',
  whole: 'inputWhole',
  tenths: 'inputTenths',
  hundredths: 'inputHundredths',
  thousandths: 'inputThousandths',
} as const
/** Excel's limit for the text of a cell. */
const maxTextLength = 32_767

/** Column name by index: 0 → A, 26 → AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** `<c>` of a cell; '' for an empty text. */
export function cellXml(column: string, row: number, cell: Cell): string {
  if (cell.kind === 'number') return `<c r="${column}${row}" s="${styleIds[cell.format]}"><v>${cell.digits}</v></c>`
  if (cell.kind === 'input') return `<c r="${column}${row}" s="${styleIds[inputStyles[cell.format]]}"/>`
  if (cell.text === '') return ''
  const style = cell.kind === 'text' && looksLikeFormula.test(cell.text) ? 'guarded' : cell.kind
  return (
    `<c r="${column}${row}" s="${styleIds[style]}" t="inlineStr"><is>` +
    `<t xml:space="preserve">${sheetText(cell.text)}</t></is></c>`
  )
}

/** Stored as text it is not a formula; the 'guarded' style preserves that after editing. */
const looksLikeFormula = /^[\s]*[=+\-@]/

/** Escapes text for a sheet: drops characters that XML forbids, and keeps `_x0041_` literal. */
function sheetText(text: string): string {
  const shortened = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
  const plain = shortened.toWellFormed().replace(forbidden, '').replace(/\r\n?/g, '\n')
  return plain
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => escapes[character] ?? character)
}

// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
