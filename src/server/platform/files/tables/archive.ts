import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { Unreadable, refusals } from './unreadable.ts'

const megabyte = 1024 * 1024
/** What the sheets of a foreign file may unpack to, and all of its parts together. */
export const maxSheetBytes = 30 * megabyte
const maxBytes = 64 * megabyte
const maxParts = 2000

export type Archive = { names: string[]; open: (name: string) => Promise<Readable>; close: () => void }

const damaged = 'Файл повреждён или загружен не полностью'
const tooLarge =
  'Таблица распаковывается в слишком большой объём. Оставьте в ней один лист и только те строки, которые заказываете'

/** An archive in memory. Throws Unreadable where it is damaged, encrypted or has too many parts. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await yauzl
    .fromBufferPromise(bytes, { decodeStrings: true, validateEntrySizes: true, strictFileNames: false })
    .catch(refuseDamaged)
  const entries = new Map<string, yauzl.Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxParts) throw new Unreadable(tooLarge)
      if (entry.isEncrypted()) throw new Unreadable(refusals.locked)
      entries.set(entry.fileName.replaceAll('\\', '/').replace(/^\//, ''), entry)
    }
  } catch (error) {
    refuseDamaged(error)
  }
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name)
      if (!entry) throw new Unreadable(damaged)
      return zip.openReadStreamPromise(entry).catch(refuseDamaged)
    },
    close: () => zip.close(),
  }
}

/** `sheets`: bytes that the sheets unpack to. `lacksValues`: a formula in them has no value kept beside it. */
export type UnpackedSize = { sheets: number; lacksValues: boolean; hidesRows: boolean }

/** Unpacks every part to count its real bytes, which the archive may lie about; throws Unreadable above the limits. */
export async function refuseZipBombs({ names, open }: Archive): Promise<UnpackedSize> {
  let all = 0
  let sheets = 0
  let lacksValues = false
  let hidesRows = false
  for (const name of names) {
    if (name.endsWith('/')) continue
    const isSheet = sheetPart.test(name)
    let end = ''
    try {
      for await (const piece of await open(name)) {
        const { length } = piece as Buffer
        all += length
        if (isSheet) sheets += length
        if (sheets > maxSheetBytes || all > maxBytes) throw new Unreadable(tooLarge)
        if (!isSheet || (lacksValues && hidesRows)) continue
        const text = end + (piece as Buffer).toString('latin1')
        lacksValues ||= bareFormula.test(text)
        hidesRows ||= hiddenRow.test(text)
        end = text.slice(-maxTagCharacters)
      }
    } catch (error) {
      refuseDamaged(error)
    }
  }
  return { sheets, lacksValues, hidesRows }
}

/** Parts that hold cells or their texts, of XLSX, XLSB and ODS. */
const sheetPart = /(^|\/)(worksheets\/[^/]+\.(xml|bin)|sharedstrings\.(xml|bin)|content\.xml)$/i

/** The end of a cell that holds a formula and no value, as programs write it that do not count themselves. */
const bareFormula = /<\/f>(?:<v>\s*<\/v>|<v\s*\/>)?<\/c>|<f[^<>]{0,60}\/>(?:<v\s*\/>)?<\/c>/
/** A row that a workbook or an OpenDocument table hides, most often by a filter. */
const hiddenRow = /<(?:\w+:)?row\s[^<>]{0,250}\bhidden="(?:1|true)"|:visibility="(?:filter|collapse)"/
/** What is looked for may begin in one piece and end in the next. */
const maxTagCharacters = 300

export function refuseDamaged(error: unknown): never {
  if (error instanceof Unreadable) throw error
  throw new Unreadable(damaged, { cause: error })
}
