import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { CategoryNode, FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { paginationCells } from '#shared/constants.ts'
import type { CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { GoodsCards } from '#web/parts/goods/GoodsCards.tsx'
import { GoodsSkeleton } from '#web/parts/goods/GoodsTable.tsx'
import type { Selection } from '#web/parts/goods/selection.ts'
import { useLocalStorage } from '#web/ui/use-local-storage.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { noGoodsYet } from '#web/parts/goods/goods-rows.ts'
import { CategoryDescription } from './CategoryDescription.tsx'
import { CatalogueHeader } from './CatalogueHeader.tsx'
import { CataloguePager } from './CataloguePager.tsx'
import type { FoundNames } from './chips.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { ProductTable } from './ProductTable.tsx'
import { filterInputOf, resetView, type CatalogueView, type ViewChange } from './url-state.ts'
import { pathTo, useFilter } from './use-catalogue.ts'
import { useListLayout } from './view-cookie.ts'
import styles from './catalogue.module.css'

// Few contracts have breaks, and the list does not wait for them.
const BreakHint = lazy(() =>
  import('#web/parts/price-breaks/BreakHint.tsx').then((module) => ({ default: module.BreakHint })),
)

export type CatalogueProps = {
  view: CatalogueView
  url: string | undefined
  /** Id of the category of `url`. */
  catalog: number | undefined
  /** Undefined while loading. */
  tree: readonly CategoryNode[] | undefined
  /** Contract or warehouse are being changed, so the shown data is outdated. */
  switching: boolean
  showPrices: boolean
  /** The rate at which the contract's prices are sold. */
  rate: CurrencyRate | null
  /** The quantity field of a row; undefined if the user may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** The star of a row; undefined for users without lists. */
  star: ((row: ProductRow) => ReactNode) | undefined
  compare: (row: ProductRow) => ReactNode
  selection: Selection
  /** Actions on the checked rows. */
  bulk: ReactNode
  /** Header actions for the shown view. */
  actions: { inline: ReactNode; menu: ReactNode }
  /** Shown below the message that nothing was found. */
  instead: ReactNode
  onChange: (change: ViewChange) => void
}

export function CatalogueScreen(props: CatalogueProps) {
  const { view, url, catalog, tree, switching, onChange } = props
  const filter = filterInputOf(view, catalog)
  const { data, error, isPlaceholderData, refetch } = useFilter(filter)
  const [foundNames, setFoundNames] = useState<FoundNames>({})
  const [layout, saveLayout] = useListLayout()
  const [panel, keepPanel] = useLocalStorage('catalogue-filters', 'open')
  const path = pathTo(tree ?? [], url)
  const isRefreshing = switching || isPlaceholderData

  return (
    <div className={styles.screen}>
      <CatalogueHeader
        view={view}
        reply={data}
        foundNames={foundNames}
        path={path}
        layout={layout}
        showPrices={props.showPrices}
        rate={props.rate}
        actions={props.actions}
        panelOpen={panel === 'open'}
        onLayout={saveLayout}
        onPanel={() => keepPanel(panel === 'open' ? 'folded' : 'open')}
        onChange={onChange}
      />
      <div className={styles.body} data-folded={panel === 'open' ? undefined : true}>
        <FilterPanel
          view={view}
          filter={filter}
          reply={data}
          isRefreshing={!data && !error}
          tree={tree}
          path={path}
          showPrices={props.showPrices}
          onChange={onChange}
          onFound={(key, name) => setFoundNames((known) => ({ ...known, [key]: name }))}
        />
        <div id="rows" className={styles.rows} data-scroll-restoration-id="rows" aria-busy={isRefreshing}>
          {data ? (
            <>
              {data.catalog_description !== '' && view.page === 1 && view.query === '' && (
                <CategoryDescription key={catalog} text={data.catalog_description} />
              )}
              <Products {...props} reply={data} layout={layout} isRefreshing={isRefreshing} />
            </>
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <GoodsSkeleton rows={view.perpage} />
          )}
        </div>
      </div>
      {props.bulk}
    </div>
  )
}

function Products(props: CatalogueProps & { reply: FilterReply; layout: 'table' | 'grid'; isRefreshing: boolean }) {
  const { reply, layout, isRefreshing, view, showPrices, quantity, star, compare, selection, onChange } = props
  const ids = reply.products.filter((row) => row.variants_count === 0).map(({ id }) => id)
  const list = {
    rows: reply.products,
    warehouses: reply.actualWms,
    isRefreshing,
    showPrices,
    quantity,
    star,
    compare,
    priceNote: showPrices
      ? (row: ProductRow) => (
          <Suspense>
            <BreakHint id={row.id} ids={ids} />
          </Suspense>
        )
      : undefined,
    selection,
  }
  const phone = usePhone()
  if (reply.products.length === 0 && !isRefreshing) {
    return (
      <>
        <NothingFound view={view} suggestion={reply.suggestion} onChange={onChange} />
        <div className={styles.instead}>{props.instead}</div>
      </>
    )
  }
  if (phone || layout === 'grid') {
    return (
      <>
        <GoodsCards {...list} tiles={!phone} />
        <div className={styles.phonePager}>
          <CataloguePager view={view} pages={reply.pagination.pages} max={paginationCells.min} />
        </div>
      </>
    )
  }
  return <ProductTable {...list} view={view} onChange={onChange} />
}

function NothingFound({
  view,
  suggestion,
  onChange,
}: {
  view: CatalogueView
  suggestion: string | null
  onChange: (change: ViewChange) => void
}) {
  const without = resetView(view)
  const filtered = JSON.stringify({ ...without, page: 1 }) !== JSON.stringify({ ...view, page: 1 })
  if (suggestion !== null) {
    return (
      <EmptyState
        title={`По запросу «${view.query}» ничего нет`}
        action={<Button onClick={() => onChange({ query: suggestion })}>Искать «{suggestion}»</Button>}
      >
        Возможно, в слове опечатка
      </EmptyState>
    )
  }
  if (view.query !== '' && view.searchRange !== 'all') {
    return (
      <EmptyState
        title={`По запросу «${view.query}» ничего нет`}
        action={<Button onClick={() => onChange({ searchRange: 'all' })}>Искать везде</Button>}
      >
        {view.searchRange === 'articul' ? 'Искали только в артикулах' : 'Искали только в названиях'}
      </EmptyState>
    )
  }
  if (filtered) {
    return (
      <EmptyState
        title="Под эти условия ничего не подходит"
        action={<Button onClick={() => onChange(without)}>Сбросить фильтры</Button>}
      >
        Снимите одно из условий или сбросьте все
      </EmptyState>
    )
  }
  if (view.query !== '') {
    return (
      <EmptyState
        title={`По запросу «${view.query}» ничего нет`}
        action={<Button onClick={() => onChange({ query: '' })}>Показать все товары</Button>}
      >
        Проверьте артикул или попробуйте другое слово
      </EmptyState>
    )
  }
  return <EmptyState title={noGoodsYet}>По выбранному договору в этом разделе ничего не продаётся</EmptyState>
}
