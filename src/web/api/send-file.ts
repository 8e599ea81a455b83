import type * as z from 'zod/mini'
import { endpointAddress } from '#shared/api/address.ts'
import type { UploadEndpoint } from '#shared/api/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { CallError } from './client.ts'

/** Uploads a file as the request body; throws CallError with the reason when refused. */
export async function sendFile<E extends UploadEndpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  file: Blob,
): Promise<z.output<E['reply']>> {
  const response = await fetch(endpointAddress(endpoint, input), {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
  }).catch((error: unknown) => {
    throw new CallError(0, {}, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, answer as Partial<ErrorBody>)
  return answer as z.output<E['reply']>
}
