import { lazy, Suspense, useState, type ReactNode } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import type { FinanceView } from '#shared/api/money/finances.ts'
import { Button } from '#web/ui/Button.tsx'
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

type FiltersProps = { search: FinancesSearch; view: FinanceView; onChange: (change: FinancesSearch) => void }

export function FinanceFilters({ search, view, chooser, onChange }: FiltersProps & { chooser: ReactNode }) {
  return (
    <div className={`${styles.filters} no-print`}>
      {chooser}
      <Views view={view} onChange={onChange} />
      <Narrowing search={search} onChange={onChange} />
    </div>
  )
}

/** On a phone the list has a title, and what narrows it further stays folded. */
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
    <div className={`${styles.filters} no-print`}>
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
    </div>
  )
}

type ContractSelectProps = {
  contract: number | undefined
  contracts: readonly { id: number; number: string; contragent: string }[]
  onChange: (change: FinancesSearch) => void
}

export function ContractSelect({ contract, contracts, onChange }: ContractSelectProps) {
  const phone = usePhone()
  if (contracts.length < 2) return null
  return (
    <BarSelect
      label="Договор"
      options={contracts.map(({ id, number, contragent }) => ({
        value: String(id),
        label: `${phone ? 'Договор ' : ''}№ ${number} · ${contragent}`,
      }))}
      value={contract ?? ''}
      onChange={({ currentTarget }) => onChange({ contract: Number(currentTarget.value) })}
    />
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
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </>
  )
}
