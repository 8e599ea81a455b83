import { withMarks, type Answer } from './facets/answer.ts'
import type { FacetFilter, FacetView } from './facets/query.ts'
import { search } from './facets/search.ts'
import type { Catalogue } from './open.ts'
import type { Shopper } from './shoppers.ts'

/** Memory for an answer that is not kept, of exactly this size. */
export type Lend = (size: number) => Buffer

/** A kept answer, or a new one: kept for all accounts of the view when it is asked for again. */
export function answerFor({ shelf, answers }: Catalogue, { contract, marks }: Shopper, view: FacetView, filter: FacetFilter, lend: Lend): Buffer {
  const { snapshot, workspace, render, version } = shelf()
  const answer = (allocate: Lend) => render(view, contract, filter, search(snapshot, workspace, view, filter), allocate)
  const ownCopy = ({ body }: Answer) => {
    const copy = lend(body.length)
    body.copy(copy)
    return copy
  }
  const question = filter.productIds === undefined ? JSON.stringify([view, contract.warehouses, contract.stockDisplay, filter]) : undefined
  const kept = question === undefined ? undefined : answers.find(version, question, () => answer((size) => Buffer.allocUnsafeSlow(size)))
  if (kept) return withMarks(kept, marks, () => ownCopy(kept))
  const passing = answer(lend)
  return withMarks(passing, marks, () => passing.body)
}
