import type * as z from 'zod/mini'
import { endpointAddress } from '#shared/api/address.ts'
import type { UploadEndpoint } from '#shared/api/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { askWhoAsked, callerHeaders } from './caller.ts'
import { CallError, type Send } from './client.ts'
import { sendWithProgress } from './send-with-progress.ts'

type Options = {
  /** Reports the sent share, 0 to 1. */
  onSent?: (share: number) => void
  signal?: AbortSignal
}

/** Uploads a file as the request body; throws CallError with the reason when refused. */
export async function sendFile<E extends UploadEndpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  file: Blob,
  { onSent, signal }: Options = {},
): Promise<z.output<E['reply']>> {
  const send: Send = onSent === undefined ? fetch : sendWithProgress(onSent)
  const askedBy = await askWhoAsked(endpoint)
  const response = await send(endpointAddress(endpoint, input), {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream', ...callerHeaders(endpoint, askedBy) },
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw new CallError(0, {}, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, answer as Partial<ErrorBody>)
  return answer as z.output<E['reply']>
}
