import type { PoolClient } from 'pg'
import type { FileStore } from '#server/platform/files/store.ts'
import { importAttachments, type Attachments } from './attachments.ts'
import { takeDocument } from './documents.ts'
import { isDocument } from '../filename.ts'
import { takePicture } from './pictures.ts'

/** Takes pictures and documents, each as its name says. */
export function takeAttachments(
  deps: { client: PoolClient; files: FileStore },
  attachments: Attachments,
): Promise<void> {
  return importAttachments(deps.client, attachments, (name, bytes) =>
    (isDocument(name) ? takeDocument : takePicture)(deps, name, bytes),
  )
}
