import type { ProductRow } from '#shared/api/catalogue.ts'
import { simpleSearch } from '#shared/api/search.ts'
import { complaintSearchFromCharacters, pageSizes } from '#shared/constants.ts'
import { searchGoods } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { SearchLimit } from '#server/catalogue/search/search-limit.ts'
import type { Api } from '#server/platform/http/api.ts'

type Deps = { catalogue: Catalogue; searches: SearchLimit }

/**
 * `/search/?keyword=&simple=1`: suggestions of the complaint form; pictures, prices and stock, without data for
 * ordering.
 */
export function legacySearchRoutes({ on }: Api, deps: Deps): void {
  on(simpleSearch, async ({ actor, input: { keyword, simple, contract } }) => {
    if (keyword.length < complaintSearchFromCharacters) return { goods: [], count: 0 }
    deps.searches.take(actor.accountId)
    const { goods, count } = await searchGoods(deps, actor, { contract, query: keyword, perPage: pageSizes.catalogue })
    return { goods: simple ? goods.map(withoutOrdering) : goods, count }
  })
}

function withoutOrdering({
  id,
  header,
  articul,
  unit,
  price,
  total_rest,
  stock_label,
  picture,
  picturetype,
  variants_count,
}: ProductRow) {
  return { id, header, articul, unit, price, total_rest, stock_label, picture, picturetype, variants_count }
}
