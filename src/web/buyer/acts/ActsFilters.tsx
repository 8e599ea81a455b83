import { lazy, Suspense } from 'react'
import { actGroups, type ActGroup } from '#shared/api/money/acts.ts'
import { refusalMessages } from '#shared/messages.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { isActsPeriod, type ActsSearch } from './acts-url.ts'
import styles from './acts.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

const groupLabels: Record<ActGroup, string> = {
  all: 'Все',
  waiting: 'Ждут вас',
  working: 'В работе',
  failed: 'Ошибки',
  confirmed: 'Подтверждены',
}

export type ContractChoice = { id: number; number: string; date: string; contragent: string; selected: boolean }

type FiltersProps = {
  search: ActsSearch
  /** The period that is shown, dd.mm.yyyy. */
  shown: { startDate: string; endDate: string } | undefined
  counts: Readonly<Record<ActGroup, number>> | undefined
  contracts: readonly ContractChoice[]
  onChange: (change: ActsSearch) => void
}

export function ActsFilters({ search, shown, counts, contracts, onChange }: FiltersProps) {
  const wrong = !isActsPeriod(search)
  const group = search.group ?? 'all'
  const options = actGroups
    .filter((value) => value === 'all' || value === group || (counts?.[value] ?? 0) > 0)
    .map((value) => ({ value, label: groupLabels[value], ...(counts && { count: counts[value] }) }))
  return (
    <div className={`${styles.filters} no-print`}>
      <Segments label="Что показать" options={options} value={group} onChange={(next) => onChange({ group: next })} />
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
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' ? { contract: undefined } : { contract: Number(value) })
          }
        />
      )}
      <Suspense fallback={<Skeleton width={236} height={26} />}>
        <PeriodFields
          start={search.startdate ?? shown?.startDate}
          end={search.enddate ?? shown?.endDate}
          wrong={wrong}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
      </Suspense>
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </div>
  )
}
