import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { BarSelect, Checkbox } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { normaliseCartSearch, type CartSearch } from './cart-view.ts'
import styles from './cart.module.css'

type BarProps = {
  search: CartSearch
  /** Number of shown rows, and of all rows in the basket. */
  shownCount: number
  all: number
  onSearch: (search: CartSearch) => void
}

/** Search, sorting and grouping of the rows. An order always includes all rows. */
export function CartBar({ search, shownCount, all, onSearch }: BarProps) {
  const phone = usePhone()
  const change = (changed: Record<string, string | undefined>) =>
    onSearch(normaliseCartSearch({ ...search, ...changed }))
  return (
    <div className={`${styles.bar} no-print`} role="group" aria-label="Показать в корзине">
      <BarSearch
        key={search.query ?? ''}
        label="Найти в корзине"
        placeholder="Артикул, название, комментарий"
        value={search.query ?? ''}
        onSearch={(query) => change({ query })}
      />
      <BarSelect
        label="Какие строки"
        options={choices}
        value={search.show ?? ''}
        onChange={({ currentTarget }) => change({ show: currentTarget.value })}
      />
      {phone && (
        <BarSelect
          label="Порядок строк"
          options={orders}
          value={search.sorting ?? ''}
          onChange={({ currentTarget }) => change({ sorting: currentTarget.value })}
        />
      )}
      <Checkbox
        label="По категориям"
        checked={search.groups === '1'}
        onChange={({ currentTarget }) => change({ groups: currentTarget.checked ? '1' : undefined })}
      />
      <span className="grow" />
      {shownCount < all && (
        <span className="small muted" role="status">
          Показано {shownCount} из {withCount(all, ['строки', 'строк', 'строк'])}, в заказ войдут все
        </span>
      )}
    </div>
  )
}

const choices = [
  { value: '', label: 'Все строки' },
  { value: 'moved', label: 'С изменениями' },
  { value: 'comment', label: 'С комментарием' },
]

const orders = [
  { value: '', label: 'Как добавлены' },
  { value: 'header.asc', label: 'По названию' },
  { value: 'price.asc', label: 'Сначала дешёвые' },
  { value: 'price.desc', label: 'Сначала дорогие' },
  { value: 'sum.desc', label: 'По сумме' },
  { value: 'warehouse.asc', label: 'По складу' },
]
