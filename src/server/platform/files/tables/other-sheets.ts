import type { Archive } from './archive.ts'
import { formattedNumber, readFormatKinds } from './cell-formats.ts'
import { sampleSheet, type SheetSample } from './sample.ts'
import { maxColumns, maxSheetRows, maxSheets, type Cell, type Sheet } from './sheet.ts'
import { readCells, type SheetCell } from './sheet-cells.ts'
import { readSharedTexts } from './shared-texts.ts'
import type { Worksheet } from './worksheets.ts'
import { ownText } from './xml-part.ts'

/** So much of each is looked at to tell whether goods are ordered there; more rows are counted alone. */
const maxKeptRows = 1000
const maxBytes = 30 * 1024 * 1024

/** Samples of the sheets added to our own price list, `index` counted from `first`. */
export async function sampleOtherSheets(
  archive: Archive,
  sheets: readonly Worksheet[],
  first: number,
): Promise<SheetSample[]> {
  const samples: SheetSample[] = []
  for (const [index, worksheet] of sheets.slice(0, maxSheets).entries()) {
    const sample = sampleSheet(await readSheet(archive, worksheet), first + index)
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
    if (collected.size < maxKeptRows && row <= maxSheetRows) collected.set(row - 1, ownCells(cells))
    return true
  })
  const rows = [...collected.values()].flatMap((cells) => [...cells.values()])
  const shared = new Set(rows.flatMap((cell) => (cell.shared === undefined ? [] : [cell.shared])))
  const texts = await readSharedTexts(archive, shared, maxBytes)
  const kinds = rows.some(({ style }) => style !== undefined) ? await readFormatKinds(archive) : new Map()
  const cellOf = (cell: SheetCell): Cell => {
    const text = cell.shared === undefined ? cell.text : (texts.get(cell.shared) ?? '')
    const kind = cell.style === undefined ? undefined : kinds.get(cell.style)
    return kind ? formattedNumber(text, kind) : text
  }
  const grid = new Map([...collected].map(([row, cells]) => [row, rowOf(cells, cellOf)]))
  const rowCount = Math.max(-1, ...grid.keys()) + 1
  return {
    name,
    rowCount,
    row: (place) => grid.get(place) ?? [],
    merges: [],
    totalRows,
    isHidden: () => false,
    columnsBeyond,
  }
}

function rowOf(cells: ReadonlyMap<number, SheetCell>, cellOf: (cell: SheetCell) => Cell): (Cell | undefined)[] {
  const row: (Cell | undefined)[] = []
  for (const [column, cell] of cells) row[column] = cellOf(cell)
  return row
}

function ownCells(cells: ReadonlyMap<number, SheetCell>): Map<number, SheetCell> {
  const near = [...cells].filter(([column]) => column < maxColumns)
  return new Map(
    near.map(([column, cell]) => [column, cell.shared === undefined ? { ...cell, text: ownText(cell.text) } : cell]),
  )
}
