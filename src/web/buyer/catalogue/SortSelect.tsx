import type { SortField } from '#shared/api/catalogue.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import type { Direction } from '#web/ui/tables/sorting.ts'
import type { CatalogueView, ViewChange } from './url-state.ts'

const orders: { field: SortField; direction: Direction; label: string; money?: true }[] = [
  { field: 'header', direction: 'asc', label: 'По названию' },
  { field: 'header', direction: 'desc', label: 'По названию, с конца' },
  { field: 'price', direction: 'asc', label: 'Сначала дешёвые', money: true },
  { field: 'price', direction: 'desc', label: 'Сначала дорогие', money: true },
  { field: 'articul', direction: 'asc', label: 'По артикулу' },
  { field: 'price_rrc', direction: 'asc', label: 'По РРЦ', money: true },
]

/** Sorting for views without column headings: tiles and the phone. */
export function SortSelect({
  view,
  showPrices,
  onChange,
}: {
  view: CatalogueView
  showPrices: boolean
  onChange: (change: ViewChange) => void
}) {
  const offered = orders
    .filter(({ money }) => showPrices || !money)
    .map((order) => ({ ...order, value: `${order.field}.${order.direction}` }))
  const byDefault = view.query === '' ? [] : [{ value: '', label: 'По совпадению' }]
  const { sorting } = view
  const value = sorting ? `${sorting.field}.${sorting.direction}` : view.query === '' ? 'header.asc' : ''
  return (
    <BarSelect
      label="Сортировка"
      options={[...byDefault, ...offered]}
      value={value}
      onChange={({ currentTarget }) =>
        onChange({ sorting: offered.find((order) => order.value === currentTarget.value) })
      }
    />
  )
}
