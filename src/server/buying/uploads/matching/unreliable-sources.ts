import type { MatchKind } from '#shared/api/uploads.ts'
import type { RowMatch } from './found.ts'
import { isNumber, plainCode, type Texts } from './match.ts'

const minRows = 3

/** Source of a row's number: a kind of our codes, or a column of codes that may be foreign. */
export type Source = MatchKind | 'anyCode'
type MatchedRow = Pick<RowMatch, 'matchedBy' | 'goods' | 'code' | 'comparison'>

/**
 * Sources whose codes mostly matched goods with other names: bare numbers (other codes do not match by coincidence) and
 * any texts of a column of foreign codes.
 */
export function unreliableSources(rows: readonly { found: MatchedRow; texts: Texts }[]): Set<Source> {
  const counts = new Map<Source, { agree: number; differ: number }>()
  for (const { found, texts } of rows) {
    const source = codeSource(found, texts)
    const { goods, comparison } = found
    if (
      source === undefined ||
      goods.length !== 1 ||
      !comparison ||
      comparison.verdict === 'silent' ||
      comparison.verdict === 'replaced'
    )
      continue
    const count = counts.get(source) ?? { agree: 0, differ: 0 }
    count[comparison.verdict === 'differs' ? 'differ' : 'agree'] += 1
    counts.set(source, count)
  }
  return new Set(
    [...counts].flatMap(([source, { agree, differ }]) => (differ >= minRows && differ > agree * 2 ? [source] : [])),
  )
}

/** Undefined if matched by name, by a client code, or by a code that is not just a number. */
export function codeSource({ matchedBy, code = '' }: MatchedRow, texts: Texts): Source | undefined {
  if (!matchedBy || matchedBy === 'name' || matchedBy === 'clientCode') return undefined
  const isAnyCode = texts.origin === 'unknown' && code === plainCode(texts.code) && code !== plainCode(texts.articul)
  return isAnyCode ? 'anyCode' : isNumber(code) ? matchedBy : undefined
}
