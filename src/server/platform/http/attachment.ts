/** Content-Disposition for a file name in any alphabet (RFC 6266): ASCII for old programs, then UTF-8. */
export function attachment(name: string): string {
  return disposition('attachment', name)
}

function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Headers of a private file download: no caching. */
export function privateAttachment(name: string) {
  return { 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }
}

/** Headers of a private file shown in the browser, with the name for saving. */
export function privateView(name: string) {
  return { 'cache-control': 'private, no-store', 'content-disposition': disposition('inline', name) }
}

/** Route options of files that are compressed already: PDF, XLSX, ZIP, pictures. */
export const uncompressed = { compress: false } as const
