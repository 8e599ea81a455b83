import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success } from '../wire.ts'

export const maxDocumentBytes = 20 * 1024 * 1024

/**
 * Up to 200 uploads an hour. 422 with the reason for other content types, 413 when too large. A product shows the
 * document once saved with it; documents that no product uses are deleted after a day.
 */
export const uploadDocument = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/documents/',
  right: 'staff.catalogue',
  summary: 'Upload a document; equal bytes are the same document',
  input: nothing,
  takes: {
    mediaTypes: [mediaTypes.pdf, mediaTypes.docx, mediaTypes.xlsx, mediaTypes.jpeg, mediaTypes.png],
    maxBytes: maxDocumentBytes,
    tooLarge: tooLargeMessage(maxDocumentBytes, 'Документ'),
  },
  reply: z.object({ ...success, file: z.number(), extension: z.string(), size: z.number() }),
})

export type UploadedDocument = z.output<typeof uploadDocument.reply>
