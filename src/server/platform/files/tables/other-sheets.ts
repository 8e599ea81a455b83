import type { Archive } from './archive.ts'
import { formattedNumber, readFormatKinds } from './cell-formats.ts'
import { sampleSheet, type SheetSample } from './sample.ts'
import { maxColumns, maxSheetRows, maxSheets, type Cell, type Sheet } from './sheet.ts'
import { readCells, type SheetCell } from './sheet-cells.ts'
import { readSharedStrings } from './shared-strings.ts'
import type { Worksheet } from './worksheets.ts'
import { copyText } from './xml-part.ts'

/** Rows read per sheet to detect an order; further rows are only counted. */
const maxSampledRows = 1000
const maxBytes = 30 * 1024 * 1024

/** Samples of the sheets added to our own price list, `index` counted from `first`. */
export async function sampleOtherSheets(
  archive: Archive,
  sheets: readonly Worksheet[],
  firstIndex: number,
): Promise<SheetSample[]> {
  const samples: SheetSample[] = []
  for (const [index, worksheet] of sheets.slice(0, maxSheets).entries()) {
    const sample = sampleSheet(await readSheet(archive, worksheet), firstIndex + index)
    if (sample.filled > 0) samples.push(sample)
  }
  return samples
}

async function readSheet(archive: Archive, { name, part }: Worksheet): Promise<Sheet> {
  const collected = new Map<number, Map<number, SheetCell>>()
  let totalRows = 0
  let columnsBeyond = 0
  await readCells(await archive.open(part), { max: maxBytes }, (row, cells) => {
    if (cells.size === 0) return true
    totalRows = Math.max(totalRows, row)
    columnsBeyond = Math.max(columnsBeyond, [...cells.keys()].filter((column) => column >= maxColumns).length)
    if (collected.size < maxSampledRows && row <= maxSheetRows) collected.set(row - 1, copyCells(cells))
    return true
  })
  const rows = [...collected.values()].flatMap((cells) => [...cells.values()])
  const shared = new Set(rows.flatMap((cell) => (cell.shared === undefined ? [] : [cell.shared])))
  const texts = await readSharedStrings(archive, shared, maxBytes)
  const kinds = rows.some(({ style }) => style !== undefined) ? await readFormatKinds(archive) : new Map()
  const toCell = (cell: SheetCell): Cell => {
    const text = cell.shared === undefined ? cell.text : (texts.get(cell.shared) ?? '')
    const kind = cell.style === undefined ? undefined : kinds.get(cell.style)
    return kind ? formattedNumber(text, kind) : text
  }
  const grid = new Map([...collected].map(([row, cells]) => [row, toRow(cells, toCell)]))
  const rowCount = Math.max(-1, ...grid.keys()) + 1
  return {
    name,
    rowCount,
    row: (index) => grid.get(index) ?? [],
    merges: [],
    totalRows,
    isHidden: () => false,
    columnsBeyond,
  }
}

function toRow(cells: ReadonlyMap<number, SheetCell>, toCell: (cell: SheetCell) => Cell): (Cell | undefined)[] {
  const row: (Cell | undefined)[] = []
  for (const [column, cell] of cells) row[column] = toCell(cell)
  return row
}

function copyCells(cells: ReadonlyMap<number, SheetCell>): Map<number, SheetCell> {
  const withinLimit = [...cells].filter(([column]) => column < maxColumns)
  return new Map(
    withinLimit.map(([column, cell]) => [
      column,
      cell.shared === undefined ? { ...cell, text: copyText(cell.text) } : cell,
    ]),
  )
}
