import { createHash } from 'node:crypto'
import { extname } from 'node:path/posix'
import type { PoolClient } from 'pg'
import { isDocument } from '#server/platform/files/document-types.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { recordDocumentFile } from '../apply/documents.ts'
import { UnusableAttachment } from './attachments.ts'

/**
 * Stores a document file unchanged under the digest of its bytes. Throws UnusableAttachment if the content does not
 * match the name (an HTML page or a program named as PDF).
 */
export async function importDocument(
  { client, files }: { client: PoolClient; files: FileStore },
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  const type = extname(name).slice(1).toLowerCase()
  if (!isDocument(type, bytes)) throw new UnusableAttachment(`Файл не является документом ${type.toUpperCase()}`)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `documents/${digest.slice(0, 2)}/${digest}.${type}`
  if (!(await files.has(key))) await files.put(key, bytes)
  return recordDocumentFile(client, { name, key, type, sizeBytes: bytes.length })
}
