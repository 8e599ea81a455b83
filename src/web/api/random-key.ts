/** The client's key of an idempotent call. Not `randomUUID`: that one exists only behind https. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
