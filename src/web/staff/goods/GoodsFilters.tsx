import { goodsFlags, goodsGaps } from '#shared/rules/goods/goods-flags.ts'
import type { GoodsLabel } from '#shared/api/staff/labels.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { quantity } from '#web/ui/format.ts'
import { flagLabels, gapTexts } from './flag-texts.ts'
import { pageSizes, type GoodsSearch, type GoodsState } from './goods-url.ts'
import { useGoodsGaps } from './use-goods.ts'
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
  const gaps = useGoodsGaps().data?.counts
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
      <BarSelect
        label="Чего не хватает"
        options={[
          { value: '', label: 'Чего не хватает' },
          ...goodsGaps.map((gap) => ({ value: gap, label: withGapCount(gapTexts[gap].label, gaps?.[gap]) })),
        ]}
        value={search.gap ?? ''}
        onChange={({ currentTarget }) => onChange({ gap: goodsGaps.find((gap) => gap === currentTarget.value) })}
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

/** The count is of goods in the catalogue, whatever the other filters. */
function withGapCount(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} · ${quantity(count)}`
}
