import { createHash } from 'node:crypto'
import { extname } from 'node:path/posix'
import type { PoolClient } from 'pg'
import { isDocument } from '#server/platform/files/document-types.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { nameDocument } from '../apply/documents.ts'
import { UnusableAttachment } from './attachments.ts'

/**
 * Takes a document file as it is, under the digest of its bytes. Throws Unfit where its content is not what its name
 * says (a page or a program that calls itself a PDF).
 */
export async function takeDocument(
  { client, files }: { client: PoolClient; files: FileStore },
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  const type = extname(name).slice(1).toLowerCase()
  if (!isDocument(type, bytes)) throw new UnusableAttachment(`Файл не является документом ${type.toUpperCase()}`)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `documents/${digest.slice(0, 2)}/${digest}.${type}`
  if (!(await files.has(key))) await files.put(key, bytes)
  return nameDocument(client, { name, key, type, sizeBytes: bytes.length })
}
