export type Direction = 'asc' | 'desc'

/**
 * The next direction of a field: none → ascending → descending → ascending [T.5]. The caller stores one field, so
 * others reset.
 */
export function nextDirection(current: Direction | undefined): Direction {
  return current === 'asc' ? 'desc' : 'asc'
}
