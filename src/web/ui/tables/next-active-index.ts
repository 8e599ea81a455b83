/** Next active index for ↑ and ↓ in a list with a field above it (-1), wrapping around; undefined for other keys. */
export function nextActiveIndex(key: string, active: number, count: number): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : ((active + 1 + step + count + 1) % (count + 1)) - 1
}
