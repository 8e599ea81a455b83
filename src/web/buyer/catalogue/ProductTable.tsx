import type { SortField } from '#shared/api/catalogue.ts'
import { GoodsTable } from '#web/parts/goods/GoodsTable.tsx'
import type { GoodsRows } from '#web/parts/goods/goods-rows.ts'
import { nextDirection, type Direction } from '#web/ui/tables/sorting.ts'
import { SortHeader } from '#web/ui/tables/SortHeader.tsx'
import type { CatalogueView, ViewChange } from './url-state.ts'

/** The catalogue's table, sortable by four headings [S.6]. */
export function ProductTable({
  view,
  onChange,
  ...list
}: GoodsRows & { view: CatalogueView; onChange: (change: ViewChange) => void }) {
  const sorting = view.sorting ?? (view.query === '' ? ({ field: 'header', direction: 'asc' } as const) : undefined)
  const directionOf = (field: SortField): Direction | undefined =>
    sorting?.field === field ? sorting.direction : undefined
  const sortBy = (field: SortField) => () =>
    onChange({ sorting: { field, direction: nextDirection(directionOf(field)) } })
  return (
    <GoodsTable
      {...list}
      heading={(field, label, number) => (
        <SortHeader key={field} label={label} direction={directionOf(field)} number={number} onSort={sortBy(field)} />
      )}
    />
  )
}
