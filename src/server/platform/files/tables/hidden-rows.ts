import { maxSheetBytes, type Archive } from './archive.ts'
import { maxSheetRows } from './sheet.ts'
import { listWorksheets } from './worksheets.ts'
import { readPart } from './xml-part.ts'

/** Indexes from 0 of the hidden rows of a workbook or an OpenDocument table, by sheet name. */
export async function readHiddenRows(archive: Archive): Promise<Map<string, Set<number>>> {
  const hidden = new Map<string, Set<number>>()
  for (const { name, part } of (await listWorksheets(archive)) ?? [])
    hidden.set(name, await readHiddenRowsOfWorksheet(archive, part))
  if (archive.names.includes('content.xml')) await addHiddenRowsOfOpenDocument(archive, hidden)
  return hidden
}

async function readHiddenRowsOfWorksheet(archive: Archive, part: string): Promise<Set<number>> {
  const rows = new Set<number>()
  let row = 0
  await readPart(await archive.open(part), maxSheetBytes, {
    open(tag, { r, hidden }) {
      if (tag !== 'row') return
      row = r !== undefined && /^\d{1,7}$/.test(r) ? Number(r) : row + 1
      if (hidden === '1' || hidden === 'true') rows.add(row - 1)
    },
  })
  return rows
}

/**
 * In OpenDocument an element may represent many equal rows; filtered rows have the visibility 'filter', rows hidden by
 * hand 'collapse'.
 */
async function addHiddenRowsOfOpenDocument(archive: Archive, hidden: Map<string, Set<number>>): Promise<void> {
  let rows = new Set<number>()
  let row = 0
  await readPart(await archive.open('content.xml'), maxSheetBytes, {
    open(tag, attributes) {
      if (tag === 'table') {
        rows = new Set()
        row = 0
        hidden.set(attributes['table:name'] ?? '', rows)
      } else if (tag === 'table-row') {
        const repeated = Math.max(1, Number(attributes['table:number-rows-repeated'] ?? 1) || 1)
        const isHidden = /^(?:filter|collapse)$/.test(attributes['table:visibility'] ?? '')
        if (isHidden) for (let index = row; index < Math.min(row + repeated, maxSheetRows); index += 1) rows.add(index)
        row += repeated
      }
    },
  })
}
