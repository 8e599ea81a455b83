import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Me } from '#shared/api/access.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Added } from '#web/features/basket-data/CartDone.tsx'
import { Star } from '#web/features/catalogue/Star.tsx'
import { catalogueInitQuery, useIsSwitching } from '#web/features/contracts/use-contracts.ts'
import { GoodsListScreen } from '#web/features/lists/GoodsListScreen.tsx'
import type { ListSearch } from '#web/features/lists/lists-url.ts'
import { useList, type ListedGood, type ListName, type ListPage } from '#web/features/lists/use-lists.ts'
import { CompareLink, CompareToggle } from '#web/features/views/CompareButton.tsx'
import { rowName, type GoodsRows } from '#web/ui/goods/goods-rows.ts'
import { useSelection } from '#web/ui/goods/use-selection.ts'
import { RowQuantity } from '../-catalogue/RowQuantity.tsx'
import { AddQuantity } from './AddQuantity.tsx'
import { MarkedGoodsBar } from './MarkedGoodsBar.tsx'
import { useAdding } from './use-adding.ts'

const ProductCard = lazy(() => import('../-catalogue/ProductCard.tsx').then((module) => ({ default: module.ProductCard })))
const CartDone = lazy(() => import('#web/features/basket-data/CartDone.tsx').then((module) => ({ default: module.CartDone })))

type PageProps = {
  me: Me
  name: ListName
  search: ListSearch
  title: string
  empty: { title: string; text: string; action?: ReactNode }
  missing?: { title: string; text: string; action: ReactNode } | undefined
  actions?: ReactNode
  tabs?: ReactNode
  /** Not where the list could not be fetched. */
  above?: (page: ListPage | undefined) => ReactNode
  gone?: ReactNode
  /** Instead of the star of favourites; `onLeave`: the row is no longer in the list. */
  mark?: (row: ListedGood, onLeave: () => void) => ReactNode
  /** What goes without saying of its goods. */
  obvious?: GoodsRows['obvious']
  own?: (page: ListPage | undefined) => GoodsRows['own']
  /** A quantity goes into the basket by a button, and a dialog says so [S.11]; else it is the basket's own. */
  asks?: boolean
  /** Further things to do with the checked rows. */
  bulk?: (rows: readonly ProductRow[], onDone: () => void) => ReactNode
}

/** A list of goods with all that can be done from it, whatever list it is. */
export function GoodsListPage({ me, name, search, asks = false, mark, obvious, own, bulk, above, actions, ...screen }: PageProps) {
  const result = useList({ name, ...search })
  const { data: init } = useQuery(catalogueInitQuery)
  const switching = useIsSwitching()
  const [added, setAdded] = useState<Added>()
  const adding = useAdding(setAdded)
  const { rows: chosen, selection, clear, drop } = useSelection(`${name} ${search.list ?? ''} ${search.offer ?? ''}`, switching)

  const may = { order: me.rights.includes('basket.edit'), keep: me.rights.includes('lists.edit'), prices: me.rights.includes('price.view') }
  const warehouse = init?.warehouses.find(({ selected }) => selected)?.id

  function field(row: ListedGood) {
    if (!asks) return <RowQuantity row={row} warehouse={warehouse} />
    return <AddQuantity row={row} warehouse={warehouse} onAdd={(quantityMilli) => adding.addOne(row, quantityMilli, warehouse)} />
  }

  return (
    <>
      <GoodsListScreen
        {...screen}
        result={result}
        above={!result.isLoadingError && above?.(result.data)}
        actions={
          <>
            <CompareLink />
            {actions}
          </>
        }
        rows={{
          waiting: switching || result.isPlaceholderData,
          showPrices: may.prices,
          quantity: may.order ? field : undefined,
          star: may.keep ? (row) => mark?.(row, () => drop(row)) ?? <Star row={row} /> : undefined,
          compare: (row) => <CompareToggle id={row.id} name={rowName(row)} />,
          selection,
          obvious,
          own: own?.(result.data),
        }}
        bulk={
          chosen.length > 0 && (
            <MarkedGoodsBar rows={chosen} place={{ name, list: search.list }} may={may} adding={adding} onClear={clear}>
              {bulk?.(chosen, clear)}
            </MarkedGoodsBar>
          )
        }
      />
      <Suspense>
        {search.product !== undefined && <ProductCard id={search.product} showPrices={may.prices} orders={may.order} keepsLists={may.keep} />}
        {added && <CartDone added={added} onClose={() => setAdded(undefined)} />}
      </Suspense>
    </>
  )
}
