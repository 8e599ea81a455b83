import type { MatchKind } from '#shared/api/uploads.ts'
import type { Found } from './found.ts'
import { isNumber } from './match.ts'

const leastRows = 3

/**
 * Kinds of codes by which most rows with a name met a good that is called otherwise, among those whose code is a bare
 * number: other codes do not meet by chance.
 */
export function distrustedKinds(found: readonly Pick<Found, 'matchedBy' | 'goods' | 'code' | 'comparison'>[]): Set<MatchKind> {
  const counts = new Map<MatchKind, { agree: number; differ: number }>()
  for (const { matchedBy, goods, code = '', comparison } of found) {
    if (!matchedBy || matchedBy === 'name' || matchedBy === 'clientCode' || goods.length !== 1 || !isNumber(code) || !comparison || comparison.verdict === 'silent') continue
    const count = counts.get(matchedBy) ?? { agree: 0, differ: 0 }
    count[comparison.verdict === 'differs' ? 'differ' : 'agree'] += 1
    counts.set(matchedBy, count)
  }
  return new Set([...counts].flatMap(([kind, { agree, differ }]) => (differ >= leastRows && differ > agree * 2 ? [kind] : [])))
}
