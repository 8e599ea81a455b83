import type { ErrorBody } from '#shared/errors.ts'
import { CallError } from './client.ts'

/** Sends a file's bytes; throws CallError with the reason when refused. */
export async function sendFile<Reply>(path: string, file: Blob): Promise<Reply> {
  const response = await fetch(path, {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
  }).catch((error: unknown) => {
    throw new CallError(0, {}, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, answer as Partial<ErrorBody>)
  return answer as Reply
}
