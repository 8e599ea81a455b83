import { withMarks, type Answer } from '#server/catalogue/facets/render/answer.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import { withPolitics } from '#server/catalogue/facets/under-politics.ts'
import { search } from '#server/catalogue/facets/search.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Catalogue } from './open.ts'
import type { SearchContext } from './search-contexts.ts'

/** Memory of exactly this size for an answer that is not cached. */
export type BorrowBuffer = (size: number) => Buffer

const keysOfContracts = new WeakMap<ContractView, string>()

/** The part of a cache key that stays the same for a contract until it is read anew. */
function keyOfContract(contract: ContractView): string {
  const known = keysOfContracts.get(contract)
  if (known !== undefined) return known
  const key = JSON.stringify([contract.warehouses, contract.stockDisplay])
  keysOfContracts.set(contract, key)
  return key
}

/** Everything that an answer depends on besides the snapshot. */
function cacheKeyOf(view: FacetView, contract: ContractView, filter: FacetFilter): string {
  const { priceTypeId, rrcTypeId, warehouseIds, pricesHidden, pricePolitics } = view
  const prices = `${priceTypeId} ${rrcTypeId} ${warehouseIds.join()} ${pricesHidden}`
  const politics = pricePolitics === undefined ? '' : JSON.stringify(pricePolitics)
  return `${prices} ${politics} ${keyOfContract(contract)} ${JSON.stringify(filter)}`
}

/** A cached or a new answer; cached on its second request for all accounts of the view. */
export function answerFor(
  { currentSnapshot, answers }: Catalogue,
  { contract, marks }: SearchContext,
  view: FacetView,
  filter: FacetFilter,
  borrowBuffer: BorrowBuffer,
): Buffer {
  const { snapshot, workspace, render, version } = withPolitics(currentSnapshot(), view)
  const renderAnswer = (allocate: BorrowBuffer) =>
    render(view, contract, filter, search(snapshot, workspace, view, filter), allocate)
  const copyBody = ({ body }: Answer) => {
    const copy = borrowBuffer(body.length)
    body.copy(copy)
    return copy
  }
  const cacheKey = filter.productIds === undefined ? cacheKeyOf(view, contract, filter) : undefined
  const cached =
    cacheKey === undefined
      ? undefined
      : answers.find(version, cacheKey, () => renderAnswer((size) => Buffer.allocUnsafeSlow(size)))
  if (cached) return withMarks(cached, marks, () => copyBody(cached))
  const uncached = renderAnswer(borrowBuffer)
  return withMarks(uncached, marks, () => uncached.body)
}
