/** Allowed document types: content type and leading bytes. None that a browser would execute. */
const formats: Record<string, { type: string; start: string }> = {
  pdf: { type: 'application/pdf', start: '%PDF-' },
  doc: { type: 'application/msword', start: '\xd0\xcf\x11\xe0' },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', start: 'PK\x03\x04' },
  xls: { type: 'application/vnd.ms-excel', start: '\xd0\xcf\x11\xe0' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', start: 'PK\x03\x04' },
}

/** A PDF header may follow other bytes within this range. */
const maxHeaderOffset = 1024

export const documentExtensions: readonly string[] = Object.keys(formats)

/** Scans, which staff may attach as documents. */
const scanTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }

/** Content type of a document by lower-case extension; bytes if unknown. */
export function documentType(extension: string): string {
  return formats[extension]?.type ?? scanTypes[extension] ?? 'application/octet-stream'
}

/** Whether the bytes match the extension. */
export function isDocument(extension: string, bytes: Uint8Array): boolean {
  const format = formats[extension]
  if (format === undefined) return false
  const position = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxHeaderOffset)).indexOf(
    format.start,
    0,
    'latin1',
  )
  return extension === 'pdf' ? position >= 0 : position === 0
}
