import { withMarks, type Answer } from '#server/catalogue/facets/render/answer.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import { underPolitics } from '#server/catalogue/facets/under-politics.ts'
import { search } from '#server/catalogue/facets/search.ts'
import type { Catalogue } from './open.ts'
import type { SearchContext } from './search-contexts.ts'

/** Memory for an answer that is not kept, of exactly this size. */
export type BorrowBuffer = (size: number) => Buffer

/** A cached answer, or a new one, cached for all accounts of the view on its second request. */
export function answerFor(
  { currentSnapshot, answers }: Catalogue,
  { contract, marks }: SearchContext,
  view: FacetView,
  filter: FacetFilter,
  borrowBuffer: BorrowBuffer,
): Buffer {
  const { snapshot, workspace, render, version } = underPolitics(currentSnapshot(), view)
  const answer = (allocate: BorrowBuffer) =>
    render(view, contract, filter, search(snapshot, workspace, view, filter), allocate)
  const ownCopy = ({ body }: Answer) => {
    const copy = borrowBuffer(body.length)
    body.copy(copy)
    return copy
  }
  const question =
    filter.productIds === undefined
      ? JSON.stringify([view, contract.warehouses, contract.stockDisplay, filter])
      : undefined
  const cached =
    question === undefined
      ? undefined
      : answers.find(version, question, () => answer((size) => Buffer.allocUnsafeSlow(size)))
  if (cached) return withMarks(cached, marks, () => ownCopy(cached))
  const passing = answer(borrowBuffer)
  return withMarks(passing, marks, () => passing.body)
}
