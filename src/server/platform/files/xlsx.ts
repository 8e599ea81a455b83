import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeXml } from './xml-text.ts'
import { cellXml, columnName, type Cell } from './xlsx-cells.ts'
import {
  contentTypes,
  coreProperties,
  rootRelationships,
  stylesXml,
  workbookRelationships,
  workbookXml,
  worksheetStart,
} from './xlsx-parts.ts'

export type Workbook = {
  title: string
  createdAt: Date
  sheet: {
    /** At most 31 characters, none of []:*?/\. */
    name: string
    columns: readonly { width: number; hidden?: true }[]
    /** Frozen rows above the data; the last one is the header with filter arrows. */
    head: readonly (readonly Cell[])[]
    /** Data, in chunks of rows, cells in the order of `columns`. */
    rows: AsyncIterable<readonly (readonly Cell[])[]>
    /** Column for quantities from 0 up, the only unlocked one. Without it nothing is locked. */
    inputColumn?: number
    /** Number of leading columns to print; default: all. */
    printedColumns?: number
  }
  /** Metadata in a hidden second sheet, for programs. */
  metadata: { name: string; rows: readonly (readonly [name: string, value: string])[] }
}

/** Excel's limit for rows of a sheet. */
const maxRows = 1_048_576
/** Row heights in points; headings have two lines. */
const headRowHeights: Partial<Record<Cell['kind'], number>> = { title: 20, note: 15, header: 28, inputHeader: 28 }
/** Characters of XML per chunk for the compressor. */
const outputChunkLength = 32_768

/**
 * Writes an XLSX as a stream in constant memory with inline texts, reading rows on demand. Destroying it stops reading;
 * an error of the rows destroys it.
 */
export function writeWorkbook(workbook: Workbook): Readable {
  const zip = new ZipFile()
  // yazl's output is a PassThrough, contrary to its types.
  const output = zip.outputStream as Readable
  const size = { rows: 0 }
  const sheet = Readable.from(sheetXml(workbook.sheet, size), {
    objectMode: false,
    highWaterMark: outputChunkLength * 2,
  })
  sheet.on('error', (error) => output.destroy(error))
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => sheet.destroy())

  const options = { mtime: workbook.createdAt }
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path, options)
  add('[Content_Types].xml', contentTypes)
  add('_rels/.rels', rootRelationships)
  add('docProps/core.xml', coreProperties({ ...workbook, title: escapeXml(workbook.title) }))
  add('xl/_rels/workbook.xml.rels', workbookRelationships)
  add('xl/styles.xml', stylesXml)
  add('xl/worksheets/sheet2.xml', metadataXml(workbook.metadata.rows))
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', options)
  // The filter's range is known only after all rows.
  zip.addReadStreamLazy('xl/workbook.xml', options, (take) =>
    take(null, Readable.from([Buffer.from(buildWorkbookXml(workbook, size.rows))])),
  )
  zip.end()
  return output
}

async function* sheetXml(sheet: Workbook['sheet'], size: { rows: number }): AsyncGenerator<string> {
  const names = sheet.columns.map((_, index) => columnName(index))
  let row = 0
  let xml = worksheetStart(sheetViewsXml(sheet) + columnsXml(sheet))
  const write = (cells: readonly Cell[]) => {
    row += 1
    const height = row <= sheet.head.length ? headRowHeights[cells[0]?.kind ?? 'text'] : undefined
    xml += height === undefined ? `<row r="${row}">` : `<row r="${row}" ht="${height}" customHeight="1">`
    for (const [index, cell] of cells.entries()) xml += cellXml(names[index] ?? '', row, cell)
    xml += '</row>'
  }
  for (const cells of sheet.head) write(cells)
  for await (const chunk of sheet.rows) {
    if (row + chunk.length > maxRows) throw new Error(`a sheet holds ${maxRows} rows at most`)
    for (const cells of chunk) {
      write(cells)
      if (xml.length < outputChunkLength) continue
      yield xml
      xml = ''
    }
  }
  size.rows = row
  yield `${xml}</sheetData>${settingsXml(sheet, row)}</worksheet>`
}

function sheetViewsXml({ head }: Workbook['sheet']): string {
  const top = head.length
  return (
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView tabSelected="1" workbookViewId="0">' +
    `<pane ySplit="${top}" topLeftCell="A${top + 1}" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="A${top + 1}" sqref="A${top + 1}"/></sheetView></sheetViews>` +
    '<sheetFormatPr defaultRowHeight="13"/>'
  )
}

function columnsXml({ columns: list }: Workbook['sheet']): string {
  const cols = list.map(
    ({ width, hidden }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`,
  )
  return `<cols>${cols.join('')}</cols>`
}

/** Protection, filter and validation of the input; attribute 0 of the protection means allowed. */
function settingsXml(sheet: Workbook['sheet'], lastRow: number): string {
  const first = sheet.head.length + 1
  const filter = `<autoFilter ref="${filterRange(sheet, lastRow)}"/>`
  const pageSetup =
    '<printOptions gridLines="1"/><pageMargins left="0.4" right="0.4" top="0.4" bottom="0.6" header="0.2" ' +
    'footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter>' +
    '<oddFooter>&amp;R&amp;P / &amp;N</oddFooter></headerFooter>'
  // Prevents Excel's green corner on codes of digits.
  const ignoredErrors =
    lastRow < first
      ? ''
      : `<ignoredErrors><ignoredError sqref="A${first}:${columnName(sheet.columns.length - 1)}${lastRow}" ` +
        'numberStoredAsText="1"/></ignoredErrors>'
  if (sheet.inputColumn === undefined) return filter + pageSetup + ignoredErrors
  const input = columnName(sheet.inputColumn)
  const validation =
    '<dataValidations count="1"><dataValidation type="decimal" operator="greaterThanOrEqual" allowBlank="1" ' +
    'showErrorMessage="1" errorTitle="Количество" error="Укажите число не меньше нуля" ' +
    `sqref="${input}${first}:${input}${lastRow}"><formula1>0</formula1></dataValidation></dataValidations>`
  return (
    '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" ' +
    `autoFilter="0"/>${filter}${lastRow < first ? '' : validation}${pageSetup}${ignoredErrors}`
  )
}

function filterRange({ head, columns: list }: Workbook['sheet'], lastRow: number): string {
  return `A${head.length}:${columnName(list.length - 1)}${lastRow}`
}

function buildWorkbookXml({ sheet, metadata }: Workbook, lastRow: number): string {
  const quoted = `'${sheet.name.replaceAll("'", "''")}'!`
  const fixed = filterRange(sheet, lastRow).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  const header = sheet.head.length
  const printed =
    sheet.printedColumns === undefined
      ? ''
      : `<definedName name="_xlnm.Print_Area" localSheetId="0">${escapeXml(quoted)}$A$1:` +
        `$${columnName(sheet.printedColumns - 1)}$${Math.max(header, lastRow)}</definedName>`
  const names =
    '<definedName name="_xlnm._FilterDatabase" localSheetId="0" ' +
    `hidden="1">${escapeXml(quoted)}${fixed}</definedName>${printed}<definedName name="_xlnm.Print_Titles" ` +
    `localSheetId="0">${escapeXml(quoted)}$${header}:$${header}</definedName>`
  return workbookXml({ sheets: [escapeXml(sheet.name), escapeXml(metadata.name)], names })
}

function metadataXml(rows: Workbook['metadata']['rows']): string {
  const rowsXml = rows.map(([name, value], index) => {
    const cell = (column: string, text: string) => cellXml(column, index + 1, { kind: 'code', text })
    return `<row r="${index + 1}">${cell('A', name)}${cell('B', value)}</row>`
  })
  return `${worksheetStart('')}${rowsXml.join('')}</sheetData></worksheet>`
}
