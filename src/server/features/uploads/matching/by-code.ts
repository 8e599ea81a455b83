import type { RowDoubt } from '#shared/api/uploads.ts'
import type { SoldGood } from '../queries.ts'
import type { Comparison, IsBrand } from './compare-names.ts'
import { maxAlike, type Found } from './found.ts'
import { goodsIn, type GoodsIndex } from './goods-index.ts'
import { compareRow, hasSize, matchTexts, type Texts } from './match.ts'
import { clientKeys, type Sought } from './sought.ts'

type Recognition = { settled: ReadonlyMap<number | string, number>; index: GoodsIndex; ids: readonly number[]; isBrand: IsBrand }

/** `settled`: the good of a key of the contragent's own codes; `ids`: goods that a code of the row names. */
export function recogniseByCode({ texts, id }: Sought, { settled, index, ids, isBrand }: Recognition): Found {
  const chosen = id === undefined ? undefined : index.byId.get(id)
  if (chosen) return { matchedBy: null, goods: [chosen], alike: [], doubt: null }
  for (const key of clientKeys(texts)) {
    const good = index.byId.get(settled.get(key) ?? 0)
    // What a person has settled stands, whatever its name is like.
    if (good) return { matchedBy: 'clientCode', goods: [good], alike: [], doubt: null, comparison: { ...compareRow(texts, good, isBrand), verdict: 'likely' } }
  }
  const { matchedBy, goods, doubtful, code } = matchTexts(texts, goodsIn(index, ids), isBrand)
  const [only] = goods
  if (!only || goods.length > 1) return { matchedBy, goods: withoutOthers(goods, texts, isBrand), alike: doubtful.slice(0, maxAlike), doubt: null, code }
  const comparison = compareRow(texts, only, isBrand)
  return { matchedBy, goods, alike: [], doubt: doubtOf(texts, only, comparison), code, comparison }
}

/** Of several goods of one code none is meant where the name speaks of none of them. */
function withoutOthers(goods: SoldGood[], texts: Texts, isBrand: IsBrand): SoldGood[] {
  const fitting = goods.filter((good) => compareRow(texts, good, isBrand).verdict !== 'differs')
  return fitting.length > 0 ? fitting : goods
}

function doubtOf(texts: Texts, good: SoldGood, { verdict }: Comparison): RowDoubt | null {
  if (verdict === 'differs') return 'name'
  return texts.size !== '' && good.params.length > 0 && !hasSize(good, texts.size) ? 'size' : null
}
