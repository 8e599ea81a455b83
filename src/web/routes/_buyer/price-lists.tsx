import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normalisePriceListsSearch } from '#web/buyer/price-lists/price-lists-url.ts'
import { PriceListsScreen } from '#web/buyer/price-lists/PriceListsScreen.tsx'
import { filesQuery, rangeQuery, requestsQuery } from '#web/buyer/price-lists/use-price-lists.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'

export const Route = createFileRoute('/_buyer/price-lists')({
  validateSearch: normalisePriceListsSearch,
  loaderDeps: ({ search: { contract } }) => ({ contract }),
  loader: ({ context: { queries, me }, deps: { contract } }) => {
    if (!may(me, 'priceList.view')) return
    void queries.prefetchQuery(rangeQuery(contract))
    void queries.prefetchQuery(filesQuery)
    if (may(me, 'priceList.request')) void queries.prefetchQuery(requestsQuery)
  },
  component: PriceLists,
})

function PriceLists() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="priceList.view">
      {(me) => (
        <PriceListsScreen
          search={search}
          mayRequest={may(me, 'priceList.request')}
          onChange={(search) => void navigate({ search, replace: true })}
        />
      )}
    </RightGate>
  )
}
