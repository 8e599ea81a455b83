import type { ReactNode } from 'react'
import type { FinanceView } from '#shared/api/money/finances.ts'
import { formRefusals } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, FilterError, MoreFilters, WordsFilter } from '#web/ui/tables/FilterBar.tsx'
import { documentFilterLabel } from '#web/parts/labels.ts'
import { isValidFinancesPeriod, type FinancesSearch } from './finances-url.ts'
import styles from './finances.module.css'

const views = [
  { value: 'all', label: 'Все' },
  { value: 'unpaid', label: 'К оплате' },
  { value: 'overdue', label: 'Просрочено' },
  { value: 'documents', label: 'Документы' },
  { value: 'payments', label: 'Платежи' },
] as const

type FiltersProps = { search: FinancesSearch; view: FinanceView; onChange: (change: FinancesSearch) => void }

export function FinanceFilters({
  search,
  view,
  contractFilter,
  onChange,
}: FiltersProps & { contractFilter: ReactNode }) {
  return (
    <FilterBar>
      {contractFilter}
      <Views view={view} onChange={onChange} />
      <PeriodAndSearch search={search} onChange={onChange} />
    </FilterBar>
  )
}

/** On a phone the list has a title, and further filters are collapsed. */
export function PhoneFilters({
  search,
  view,
  count,
  downloads,
  onChange,
}: FiltersProps & { count: number | undefined; downloads: ReactNode }) {
  const isFiltered = (search.startdate ?? search.enddate ?? search.query) !== undefined
  const otherView = view === 'unpaid' ? 'overdue' : 'unpaid'
  return (
    <FilterBar>
      <div className={styles.listTitle}>
        <h2>
          {views.find(({ value }) => value === view)?.label}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {!(view === 'unpaid' && count === 0) && (
          <Button small variant="plain" onClick={() => onChange({ view: otherView })}>
            {otherView === 'overdue' ? 'Только просроченные' : 'Всё к оплате'}
          </Button>
        )}
      </div>
      <MoreFilters title="Вид, период и поиск" isSet={isFiltered}>
        <Views view={view} onChange={onChange} />
        <PeriodAndSearch search={search} onChange={onChange} />
        {downloads}
      </MoreFilters>
    </FilterBar>
  )
}

function Views({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  return (
    <Segments label="Что показать" options={views} value={view} onChange={(chosen) => onChange({ view: chosen })} />
  )
}

function PeriodAndSearch({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const isInvalidPeriod = !isValidFinancesPeriod(search)
  return (
    <>
      <PeriodFilter
        start={search.startdate}
        end={search.enddate}
        isInvalid={isInvalidPeriod}
        onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
      />
      <WordsFilter
        label={documentFilterLabel}
        placeholder="Номер или заказ"
        query={search.query}
        onChange={(query) => onChange({ query })}
      />
      <FilterError error={isInvalidPeriod ? formRefusals.datePeriod : undefined} />
    </>
  )
}
