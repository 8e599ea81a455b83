import { withMarks, type Answer } from '#server/catalogue/facets/render/answer.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import { withPolitics } from '#server/catalogue/facets/under-politics.ts'
import { search } from '#server/catalogue/facets/search.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { keyOfChoice, type FilterChoice } from './filter-input.ts'
import type { Catalogue } from './open.ts'
import type { SearchContext } from './search-contexts.ts'

/** Memory of exactly this size for an answer that is not cached. */
export type BorrowBuffer = (size: number) => Buffer

const keysOfContracts = new WeakMap<ContractView, string>()
const contractNumbers = new Map<string, number>()
const maxNumbers = 10_000
let lastNumber = 0

/** What an answer depends on of a contract, as a short key that stays the same until the contract is read anew. */
function keyOfContract(contract: ContractView): string {
  const known = keysOfContracts.get(contract)
  if (known !== undefined) return known
  const { priceTypeId, rrcTypeId, warehouses, stockDisplay } = contract
  const key = contractNumber(JSON.stringify([priceTypeId, rrcTypeId, warehouses, stockDisplay])).toString(36)
  keysOfContracts.set(contract, key)
  return key
}

/** The same number for the same text; never one that another text had. */
function contractNumber(text: string): number {
  const known = contractNumbers.get(text)
  if (known !== undefined) return known
  if (contractNumbers.size >= maxNumbers) contractNumbers.clear()
  lastNumber += 1
  contractNumbers.set(text, lastNumber)
  return lastNumber
}

/** Everything that an answer depends on besides the snapshot. The view's other figures are the contract's. */
function cacheKeyOf(view: FacetView, contract: ContractView, { filter, choice }: FilterAndChoice): string {
  const politics = view.pricePolitics === undefined ? '' : JSON.stringify(view.pricePolitics)
  const where = `${filter.categoryId ?? ''} ${filter.warehouseId ?? ''}`
  return `${keyOfContract(contract)} ${view.pricesHidden} ${politics} ${where} ${keyOfChoice(choice)}`
}

/** `choice`: the part of the filter that the caller has sent. */
type FilterAndChoice = { filter: FacetFilter; choice: FilterChoice }

/** A cached or a new answer; cached on its second request for all accounts of the view. */
export function answerFor(
  { currentSnapshot, answers }: Catalogue,
  { contract, marks }: SearchContext,
  view: FacetView,
  { filter, choice }: FilterAndChoice,
  borrowBuffer: BorrowBuffer,
): { body: Buffer; rows: number } {
  const { snapshot, workspace, render, version } = withPolitics(currentSnapshot(), view)
  const renderAnswer = (allocate: BorrowBuffer) =>
    render(view, contract, filter, search(snapshot, workspace, view, filter), allocate)
  const copyBody = ({ body }: Answer) => {
    const copy = borrowBuffer(body.length)
    body.copy(copy)
    return copy
  }
  const cacheKey = filter.productIds === undefined ? cacheKeyOf(view, contract, { filter, choice }) : undefined
  const cached =
    cacheKey === undefined
      ? undefined
      : answers.find(version, cacheKey, () => renderAnswer((size) => Buffer.allocUnsafeSlow(size)))
  if (cached) return { body: withMarks(cached, marks, () => copyBody(cached)), rows: cached.productIds.length }
  const uncached = renderAnswer(borrowBuffer)
  return { body: withMarks(uncached, marks, () => uncached.body), rows: uncached.productIds.length }
}
