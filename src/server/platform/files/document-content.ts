import yauzl from 'yauzl'
import { isDocument } from './document-types.ts'
import { scanTypeOf } from './images.ts'

export type SentDocument = 'pdf' | 'docx' | 'xlsx' | 'jpg' | 'png'

/** Parts that identify an Office file; files with macros are rejected. */
const officeParts = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const
const macros = /(^|\/)vbaProject\.bin$/i
const maxParts = 10_000

/** Type of an uploaded document by content: PDF, DOCX or XLSX without macros, JPEG or PNG; otherwise undefined. */
export async function documentTypeOf(bytes: Buffer): Promise<SentDocument | undefined> {
  if (isDocument('pdf', bytes)) return 'pdf'
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return officeTypeOf(bytes)
  return scanTypeOf(bytes)
}

async function officeTypeOf(bytes: Buffer): Promise<'docx' | 'xlsx' | undefined> {
  const names = await partsOf(bytes).catch(() => new Set<string>())
  if (!names.has('[Content_Types].xml') || [...names].some((name) => macros.test(name))) return undefined
  return (['docx', 'xlsx'] as const).find((type) => names.has(officeParts[type]))
}

async function partsOf(bytes: Buffer): Promise<Set<string>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const names = new Set<string>()
  if (zip.entryCount > maxParts) return names
  for await (const entry of zip.eachEntry()) names.add(entry.fileName)
  return names
}
