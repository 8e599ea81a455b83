import { priceFileExtensions } from '#shared/api/price-lists.ts'
import { documentType, isDocument } from './document-types.ts'

type Extension = (typeof priceFileExtensions)[number]

/** The extension of a name in lower case, where price files may carry it. */
export function priceFileExtension(name: string): Extension | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return priceFileExtensions.find((known) => known === extension)
}

/** Content type of a price file by its extension in lower case. */
export function priceFileType(extension: string): string {
  if (extension === 'csv') return 'text/csv'
  return extension === 'zip' ? 'application/zip' : documentType(extension)
}

/**
 * Whether bytes are what their name's extension says: a workbook, not any archive; a table of text, whose encoding is
 * UTF-8, UTF-16 or one of eight bits. A name can lie, and so can a first byte: both are looked at.
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

/** The longest comment that may follow an archive's directory, and the directory's own end. */
const zipTailBytes = 65_535 + 22

function isZip(bytes: Buffer): boolean {
  const begins = bytes.indexOf('PK\x03\x04', 0, 'latin1') === 0
  return begins && bytes.subarray(-zipTailBytes).includes('PK\x05\x06', 0, 'latin1')
}

function isTextTable(bytes: Buffer): boolean {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return /[;,\t]/.test(text) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)
}
