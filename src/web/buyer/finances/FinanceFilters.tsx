import { lazy, Suspense } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import type { FinanceView } from '#shared/api/money/finances.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { isFinancesPeriod, type FinancesSearch } from './finances-url.ts'
import styles from './finances.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

const views = [
  { value: 'all', label: 'Все' },
  { value: 'unpaid', label: 'К оплате' },
  { value: 'overdue', label: 'Просрочено' },
  { value: 'documents', label: 'Документы' },
  { value: 'payments', label: 'Платежи' },
] as const

type FiltersProps = {
  search: FinancesSearch
  view: FinanceView
  contract: number | undefined
  contracts: readonly { id: number; number: string; contragent: string }[]
  onChange: (change: FinancesSearch) => void
}

export function FinanceFilters({ search, view, contract, contracts, onChange }: FiltersProps) {
  const phone = usePhone()
  const wrong = !isFinancesPeriod(search)
  const narrowed = (search.startdate ?? search.enddate ?? search.query) !== undefined
  const further = (
    <>
      <Suspense fallback={<Skeleton width={236} height={26} />}>
        <PeriodFields
          start={search.startdate}
          end={search.enddate}
          wrong={wrong}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
      </Suspense>
      <span className={styles.text}>
        <BarSearch
          key={search.query}
          label="Номер документа или заказа"
          placeholder="Номер или заказ"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ query })}
        />
      </span>
    </>
  )
  return (
    <div className={`${styles.filters} no-print`}>
      {contracts.length > 1 && (
        <BarSelect
          label="Договор"
          options={contracts.map(({ id, number, contragent }) => ({
            value: String(id),
            label: `№ ${number} · ${contragent}`,
          }))}
          value={contract ?? ''}
          onChange={({ currentTarget }) => onChange({ contract: Number(currentTarget.value) })}
        />
      )}
      <Segments label="Что показать" options={views} value={view} onChange={(chosen) => onChange({ view: chosen })} />
      {phone ? (
        <details className={styles.more} open={narrowed || undefined}>
          <summary>Период и поиск</summary>
          {further}
        </details>
      ) : (
        further
      )}
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </div>
  )
}
