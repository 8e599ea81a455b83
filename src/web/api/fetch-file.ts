import type { ErrorBody } from '#shared/errors.ts'
import { CallError } from './client.ts'

/** A file of the portal with the name that the server gives it; throws CallError where the server refuses it. */
export async function fetchFile(address: string): Promise<{ name: string; content: Blob }> {
  const response = await fetch(address, { credentials: 'same-origin' }).catch((error: unknown) => {
    throw new CallError(0, {}, { cause: error })
  })
  if (!response.ok)
    throw new CallError(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorBody>)
  return {
    name: fileNameFrom(response.headers.get('content-disposition') ?? '') || 'file',
    content: await response.blob(),
  }
}

/** Of `attachment; filename="…"; filename*=UTF-8''…` the latter, which keeps its Cyrillic. */
export function fileNameFrom(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}
