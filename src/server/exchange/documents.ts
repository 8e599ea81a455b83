import { createHash } from 'node:crypto'
import { extname } from 'node:path/posix'
import type { PoolClient } from 'pg'
import { isDocument } from '#server/files/document-types.ts'
import type { FileStore } from '#server/files/store.ts'
import { nameDocument } from './apply/documents.ts'
import { importAttachments, Unfit, type Attachments } from './attachments.ts'

/**
 * Takes document files as they are, under the digest of their bytes. One whose content is not what its name says (a page
 * or a program that calls itself a PDF) is rejected in the log.
 */
export function importDocuments({ sql, files }: { sql: PoolClient; files: FileStore }, documents: Attachments): Promise<void> {
  return importAttachments(sql, 'documents', documents, async (name, bytes) => {
    const type = extname(name).slice(1).toLowerCase()
    if (!isDocument(type, bytes)) throw new Unfit(`Файл не является документом ${type.toUpperCase()}`)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const key = `documents/${digest.slice(0, 2)}/${digest}.${type}`
    if (!(await files.has(key))) await files.put(key, bytes)
    return nameDocument(sql, { name, key, type, sizeBytes: bytes.length })
  })
}
