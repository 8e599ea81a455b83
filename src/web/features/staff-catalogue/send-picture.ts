import { largestPictureBytes, pictureUploadPath, type UploadedPicture } from '#shared/api/staff-pictures.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { CallError } from '#web/api/client.ts'

/** Sends a chosen file's bytes; throws CallError with the reason where it is refused. */
export async function sendPicture(file: Blob): Promise<UploadedPicture> {
  if (file.size > largestPictureBytes) throw new CallError(413, { code: 'tooLarge', message: 'Картинка больше 20 МБ' })
  const response = await fetch(pictureUploadPath, { method: 'POST', body: file, credentials: 'same-origin', headers: { 'content-type': file.type || 'application/octet-stream' } }).catch((error: unknown) => {
    throw new CallError(0, {}, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, answer as Partial<ErrorBody>)
  return answer as UploadedPicture
}
