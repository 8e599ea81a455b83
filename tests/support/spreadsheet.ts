import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import readSheets from 'read-excel-file/node'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** Reads a workbook by two libraries independent of the writer, and returns the XML of its parts too. */
export async function readWorkbook(bytes: Buffer) {
  const [first, second] = await readSheets(bytes, { trim: false })
  const book = read(bytes, { cellFormula: true, cellNF: true, sheetStubs: true })
  const [name = '', marks = ''] = book.SheetNames
  const sheet = book.Sheets[name] ?? {}
  return {
    sheetNames: book.SheetNames,
    /** Values of the first sheet, row by row, by each library; null where a cell is empty. */
    rows: {
      sheetJs: utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null }),
      readExcel: (first?.data ?? []) as unknown[][],
    },
    /** The second sheet's names and values, by each library. */
    marks: {
      sheetJs: Object.fromEntries(utils.sheet_to_json<string[]>(book.Sheets[marks] ?? {}, { header: 1 })) as Record<
        string,
        string
      >,
      readExcel: Object.fromEntries((second?.data ?? []) as unknown as [string, string][]) as Record<string, string>,
    },
    /** A cell with its type (t), format (z) and formula (f). */
    cell: (address: string) => sheet[address] as { t: string; v?: unknown; z?: string; f?: string } | undefined,
    parts: await readParts(bytes),
  }
}

/** The parts of a ZIP by path, as text. */
async function readParts(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const parts: Record<string, string> = {}
  for await (const entry of entriesOf(zip)) {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    parts[entry.fileName] = (await buffer(stream)).toString('utf8')
  }
  return parts
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = new Promise<Entry | undefined>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(undefined))
      zip.once('error', reject)
    })
    zip.readEntry()
    const entry = await next
    if (!entry) return
    yield entry
  }
}
