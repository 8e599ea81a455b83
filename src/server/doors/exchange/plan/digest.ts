import { createHash } from 'node:crypto'

/** Short digest of what 1C sent; an equal one means nothing has to be written. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24)
}
