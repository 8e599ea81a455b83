import { maxPictureBytes, uploadPicture, type UploadedPicture } from '#shared/api/staff/pictures.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'

/** Uploads a chosen file; throws CallError with the reason when refused. */
export async function sendPicture(file: Blob): Promise<UploadedPicture> {
  if (file.size > maxPictureBytes)
    throw new CallError(413, { code: 'tooLarge', message: tooLargeMessage(maxPictureBytes, 'Картинка') })
  return sendFile(uploadPicture, {}, file)
}
