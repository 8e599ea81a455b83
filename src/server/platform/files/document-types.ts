/**
 * Documents that goods may carry: what they are to a browser, and how each begins. Nothing that a browser would run.
 */
const kinds: Record<string, { type: string; start: string }> = {
  pdf: { type: 'application/pdf', start: '%PDF-' },
  doc: { type: 'application/msword', start: '\xd0\xcf\x11\xe0' },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', start: 'PK\x03\x04' },
  xls: { type: 'application/vnd.ms-excel', start: '\xd0\xcf\x11\xe0' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', start: 'PK\x03\x04' },
}

/** Programs write a little before the header of a PDF, and readers look for it that far. */
const searched = 1024

export const documentExtensions: readonly string[] = Object.keys(kinds)

/** Scans of paper, which staff may show as documents. */
const scans: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }

/** Content type of a document by its extension in lower case; an unknown one is bytes. */
export function documentType(extension: string): string {
  return kinds[extension]?.type ?? scans[extension] ?? 'application/octet-stream'
}

/** Whether the bytes are a document of that extension. */
export function isDocument(extension: string, bytes: Uint8Array): boolean {
  const kind = kinds[extension]
  if (kind === undefined) return false
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched)).indexOf(
    kind.start,
    0,
    'latin1',
  )
  return extension === 'pdf' ? at >= 0 : at === 0
}
