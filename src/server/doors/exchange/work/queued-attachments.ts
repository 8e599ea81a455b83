import type { PoolClient } from 'pg'
import type { FileStore } from '#server/platform/files/store.ts'
import { importAttachments, type Attachments } from './attachments.ts'
import { importDocument } from './documents.ts'
import { isDocument } from '../filename.ts'
import { importPicture } from './pictures.ts'

/** Imports pictures and documents, by file extension. */
export function importQueuedAttachments(
  deps: { client: PoolClient; files: FileStore },
  attachments: Attachments,
): Promise<void> {
  return importAttachments(deps.client, attachments, (name, bytes) =>
    (isDocument(name) ? importDocument : importPicture)(deps, name, bytes),
  )
}
