import { lazy, Suspense } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import { orderStateSequence, stateName } from '#shared/rules/order-states.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { isPeriod, type OrdersSearch } from './orders-url.ts'
import styles from './orders.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

const periods = [
  { value: 'week', label: 'Неделя' },
  { value: 'month', label: 'Месяц' },
  { value: 'quarter', label: 'Квартал' },
  { value: 'year', label: 'Год' },
  { value: 'custom', label: 'Период' },
] as const

const states = [
  { value: '', label: 'Все состояния' },
  ...orderStateSequence.map((state) => ({ value: String(state), label: stateName(state) })),
]

type FiltersProps = {
  search: OrdersSearch
  contracts: readonly { id: number; number: string; contragent: string }[]
  /** The days that the list covers now, as start values for custom dates. */
  covered: { startDate: string; endDate: string } | undefined
  onChange: (change: OrdersSearch) => void
}

export function OrderFilters({ search, contracts, covered, onChange }: FiltersProps) {
  const wrong = !isPeriod(search)
  return (
    <div className={`${styles.filters} no-print`}>
      <Segments
        label="Период"
        options={periods}
        // Without a choice the control shows the week while the list covers 30 days [N.2].
        value={search.dateselect ?? 'week'}
        onChange={(dateselect) => onChange({ dateselect, ...(dateselect === 'custom' ? covered : {}) })}
      />
      {search.dateselect === 'custom' && (
        <Suspense fallback={<Skeleton width={236} height={26} />}>
          <PeriodFields
            start={search.startDate}
            end={search.endDate}
            wrong={wrong}
            onChange={({ start, end }) => onChange({ dateselect: 'custom', startDate: start, endDate: end })}
          />
        </Suspense>
      )}
      {contracts.length > 1 && (
        <BarSelect
          label="Договор"
          options={[
            { value: '', label: 'Все договоры' },
            ...contracts.map(({ id, number, contragent }) => ({
              value: String(id),
              label: `№ ${number} · ${contragent}`,
            })),
          ]}
          value={search.contract ?? ''}
          onChange={({ currentTarget }) => onChange({ contract: Number(currentTarget.value) || undefined })}
        />
      )}
      <BarSelect
        label="Состояние"
        options={states}
        value={search.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: Number(currentTarget.value) || undefined })}
      />
      <span className={styles.text}>
        <BarSearch
          key={search.query}
          label="Номер заказа или артикул"
          placeholder="Номер или артикул"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ query })}
        />
      </span>
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </div>
  )
}
