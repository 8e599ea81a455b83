import type { ErrorBody } from '#shared/errors.ts'
import { CallError } from './client.ts'

/** Fetches a file and its name; throws CallError when refused. */
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

/** Prefers `filename*=UTF-8''…` of `attachment; filename="…"; filename*=UTF-8''…`, which keeps Cyrillic. */
export function fileNameFrom(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}
