import { maxSheetBytes, type Archive } from './archive.ts'
import { maxSheetRows } from './sheet.ts'
import { listWorksheets } from './worksheets.ts'
import { readPart } from './xml-part.ts'

/** Indexes from 0 of the rows that the sheets of a workbook or of an OpenDocument table hide, by the sheet's name. */
export async function readHiddenRows(archive: Archive): Promise<Map<string, Set<number>>> {
  const hidden = new Map<string, Set<number>>()
  for (const { name, part } of (await listWorksheets(archive)) ?? [])
    hidden.set(name, await hiddenInWorksheet(archive, part))
  if (archive.names.includes('content.xml')) await addHiddenOfOpenDocument(archive, hidden)
  return hidden
}

async function hiddenInWorksheet(archive: Archive, part: string): Promise<Set<number>> {
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
 * Here a row may stand for many equal ones; a filtered one has the visibility 'filter', one hidden by hand 'collapse'.
 */
async function addHiddenOfOpenDocument(archive: Archive, hidden: Map<string, Set<number>>): Promise<void> {
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
        if (isHidden) for (let at = row; at < Math.min(row + repeated, maxSheetRows); at += 1) rows.add(at)
        row += repeated
      }
    },
  })
}
