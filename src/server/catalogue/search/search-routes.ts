import { quickSearch } from '#shared/api/search.ts'
import { searchFromCharacters } from '#shared/constants.ts'
import type { Api } from '#server/platform/http/api.ts'
import { searchGoods } from './goods.ts'
import type { Catalogue } from './open.ts'
import type { SearchLimit } from './search-limit.ts'

type Deps = { catalogue: Catalogue; searches: SearchLimit }

export function searchRoutes({ on }: Api, deps: Deps): void {
  on(quickSearch, async ({ actor, input: { keyword, contract, perpage } }) => {
    if (keyword.length < searchFromCharacters) return { goods: [], count: 0, suggestion: null }
    deps.searches.take(actor.accountId)
    return searchGoods(deps, actor, { contract, query: keyword, perPage: perpage })
  })
}
