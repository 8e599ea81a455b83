import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { fileEndpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

export const maxPictureBytes = 20 * 1024 * 1024

/** Up to 200 uploads an hour. 422 with the reason where it is no picture, 413 where it is too large. */
export const uploadPicture = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/pictures/',
  right: 'staff.catalogue',
  summary: 'Upload a picture; equal bytes are the same picture',
  input: nothing,
  takes: {
    mediaTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    maxBytes: maxPictureBytes,
    tooLarge: tooLargeMessage(maxPictureBytes, 'Картинка'),
  },
  /** Its address is /dbpics/{picture}.{picturetype}. */
  reply: z.object({ ...success, picture: z.number(), picturetype: z.string() }),
})

export type UploadedPicture = z.output<typeof uploadPicture.reply>
