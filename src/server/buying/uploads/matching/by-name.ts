import type { ProposalDoubt } from '#shared/messages.ts'
import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { type SoldGood } from '../shared-queries.ts'
import { compareNames, isNameMatch, type Comparison, type IsBrand } from './compare-names.ts'
import { maxCandidates, type RowMatch } from './found.ts'
import { compareRow, hasSize, hasCode, isNumber, isOtherSize, matchTexts, type Texts } from './match.ts'
import { minSimilar, rankedBySimilarity } from './rank.ts'
import { mentionsOf, nameOf, type RowToMatch } from './row-to-match.ts'
import { codeSource } from './unreliable-sources.ts'

/** Goods whose names contain every word of the row's: alternatives if the good found by code is not among them. */
export function checkAgainstNames(
  row: RowToMatch,
  found: RowMatch,
  named: readonly SoldGood[],
  isBrand: IsBrand,
): RowMatch {
  const { texts } = row
  const [good] = found.goods
  if (!good || found.goods.length > 1 || named.length === 0) return found
  const exact = named.filter((each) => isNamedExactly(each, nameOf(row)))
  const others = exact.length > 0 ? exact : named
  if (others.some(({ cardId }) => cardId === good.cardId)) return found
  // All words of the row match the good: only another good with exactly this name is an alternative.
  if (found.comparison?.verdict === 'agrees' && found.doubt === null && exact.length === 0) return found
  if (found.matchedBy === 'clientCode' && exact.length === 0) return found
  // A typed text that is one good's article and another's name fits both equally.
  if (texts.name === '' && found.matchedBy !== 'clientCode' && exact.length > 0 && !isNumber(found.code ?? '')) {
    return { matchedBy: found.matchedBy, goods: [...new Set([good, ...exact])], similar: [], doubt: null }
  }
  // A number that lost its leading zeros belongs to the good with the row's exact name.
  const matchingGoods = found.matchedBy === 'clientCode' ? undefined : matchTexts(texts, exact, isBrand)
  // A foreign number is weaker than an exact name.
  if (
    exact.length === 1 &&
    matchingGoods?.goods.length === 1 &&
    isNumber(found.code ?? '') &&
    codeSource(found, texts) === 'anyCode'
  )
    return { matchedBy: 'name', goods: exact, similar: [], doubt: null }
  if (matchingGoods?.goods.length === 1 && matchingGoods.matchedBy !== 'name')
    return {
      matchedBy: matchingGoods.matchedBy,
      goods: matchingGoods.goods,
      similar: [],
      doubt: null,
      code: matchingGoods.code,
    }
  return { ...found, similar: others.slice(0, maxCandidates), doubt: 'name' }
}

type NameEvidence = {
  named: readonly SoldGood[]
  /** More goods than these have all words of the name. */
  isNamedByMore: boolean
  mentioned: readonly SoldGood[]
  similar: readonly SoldGood[]
  /** Products with stock. */
  available: ReadonlySet<number>
  isBrand: IsBrand
}

type Proposal = Pick<NameEvidence, 'available' | 'isBrand'> & {
  candidates: readonly SoldGood[]
  doubtful: readonly SoldGood[]
}

export function recogniseByName(
  row: RowToMatch,
  before: RowMatch,
  { named, isNamedByMore, mentioned, similar, available, isBrand }: NameEvidence,
): RowMatch {
  const { texts } = row
  const exact = matchTexts({ ...texts, articul: '', code: '', barcode: '', name: nameOf(row) }, named, isBrand)
  // Of several brands with one name, or models with one notation, the most likely is proposed.
  const isOneModel =
    (!isNamedByMore && new Set(exact.goods.map((good) => good.cardId)).size === 1) ||
    exact.goods.some((good) => isNamedExactly(good, nameOf(row)))
  if (exact.goods.length > 0 && isOneModel) {
    const goods = [...new Set([...exact.goods, ...goodsOfBareCode(row, mentioned)])]
    const isDoubtful =
      goods.length === 1 && goods.every((good) => isOtherSize(texts, good) || lacksSize(texts, good, isBrand))
    return { matchedBy: exact.matchedBy, goods, similar: [], doubt: isDoubtful ? 'size' : null }
  }
  const inside = matchMentions(row, { mentioned, named, isBrand })
  if (inside.goods.length > 0) return inside
  return propose(row, {
    candidates: [...inside.similar, ...named, ...similar],
    doubtful: before.similar,
    available,
    isBrand,
  })
}

/** Whether the row has a size but the good has neither sizes nor the size in its name, so it is another model. */
function lacksSize({ size }: Texts, good: SoldGood, isBrand: IsBrand): boolean {
  if (size === '' || good.params.length > 0) return false
  const comparison = compareNames(size, good, isBrand)
  return comparison.verdict !== 'silent' && !isNameMatch(comparison)
}

/**
 * Goods whose article is the row's only text ('СП-55'), which may be another good's name. Bare numbers are ignored.
 */
function goodsOfBareCode(row: RowToMatch, mentioned: readonly SoldGood[]): SoldGood[] {
  const codes = mentionsOf(row).flatMap(({ code, rest }) => (rest === '' ? [code] : []))
  return mentioned.filter((good) => codes.some((code) => hasCode(good, code)))
}

const bareNumber = /(?<![\p{L}\d.,])\d+(?![\p{L}\d]|[.,]\d)/gu

/** Proposes the most similar good, to be confirmed by the buyer. */
function propose(row: RowToMatch, { candidates, doubtful, available, isBrand }: Proposal): RowMatch {
  const name = nameOf(row)
  const comparisons = [...new Set(candidates)].map((good) => ({
    good,
    comparison: compareRow({ ...row.texts, name }, good, isBrand),
  }))
  // An unknown code was matched by the search only by its letters.
  const isCode = !/\s/.test(name) && /\d/.test(name)
  // A number alone, such as that of a line, makes no good similar.
  const words = name.replace(bareNumber, ' ')
  const sharesWords = (good: SoldGood) =>
    words === name || !/\p{L}{3}/u.test(words) || compareRow({ ...row.texts, name: words }, good, isBrand).share > 0
  const ranked = rankedBySimilarity(
    isCode ? comparisons : comparisons.filter(({ good, comparison }) => comparison.share > 0 && sharesWords(good)),
    available,
  )
  const [best] = isCode ? [] : ranked
  const others = [...ranked.map(({ good }) => good), ...doubtful]
  // Another model is offered, but not proposed.
  if (best && best.comparison.share >= minSimilar && best.comparison.otherModel === 0) {
    const family = ranked.filter(
      ({ good, comparison }) => good.cardId === best.good.cardId && comparison.share === best.comparison.share,
    )
    const ofSize = family.filter(({ good }) => hasSize(good, row.texts.size))
    // The buyer chooses the size, unless the row contains it.
    if (family.length > 1 && ofSize.length !== 1)
      return { matchedBy: 'name', goods: family.map(({ good }) => good), similar: [], doubt: 'similar' }
    const [{ good } = best] = ofSize
    return {
      matchedBy: 'name',
      goods: [good],
      similar: distinctGoods(others.filter((other) => other !== good)),
      doubt: proposalDoubt(best.comparison),
      comparison: best.comparison,
    }
  }
  return { matchedBy: null, goods: [], similar: distinctGoods(others), doubt: null }
}

/** Why a good proposed for a name must be confirmed. Those that are only similar can be confirmed together. */
export function proposalDoubt({ isOtherBrand, isContradicted, isOtherKind }: Comparison): ProposalDoubt {
  if (isOtherBrand) return 'brand'
  return isContradicted || isOtherKind ? 'name' : 'similar'
}

function distinctGoods(goods: readonly SoldGood[]): SoldGood[] {
  return [...new Set(goods)].slice(0, maxCandidates)
}

/** Goods whose code is among the words of a row: certain if the other words agree, or if there are none. */
function matchMentions(
  row: RowToMatch,
  { mentioned, named, isBrand }: Pick<NameEvidence, 'mentioned' | 'named' | 'isBrand'>,
): RowMatch {
  const candidates = [...new Set([...mentioned, ...named])]
  const mentions = mentionsOf(row).map(({ code, isLabelled: isSure, rest }) => {
    // 'АНО-21 ⌀ 5,0' is some good's article АНО21-5.0, and what other goods are called.
    const isWords = !isSure && /\s/.test(code)
    const matchingGoods = candidates.filter(
      (good) => hasCode(good, code) || (rest === '' && isNamedExactly(good, code)),
    )
    const agreeing = matchingGoods.filter((good) => {
      const comparison = compareRow({ ...row.texts, name: rest }, good, isBrand)
      return comparison.verdict === 'silent' || isNameMatch(comparison)
    })
    return { agreed: agreeing, called: matchingGoods, isSure, isWords }
  })
  const goods = [...new Set(mentions.flatMap(({ agreed: agreeing }) => agreeing))]
  const certain = [...new Set(mentions.flatMap(({ called: matchingGoods, isSure }) => (isSure ? matchingGoods : [])))]
  const others = [...new Set(mentions.flatMap(({ called: matchingGoods }) => matchingGoods))].filter(
    (good) => !goods.includes(good),
  )
  const [only] = goods
  if (only && others.some(({ cardId }) => cardId !== only.cardId))
    return {
      matchedBy: 'articul',
      goods,
      similar: others.slice(0, maxCandidates),
      doubt: goods.length === 1 ? 'code' : null,
    }
  const alsoNamed = mentions.every(({ agreed: agreeing, isWords }) => isWords || agreeing.length === 0) ? named : []
  if (goods.length > 0)
    return { matchedBy: 'articul', goods: [...new Set([...goods, ...alsoNamed])], similar: [], doubt: null }
  if (certain.length === 1) return { matchedBy: 'articul', goods: certain, similar: [], doubt: 'name' }
  return {
    matchedBy: null,
    goods: [],
    similar: [...new Set(mentions.flatMap(({ called: matchingGoods }) => matchingGoods))],
    doubt: null,
  }
}

function isNamedExactly({ header, names }: SoldGood, text: string): boolean {
  return [header, ...names].some((name) => nameKey(name) === nameKey(text))
}
