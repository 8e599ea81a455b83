/**
 * Whether a name is one that the store gives: ASCII, no part empty or beginning with a dot. Other files are not its
 * own.
 */
export function isStoreKey(key: string): boolean {
  return key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
}
