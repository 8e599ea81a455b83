import { priceFileExtensions } from '#shared/api/price-lists.ts'
import { documentType, isDocument } from './document-types.ts'

type Extension = (typeof priceFileExtensions)[number]

/** Lower-case extension of a price file name, if allowed. */
export function priceFileExtension(name: string): Extension | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return priceFileExtensions.find((known) => known === extension)
}

/** Content type of a price file by lower-case extension. */
export function priceFileType(extension: string): string {
  if (extension === 'csv') return 'text/csv'
  return extension === 'zip' ? 'application/zip' : documentType(extension)
}

/**
 * Whether bytes match the extension: a workbook rather than any archive, or a text table in UTF-8, UTF-16 or an
 * eight-bit encoding. Checks both name and content.
 */
export function isPriceFile(extension: Extension, bytes: Buffer): boolean {
  switch (extension) {
    case 'xlsx':
      return isZip(bytes) && bytes.includes('xl/workbook.xml')
    case 'xls':
      return (
        isDocument('xls', bytes) && (bytes.includes('Workbook', 0, 'utf16le') || bytes.includes('Book', 0, 'utf16le'))
      )
    case 'pdf':
      return isDocument('pdf', bytes)
    case 'zip':
      return isZip(bytes)
    case 'csv':
      return isTextTable(bytes)
  }
}

/** The longest comment after an archive's directory, and the directory's end record. */
const zipTailBytes = 65_535 + 22

function isZip(bytes: Buffer): boolean {
  const hasHeader = bytes.indexOf('PK\x03\x04', 0, 'latin1') === 0
  return hasHeader && bytes.subarray(-zipTailBytes).includes('PK\x05\x06', 0, 'latin1')
}

function isTextTable(bytes: Buffer): boolean {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return /[;,\t]/.test(text) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)
}
