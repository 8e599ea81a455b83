import { goodsFlags } from '#shared/api/staff/goods.ts'
import type { GoodsLabel } from '#shared/api/staff/labels.ts'
import { BarSelect, Checkbox } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { flagLabels } from './flag-texts.ts'
import { pageSizes, type GoodsSearch, type GoodsState } from './goods-url.ts'
import styles from './staff-goods.module.css'

const states: { value: GoodsState; label: string }[] = [
  { value: 'active', label: 'В каталоге' },
  { value: 'gone', label: 'Ушли' },
  { value: 'all', label: 'Все' },
]
const flags = [
  { value: '', label: 'Признак' },
  ...goodsFlags.map((flag) => ({ value: flag, label: flagLabels[flag].label })),
]
const sizes = pageSizes.map((size) => ({ value: String(size), label: `по ${size}` }))

export function GoodsFilters({
  search,
  labels,
  onChange,
}: {
  search: GoodsSearch
  labels: readonly GoodsLabel[]
  onChange: (change: GoodsSearch) => void
}) {
  return (
    <div className={styles.filters}>
      <Segments
        label="Какие товары"
        options={states}
        value={search.state ?? 'active'}
        onChange={(state) => onChange({ state: state === 'active' ? undefined : state })}
      />
      <BarSelect
        label="Признак"
        options={flags}
        value={search.flag ?? ''}
        onChange={({ currentTarget }) => onChange({ flag: goodsFlags.find((flag) => flag === currentTarget.value) })}
      />
      <BarSelect
        label="Метка"
        options={[
          { value: '', label: 'Метка' },
          ...labels.map(({ id, header, count }) => ({ value: String(id), label: `${header} · ${count}` })),
        ]}
        value={String(search.label ?? '')}
        onChange={({ currentTarget }) => onChange({ label: Number(currentTarget.value) || undefined })}
      />
      <Checkbox
        label="Без картинки"
        checked={search.picture === 'none'}
        onChange={({ currentTarget }) => onChange({ picture: currentTarget.checked ? 'none' : undefined })}
      />
      <span className="grow" />
      <BarSelect
        label="Строк на странице"
        options={sizes}
        value={String(search.perpage ?? 20)}
        onChange={({ currentTarget }) => onChange({ perpage: Number(currentTarget.value) })}
      />
    </div>
  )
}
