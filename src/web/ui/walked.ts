/** ↑ and ↓ over the places of a list and the field above it (-1), round and round; undefined for other keys. */
export function walked(key: string, active: number, count: number): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : ((active + 1 + step + count + 1) % (count + 1)) - 1
}
