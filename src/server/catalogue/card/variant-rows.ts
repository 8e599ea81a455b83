import type { Actor } from '#server/platform/sessions/actor.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { withPolitics } from '#server/catalogue/facets/under-politics.ts'
import { toFacetView } from '#server/catalogue/search/filter-input.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { variantFigures } from './shape.ts'
import { variantCard } from './variant-card.ts'

type Deps = { catalogue: Catalogue }

/** A variant as a list of goods shows it by itself: its own price and stock in the row of its product. */
export type VariantOf = { id: number; articul: string; header: string; product: RenderedRow }

/** Those of the variants that are sold under the contract, by their ids. */
export async function rowsOfVariants(
  { catalogue }: Deps,
  actor: Actor,
  { contract, variants }: { contract: number; variants: readonly VariantOf[] },
): Promise<Map<number, RenderedRow>> {
  if (variants.length === 0) return new Map()
  const searchContext = await catalogue.searchContexts.find(actor.accountId, contract)
  const view = toFacetView(searchContext.contract, actor)
  const { snapshot } = withPolitics(catalogue.currentSnapshot(), view)
  return new Map(
    variants.flatMap(({ id, articul, header, product }) => {
      const variant = variantCard(snapshot, searchContext, view, { id, articul, header, params: [] })
      if (!variant) return []
      const row: RenderedRow = {
        ...product,
        id,
        articul,
        header,
        ...variantFigures(variant),
        old_price: null,
        variants_count: 0,
      }
      return [[id, row]]
    }),
  )
}
