import type { RowDoubt } from '#shared/api/uploads.ts'
import type { ClientCode } from '../queries.ts'
import { type SoldGood } from '../shared-queries.ts'
import { compareNames, isNameMatch, type Comparison, type IsBrand } from './compare-names.ts'
import { maxCandidates, type RowMatch } from './found.ts'
import { goodsOfIds, type GoodsIndex } from './goods-index.ts'
import { compareRow, contradictedBy, isOtherDecimal, isOtherSize, lacksZeros, matchTexts, type Texts } from './match.ts'
import { clientKey, clientKeys, codesOf, type RowToMatch } from './row-to-match.ts'

type Recognition = {
  clientCodes: ReadonlyMap<string, ClientCode>
  index: GoodsIndex
  ids: readonly number[]
  isBrand: IsBrand
}

/** Recognises a row by the contragent's own codes, or else by codes. `ids`: goods with a code of the row. */
export function recogniseByCode(
  { texts, id }: RowToMatch,
  { clientCodes, index, ids, isBrand }: Recognition,
): RowMatch {
  const chosen = id === undefined ? undefined : index.byId.get(id)
  if (chosen) return { matchedBy: null, goods: [chosen], similar: [], doubt: null }
  for (const key of clientKeys(texts)) {
    const known = clientCodes.get(key)
    const good = known && index.byId.get(known.productId)
    // Confirmed for one size, it does not apply to another; a size in the buyer's notation is part of the key.
    const isOfSize = texts.size !== '' && key.endsWith(clientKey(`размер ${texts.size}`))
    if (!known || !good || (!isOfSize && isOtherSize(texts, good))) continue
    const comparison = compareRow(texts, good, isBrand)
    // Without a code the name itself is the key.
    const isKnownName = codesOf(texts).length === 0 || matchesClientCode(texts.name, known, comparison, isBrand)
    if (!isKnownName) return { matchedBy: 'clientCode', goods: [good], similar: [], doubt: 'name', comparison }
    return {
      matchedBy: 'clientCode',
      goods: [good],
      similar: [],
      doubt: null,
      comparison: { ...comparison, verdict: 'likely' },
    }
  }
  const { matchedBy, goods, doubtful, code } = matchTexts(texts, goodsOfIds(index, ids), isBrand)
  const [only] = goods
  if (!only || goods.length > 1)
    return {
      matchedBy,
      goods: withFittingNames(goods, texts, isBrand),
      similar: doubtful.slice(0, maxCandidates),
      doubt: null,
      code,
    }
  const comparison = compareRow(texts, only, isBrand)
  const others = contradictedBy(texts, { found: only, by: code }, goodsOfIds(index, ids))
  if (others.length > 0)
    return { matchedBy, goods, similar: [...new Set(others)].slice(0, maxCandidates), doubt: 'code', code, comparison }
  // Unless the name contains the numbers, too.
  const isAmbiguous = comparison.verdict !== 'agrees' || /\d/.test(comparison.has.join())
  const isNamed = comparison.verdict !== 'silent'
  const isOtherNumber = isAmbiguous && (isOtherDecimal(only, code) || (isNamed && lacksZeros(only, code)))
  return {
    matchedBy,
    goods,
    similar: [],
    doubt: isOtherNumber ? 'name' : doubtOf(texts, only, comparison),
    code,
    comparison,
  }
}

/** Of several goods of a code those that the name does not contradict; all if it contradicts all. */
function withFittingNames(goods: SoldGood[], texts: Texts, isBrand: IsBrand): SoldGood[] {
  const fitting = goods.filter((good) => compareRow(texts, good, isBrand).verdict !== 'differs')
  return fitting.length > 0 ? fitting : goods
}

/**
 * A manual confirmation does not depend on the good's name; it is valid if the row's name matches the one it was
 * confirmed with.
 */
function matchesClientCode(name: string, clientCode: ClientCode, comparison: Comparison, isBrand: IsBrand): boolean {
  if (name === '' || isNameMatch(comparison)) return true
  return (
    clientCode.name !== '' &&
    isNameMatch(
      compareNames(
        name,
        { header: clientCode.name, names: [], brand: '', articul: '', parentArticul: '', codes: [], barcodes: [] },
        isBrand,
      ),
    )
  )
}

function doubtOf(texts: Texts, good: SoldGood, { verdict, isOtherBrand }: Comparison): RowDoubt | null {
  if (isOtherBrand) return 'brand'
  if (verdict === 'differs' || verdict === 'replaced') return 'name'
  return isOtherSize(texts, good) ? 'size' : null
}
