/** Whether a name can be a key of the store: ASCII, no part empty or beginning with a dot. Other files are foreign. */
export function isStoreKey(key: string): boolean {
  return key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))
}
