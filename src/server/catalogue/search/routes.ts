import type { FastifyInstance } from 'fastify'
import * as api from '#shared/api/catalogue.ts'
import { facetValues } from '#shared/api/facet-values.ts'
import { sales, specGoods } from '#shared/api/showcase.ts'
import type { Db } from '#server/platform/db/client.ts'
import { may } from '#shared/rights.ts'
import type { CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { shapeRate } from '#server/catalogue/prices/shape-rate.ts'
import { findRateOfContract } from '#server/catalogue/prices/shared-queries-rates.ts'
import { toContractOption } from '#server/customers/organisations/contract-option.ts'
import { listOwnContracts } from '#server/customers/organisations/service.ts'
import { Serialised, type Api } from '#server/platform/http/api.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { memoizeFrozen } from '#server/platform/memoize.ts'
import { createBufferPool } from './buffer-pool.ts'
import type { Catalogue } from './open.ts'
import type { SearchLimit } from './search-limit.ts'
import { filterCatalogue, findFacetValues, getCategoryId, getFilterInit, listRootCategories } from './service.ts'
import { parseFacetValues, parseFilter } from './shape-filter.ts'
import { shapeInit } from './shape.ts'

type Deps = { db: Db; catalogue: Catalogue; sessions: Sessions; searches: SearchLimit }

export function catalogueRoutes(app: FastifyInstance, { on }: Api, deps: Deps): void {
  forgetSearchContextsAfterChanges(app, deps)

  const bufferPool = createBufferPool()
  const parse = memoizeFrozen(parseFilter)
  on(api.filter, async ({ actor, input, reply }) => {
    if (input.query.trim() !== '') deps.searches.take(actor.accountId)
    return new Serialised(await filterCatalogue(deps, actor, parse(input), bufferPool.until(reply.raw)))
  })

  on(facetValues, async ({ actor, input }) => {
    if (input.query.trim() !== '' || input.search.trim() !== '') deps.searches.take(actor.accountId)
    const { values, more } = await findFacetValues(deps, actor, parseFacetValues(input))
    return { values, ...(more ? { more } : {}) }
  })

  on(api.filterInit, async ({ actor, input }) => {
    const contracts = await listOwnContracts(deps, actor)
    const init = contracts.length === 0 ? undefined : await getFilterInit(deps, actor, { contractId: input.contract })
    return {
      ...shapeInit(init),
      rate:
        contracts[0] && may(actor, 'price.contract') ? await rateOf(deps.db, input.contract ?? contracts[0].id) : null,
      contracts: contracts.map(toContractOption),
      selectedContract: contracts[0]?.id ?? null,
    }
  })

  on(api.rootCategories, async ({ actor }) => {
    const contracts = await listOwnContracts(deps, actor)
    const rootCatalog = contracts.length === 0 ? [] : await listRootCategories(deps, actor)
    return { rootCatalog, contracts: contracts.map(toContractOption) }
  })

  on(api.getCatalogId, async ({ input }) => ({ id: await getCategoryId(deps, { url: input.catalogUrl }) }))
}

async function rateOf(db: Db, contractId: number): Promise<CurrencyRate | null> {
  const rate = await findRateOfContract(db, { contractId })
  return rate ? shapeRate(rate) : null
}

const readingCalls = new Set(
  [
    api.filter.path,
    facetValues.path,
    api.filterInit.path,
    api.rootCategories.path,
    api.getCatalogId.path,
    api.binds.path,
    sales.path,
    specGoods.path,
  ].map(withoutSlash),
)

/** A caller's next search in this process sees the changes of its own calls (basket, list, choice). */
function forgetSearchContextsAfterChanges(app: FastifyInstance, { catalogue, sessions }: Deps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const path = withoutSlash(request.url.split('?', 1)[0] ?? '')
    const changes = request.method !== 'GET' || /basket/i.test(path)
    if (!changes || readingCalls.has(path) || reply.statusCode >= 500) return done()
    sessions.actorOf(request).then((actor) => {
      if (actor) catalogue.searchContexts.forget(actor.accountId)
      done()
    }, done)
  })
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}
