import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { may } from '#shared/rights.ts'
import { catalogueInitQuery, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { CompareScreen } from '#web/buyer/views/CompareScreen.tsx'
import { normaliseCompareSearch } from '#web/buyer/views/compare-url.ts'
import { compareQuery } from '#web/buyer/views/use-compare.ts'
import { RowQuantity } from '#web/pages/catalogue/RowQuantity.tsx'

const ProductCard = lazy(() =>
  import('#web/pages/catalogue/ProductCard.tsx').then((module) => ({ default: module.ProductCard })),
)

export const Route = createFileRoute('/_buyer/compare')({
  validateSearch: normaliseCompareSearch,
  loader: ({ context: { queries, me } }) => {
    if (!me) return
    void queries.prefetchQuery(catalogueInitQuery)
    void queries.prefetchQuery(compareQuery)
  },
  component: Compare,
})

function Compare() {
  const me = useMe()
  const { diff, product } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: init } = useQuery(catalogueInitQuery)
  const switching = useIsSwitching()
  const chosen = init?.warehouses.find(({ selected }) => selected)?.id
  const orders = may(me, 'basket.edit')
  const showPrices = may(me, 'price.view')
  return (
    <>
      <CompareScreen
        onlyDifferences={diff === 1}
        switching={switching}
        showPrices={showPrices}
        quantity={orders ? (row) => <RowQuantity row={row} warehouse={chosen || undefined} /> : undefined}
        onOnlyDifferences={(only) =>
          void navigate({ search: (search) => ({ ...search, diff: only ? 1 : undefined }), replace: true })
        }
      />
      {product !== undefined && (
        <Suspense>
          <ProductCard id={product} showPrices={showPrices} orders={orders} keepsLists={may(me, 'lists.edit')} />
        </Suspense>
      )}
    </>
  )
}
