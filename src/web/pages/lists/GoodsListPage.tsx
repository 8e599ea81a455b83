import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { may } from '#shared/rights.ts'
import type { Me } from '#shared/api/account/access.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Added } from '#web/parts/basket/AddedToCartDialog.tsx'
import { Star } from '#web/buyer/catalogue/Star.tsx'
import { catalogueInitQuery, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { GoodsListScreen } from '#web/buyer/lists/GoodsListScreen.tsx'
import type { ListSearch } from '#web/buyer/lists/lists-url.ts'
import { useList, type ListedGood, type ListName, type ListPage } from '#web/buyer/lists/use-lists.ts'
import { CompareLink, CompareToggle } from '#web/buyer/views/CompareButton.tsx'
import { rowName, type GoodsRows } from '#web/parts/goods/goods-rows.ts'
import { useSelection } from '#web/parts/goods/use-selection.ts'
import { RowQuantity } from '#web/pages/catalogue/RowQuantity.tsx'
import { AddQuantity } from './AddQuantity.tsx'
import { MarkedGoodsBar } from '#web/pages/bulk-add/MarkedGoodsBar.tsx'
import { useBulkAdd } from '#web/pages/bulk-add/use-bulk-add.ts'

const ProductCard = lazy(() =>
  import('#web/pages/catalogue/ProductCard.tsx').then((module) => ({ default: module.ProductCard })),
)
const AddedToCartDialog = lazy(() =>
  import('#web/parts/basket/AddedToCartDialog.tsx').then((module) => ({ default: module.AddedToCartDialog })),
)

type PageProps = {
  me: Me
  name: ListName
  search: ListSearch
  title: string
  empty: { title: string; text: string; action?: ReactNode }
  missing?: { title: string; text: string; action: ReactNode } | undefined
  actions?: ReactNode
  tabs?: ReactNode
  /** Undefined if the list could not be loaded. */
  above?: (page: ListPage | undefined) => ReactNode
  unavailable?: ReactNode
  /** Replaces the favourites star; `onLeave`: the row is no longer in the list. */
  mark?: (row: ListedGood, onLeave: () => void) => ReactNode
  /** Flag that all goods of the list have; not repeated per row. */
  impliedMark?: GoodsRows['impliedMark']
  extraColumn?: (page: ListPage | undefined) => GoodsRows['extraColumn']
  /** A button adds the quantity to the basket, and a dialog confirms [S.11]; else rows edit the basket's quantity. */
  asksQuantity?: boolean
  /** Additional bulk actions. */
  bulk?: (rows: readonly ProductRow[], onDone: () => void) => ReactNode
}

/** A list of goods with all its actions. */
export function GoodsListPage({
  me,
  name,
  search,
  asksQuantity = false,
  mark,
  impliedMark,
  extraColumn,
  bulk,
  above,
  actions,
  ...screen
}: PageProps) {
  const result = useList({ name, ...search })
  const { data: init } = useQuery(catalogueInitQuery)
  const switching = useIsSwitching()
  const [added, setAdded] = useState<Added>()
  const bulkAdd = useBulkAdd(setAdded)
  const {
    rows: chosen,
    selection,
    clear,
    unmark,
  } = useSelection(`${name} ${search.list ?? ''} ${search.offer ?? ''}`, switching)

  const allowed = {
    order: may(me, 'basket.edit'),
    manageLists: may(me, 'lists.edit'),
    prices: may(me, 'price.view'),
  }
  const warehouse = init?.warehouses.find(({ selected }) => selected)?.id

  function field(row: ListedGood) {
    if (!asksQuantity) return <RowQuantity row={row} warehouse={warehouse} />
    return (
      <AddQuantity
        row={row}
        warehouse={warehouse}
        onAdd={(quantityMilli) => bulkAdd.addOne(row, quantityMilli, warehouse)}
      />
    )
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
          isRefreshing: switching || result.isPlaceholderData,
          showPrices: allowed.prices,
          quantity: allowed.order ? field : undefined,
          star: allowed.manageLists ? (row) => mark?.(row, () => unmark(row)) ?? <Star row={row} /> : undefined,
          compare: (row) => <CompareToggle id={row.id} name={rowName(row)} />,
          selection,
          impliedMark,
          extraColumn: extraColumn?.(result.data),
        }}
        bulk={
          chosen.length > 0 && (
            <MarkedGoodsBar
              rows={chosen}
              currentList={{ name, list: search.list }}
              may={allowed}
              bulkAdd={bulkAdd}
              onClear={clear}
            >
              {bulk?.(chosen, clear)}
            </MarkedGoodsBar>
          )
        }
      />
      <Suspense>
        {search.product !== undefined && (
          <ProductCard
            id={search.product}
            showPrices={allowed.prices}
            orders={allowed.order}
            keepsLists={allowed.manageLists}
          />
        )}
        {added && <AddedToCartDialog added={added} onClose={() => setAdded(undefined)} />}
      </Suspense>
    </>
  )
}
