import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { UnreadableTable, unreadableMessages } from './unreadable-table.ts'

const megabyte = 1024 * 1024
/** Limits for the unpacked size of the sheets of a foreign file, and of all its parts. */
export const maxSheetBytes = 30 * megabyte
const maxBytes = 64 * megabyte
const maxParts = 2000

export type Archive = { names: string[]; open: (name: string) => Promise<Readable>; close: () => void }

const damagedMessage = 'Файл повреждён или загружен не полностью'
export const tooLargeMessage =
  'Таблица распаковывается в слишком большой объём. Оставьте в ней один лист и только те строки, которые заказываете'

/** Opens an archive in memory. Throws UnreadableTable if it is damaged, encrypted or has too many parts. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await yauzl
    .fromBufferPromise(bytes, { decodeStrings: true, validateEntrySizes: true, strictFileNames: false })
    .catch(rethrowAsUnreadable)
  const entries = new Map<string, yauzl.Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxParts) throw new UnreadableTable(tooLargeMessage)
      if (entry.isEncrypted()) throw new UnreadableTable(unreadableMessages.locked)
      entries.set(entry.fileName.replaceAll('\\', '/').replace(/^\//, ''), entry)
    }
  } catch (error) {
    rethrowAsUnreadable(error)
  }
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name)
      if (!entry) throw new UnreadableTable(damagedMessage)
      return zip.openReadStreamPromise(entry).catch(rethrowAsUnreadable)
    },
    close: () => zip.close(),
  }
}

/** `sheetBytes`: unpacked size of the sheets. `hasUncachedFormulas`: some formula has no cached value. */
export type UnpackedSize = { sheetBytes: number; hasUncachedFormulas: boolean; hasHiddenRows: boolean }

/** Unpacks every part to count its real bytes (zip bombs declare fewer). Throws UnreadableTable above the limits. */
export async function checkUnpackedSize({ names, open }: Archive): Promise<UnpackedSize> {
  let totalBytes = 0
  let sheetBytes = 0
  let hasUncachedFormulas = false
  let hasHiddenRows = false
  for (const name of names) {
    if (name.endsWith('/')) continue
    const isSheet = sheetPartPattern.test(name)
    let tail = ''
    try {
      for await (const chunk of await open(name)) {
        const { length } = chunk as Buffer
        totalBytes += length
        if (isSheet) sheetBytes += length
        if (sheetBytes > maxSheetBytes || totalBytes > maxBytes) throw new UnreadableTable(tooLargeMessage)
        if (!isSheet || (hasUncachedFormulas && hasHiddenRows)) continue
        const text = tail + (chunk as Buffer).toString('latin1')
        hasUncachedFormulas ||= uncachedFormulaPattern.test(text)
        hasHiddenRows ||= hiddenRowPattern.test(text)
        tail = text.slice(-maxTagLength)
      }
    } catch (error) {
      rethrowAsUnreadable(error)
    }
  }
  return { sheetBytes, hasUncachedFormulas, hasHiddenRows }
}

/** Parts with cells or their texts, of XLSX, XLSB and ODS. */
const sheetPartPattern = /(^|\/)(worksheets\/[^/]+\.(xml|bin)|sharedstrings\.(xml|bin)|content\.xml)$/i

/** The end of a cell with a formula but no value, written by programs that do not calculate formulas. */
const uncachedFormulaPattern = /<\/f>(?:<v>\s*<\/v>|<v\s*\/>)?<\/c>|<f[^<>]{0,60}\/>(?:<v\s*\/>)?<\/c>/
/** A hidden row of a workbook or an OpenDocument table, most often hidden by a filter. */
const hiddenRowPattern = /<(?:\w+:)?row\s[^<>]{0,250}\bhidden="(?:1|true)"|:visibility="(?:filter|collapse)"/
/** A match may begin in one chunk and end in the next. */
const maxTagLength = 300

export function rethrowAsUnreadable(error: unknown): never {
  if (error instanceof UnreadableTable) throw error
  throw new UnreadableTable(damagedMessage, { cause: error })
}
