import { useState, type ReactNode } from 'react'
import type { FinanceView } from '#shared/api/money/finances.ts'
import { refusalMessages } from '#shared/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, FilterError, WordsFilter } from '#web/ui/tables/FilterBar.tsx'
import { isFinancesPeriod, type FinancesSearch } from './finances-url.ts'
import styles from './finances.module.css'

const views = [
  { value: 'all', label: 'Все' },
  { value: 'unpaid', label: 'К оплате' },
  { value: 'overdue', label: 'Просрочено' },
  { value: 'documents', label: 'Документы' },
  { value: 'payments', label: 'Платежи' },
] as const

type FiltersProps = { search: FinancesSearch; view: FinanceView; onChange: (change: FinancesSearch) => void }

export function FinanceFilters({ search, view, chooser, onChange }: FiltersProps & { chooser: ReactNode }) {
  return (
    <FilterBar>
      {chooser}
      <Views view={view} onChange={onChange} />
      <Narrowing search={search} onChange={onChange} />
    </FilterBar>
  )
}

/** On a phone the list has a title, and further filters are collapsed. */
export function PhoneFilters({
  search,
  view,
  count,
  papers,
  onChange,
}: FiltersProps & { count: number | undefined; papers: ReactNode }) {
  const narrowed = (search.startdate ?? search.enddate ?? search.query) !== undefined
  const [folded, setFolded] = useState(!narrowed)
  const other = view === 'unpaid' ? 'overdue' : 'unpaid'
  return (
    <FilterBar>
      <div className={styles.listTitle}>
        <h2>
          {views.find(({ value }) => value === view)?.label}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        <Button small variant="plain" onClick={() => onChange({ view: other })}>
          {other === 'overdue' ? 'Только просроченные' : 'Всё к оплате'}
        </Button>
      </div>
      <details className={styles.more} open={!folded} onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}>
        <summary>Вид, период и поиск</summary>
        <Views view={view} onChange={onChange} />
        <Narrowing search={search} onChange={onChange} />
        {papers}
      </details>
    </FilterBar>
  )
}

function Views({ view, onChange }: Pick<FiltersProps, 'view' | 'onChange'>) {
  return (
    <Segments label="Что показать" options={views} value={view} onChange={(chosen) => onChange({ view: chosen })} />
  )
}

function Narrowing({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const wrong = !isFinancesPeriod(search)
  return (
    <>
      <PeriodFilter
        start={search.startdate}
        end={search.enddate}
        wrong={wrong}
        onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
      />
      <WordsFilter
        label="Номер документа или заказа"
        placeholder="Номер или заказ"
        query={search.query}
        onChange={(query) => onChange({ query })}
      />
      <FilterError error={wrong ? refusalMessages.datePeriod : undefined} />
    </>
  )
}
