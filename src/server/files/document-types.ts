/** Documents that goods may carry: extension → content type. Nothing that a browser would run. */
const types: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const documentExtensions: readonly string[] = Object.keys(types)

/** Content type of a document by its extension in lower case; an unknown one is bytes. */
export function documentType(extension: string): string {
  return types[extension] ?? 'application/octet-stream'
}
