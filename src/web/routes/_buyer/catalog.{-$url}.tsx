import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, startTransition, Suspense, useEffect, useOptimistic, useState } from 'react'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { catalogueInitQuery, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { CatalogueScreen } from '#web/buyer/catalogue/CatalogueScreen.tsx'
import { Star } from '#web/buyer/catalogue/Star.tsx'
import { categoryIdQuery, filterQuery } from '#web/buyer/catalogue/use-catalogue.ts'
import {
  changeView,
  filterInputOf,
  normaliseSearch,
  listKey,
  readView,
  writeView,
  type CatalogueView,
  type ViewChange,
} from '#web/buyer/catalogue/url-state.ts'
import { PriceListLink } from '#web/buyer/price-lists/PriceListLink.tsx'
import { useMe } from '#web/common/session/use-session.ts'
import { CompareLink, CompareToggle } from '#web/buyer/views/CompareButton.tsx'
import { SavedViews } from '#web/buyer/views/SavedViews.tsx'
import { stringifySearch } from '#web/search.ts'
import { rowName } from '#web/parts/goods/goods-rows.ts'
import { useSelection } from '#web/parts/goods/use-selection.ts'
import { RowQuantity } from '#web/pages/catalogue/RowQuantity.tsx'

const loadCard = () =>
  import('#web/pages/catalogue/ProductCard.tsx').then((module) => ({ default: module.ProductCard }))
const ProductCard = lazy(loadCard)
const loadBulk = () =>
  import('#web/pages/catalogue/CatalogueBulk.tsx').then((module) => ({ default: module.CatalogueBulk }))
const CatalogueBulk = lazy(loadBulk)
const RecentlyViewed = lazy(() =>
  import('#web/buyer/views/RecentlyViewed.tsx').then((module) => ({ default: module.RecentlyViewed })),
)
const prefetchMs = 1500

export const Route = createFileRoute('/_buyer/catalog/{-$url}')({
  validateSearch: normaliseSearch,
  loaderDeps: ({ search: { product: _card, ...list } }) => list,
  loader: async ({ context: { queries, me }, params: { url }, deps }) => {
    if (!me) return { catalog: undefined }
    void queries.prefetchQuery(catalogueInitQuery)
    const catalog =
      url === undefined ? undefined : await queries.ensureQueryData(categoryIdQuery(url)).catch(refuseUnknown)
    void queries.prefetchQuery(filterQuery(filterInputOf(readView(deps), catalog)))
    return { catalog }
  },
  component: Catalogue,
})

function Catalogue() {
  const me = useMe()
  const { url } = Route.useParams()
  const { catalog } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: init, isError: initFailed } = useQuery(catalogueInitQuery)
  const switching = useIsSwitching()
  // The view changes in the next frame; the URL follows.
  const [view, show] = useOptimistic(readView(search))
  const { rows: chosenRows, selection, clear } = useSelection(listKey(view, url), switching)
  const [bulkUsed, setBulkUsed] = useState(false)
  if (chosenRows.length > 0 && !bulkUsed) setBulkUsed(true)

  function change(changed: ViewChange) {
    const next = changeView(view, changed)
    startTransition(async () => {
      show(next)
      await navigate({ search: writeView(next) })
    })
  }

  // Preloaded while the user looks at the list, so that the first card and the first checked row open at once.
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled([loadCard(), loadBulk()]), prefetchMs)
    return () => clearTimeout(timer)
  }, [])

  const chosen = init?.warehouses.find(({ selected }) => selected)?.id
  const orders = may(me, 'basket.edit')
  const showPrices = may(me, 'price.view')
  const keepsLists = may(me, 'lists.edit')

  return (
    <>
      <CatalogueScreen
        view={view}
        url={url}
        catalog={catalog}
        tree={init?.catalog_tree ?? (initFailed ? [] : undefined)}
        switching={switching}
        showPrices={showPrices}
        rate={init?.rate ?? null}
        quantity={orders ? (row) => <RowQuantity row={row} warehouse={chosen || undefined} /> : undefined}
        compare={(row) => <CompareToggle id={row.id} name={rowName(row)} />}
        actions={{
          inline: <CompareLink />,
          menu: <HeaderMenu category={catalog} priceLists={may(me, 'priceList.view')} address={addressOf(url, view)} />,
        }}
        instead={
          <Suspense>
            <RecentlyViewed showPrices={showPrices} />
          </Suspense>
        }
        star={keepsLists ? (row) => <Star row={row} /> : undefined}
        selection={selection}
        bulk={
          bulkUsed && (
            <Suspense>
              <CatalogueBulk rows={chosenRows} orders={orders} keepsLists={keepsLists} onClear={clear} />
            </Suspense>
          )
        }
        onChange={change}
      />
      {search.product !== undefined && (
        <Suspense>
          <ProductCard id={search.product} showPrices={showPrices} orders={orders} keepsLists={keepsLists} />
        </Suspense>
      )}
    </>
  )
}

function HeaderMenu({
  category,
  priceLists,
  address,
}: {
  category: number | undefined
  priceLists: boolean
  address: string
}) {
  return (
    <>
      {priceLists && <PriceListLink category={category} />}
      <SavedViews address={address} />
    </>
  )
}

/** Address of the first page of a view, for saving it. */
function addressOf(url: string | undefined, view: CatalogueView): string {
  const category = url === undefined ? '' : `/${encodeURIComponent(url)}`
  return `/catalog${category}${stringifySearch(writeView({ ...view, page: 1 }))}`
}

function refuseUnknown(error: unknown): never {
  if (error instanceof CallError && error.status === 404) throw notFound()
  throw error
}
