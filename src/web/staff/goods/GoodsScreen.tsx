import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { StaffGoodRow } from '#shared/api/staff/goods.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { gapTexts } from './flag-texts.ts'
import { changeGoodsSearch, isFiltered, type GoodsSearch } from './goods-url.ts'
import { GoodsBulk } from './GoodsBulk.tsx'
import { GoodsFilters } from './GoodsFilters.tsx'
import { StaffGoodsCards } from './StaffGoodsCards.tsx'
import { StaffGoodsTable, type StaffGoodsRows } from './StaffGoodsTable.tsx'
import { useGoods } from './use-goods.ts'
import { useLabels } from './use-labels.ts'
import styles from './staff-goods.module.css'

const LabelsDialog = lazy(() => import('./LabelsDialog.tsx').then((module) => ({ default: module.LabelsDialog })))
const goodsForms = ['товар', 'товара', 'товаров'] as const
const noGoods: ReadonlySet<number> = new Set()

/** All goods as staff see them, to be searched, labelled and opened. */
export function GoodsScreen({ search, onChange }: { search: GoodsSearch; onChange: (search: GoodsSearch) => void }) {
  const list = useGoods(search)
  const labels = useLabels().data?.items ?? []
  const { data, isFetching, isPlaceholderData } = list
  const [editing, setEditing] = useState(false)
  const { marked, mark, clear } = useMarked(search)
  const rows: StaffGoodsRows = {
    goods: data?.items,
    isRefreshing: isFetching && isPlaceholderData,
    labels,
    search,
    marked,
    onMark: mark,
  }
  return (
    <Page
      title="Товары"
      extra={data && <span className="dim nowrap">{withCount(data.pagination.total, goodsForms)}</span>}
      actions={
        <>
          <span className={styles.search}>
            <BarSearch
              key={search.query}
              label="Артикул, название, штрихкод, код"
              placeholder="Артикул, название, штрихкод, код"
              value={search.query ?? ''}
              onSearch={(query) => onChange(changeGoodsSearch(search, { query }))}
            />
          </span>
          <Link to="/admin/goods/pictures" className={buttonClass({ small: true })}>
            <Icon name="upload" />
            Картинки пачкой
          </Link>
          <Button small icon="tag" onClick={() => setEditing(true)}>
            Метки
          </Button>
        </>
      }
    >
      <GoodsFilters
        search={search}
        labels={labels}
        onChange={(change) => onChange(changeGoodsSearch(search, change))}
      />
      <div>
        <PagedList
          list={list}
          empty={<NoGoods search={search} onShowAll={() => onChange({})} />}
          cards={<StaffGoodsCards {...rows} />}
          table={<StaffGoodsTable {...rows} />}
          link={({ page, label, current, children }) => (
            <Link
              to="/admin/goods"
              search={{ ...search, page: page === 1 ? undefined : page }}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
              activeProps={{}}
            >
              {children}
            </Link>
          )}
        />
        {marked.size > 0 && <GoodsBulk marked={marked} labels={labels} onClear={clear} />}
      </div>
      {editing && (
        <Suspense>
          <LabelsDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** The checked goods of a list over all its pages [S.17]; another list starts with none. */
function useMarked({ page: _page, perpage: _perpage, ...filter }: GoodsSearch) {
  const filterKey = JSON.stringify(filter)
  const [selection, setSelection] = useState({ filterKey, marked: noGoods })
  const marked = selection.filterKey === filterKey ? selection.marked : noGoods

  function mark(goods: readonly StaffGoodRow[], checked: boolean) {
    const next = new Set(marked)
    for (const { id } of goods) {
      if (checked) next.add(id)
      else next.delete(id)
    }
    setSelection({ filterKey, marked: next })
  }
  return { marked, mark, clear: () => setSelection({ filterKey, marked: noGoods }) }
}

function NoGoods({ search, onShowAll }: { search: GoodsSearch; onShowAll: () => void }) {
  if (!isFiltered(search)) return <EmptyState title="Товаров пока нет">Они придут из 1С с первым обменом</EmptyState>
  if (search.gap !== undefined && !isFiltered({ ...search, gap: undefined }))
    return (
      <EmptyState title={gapTexts[search.gap].none} action={<Button onClick={onShowAll}>Показать все</Button>}>
        Новые придут сюда с обменом
      </EmptyState>
    )
  return (
    <EmptyState title="Таких товаров нет" action={<Button onClick={onShowAll}>Показать все</Button>}>
      Измените условия: артикул, штрихкод или слова из названия, признак, метку
    </EmptyState>
  )
}
