import { actGroups, type ActGroup } from '#shared/api/money/acts.ts'
import { formRefusals } from '#shared/texts.ts'
import { ContractFilter } from '#web/parts/contracts/ContractFilter.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, MoreFilters } from '#web/ui/tables/FilterBar.tsx'
import { isValidActsPeriod, type ActsSearch } from './acts-url.ts'

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
  /** The effective period, dd.mm.yyyy. */
  period: { startDate: string; endDate: string } | undefined
  counts: Readonly<Record<ActGroup, number>> | undefined
  contracts: readonly ContractChoice[]
  onChange: (change: ActsSearch) => void
}

export function ActsFilters({ search, period, counts, contracts, onChange }: FiltersProps) {
  const isInvalidPeriod = !isValidActsPeriod(search)
  const group = search.group ?? 'all'
  const options = actGroups
    .filter((value) => value === 'all' || value === group || (counts?.[value] ?? 0) > 0)
    .map((value) => ({ value, label: groupLabels[value], ...(counts && { count: counts[value] }) }))
  return (
    <FilterBar error={isInvalidPeriod ? formRefusals.datePeriod : undefined}>
      <Segments label="Что показать" options={options} value={group} onChange={(next) => onChange({ group: next })} />
      <MoreFilters
        title="Договор и период"
        isSet={(search.contract ?? search.startdate ?? search.enddate) !== undefined}
      >
        <ContractFilter
          contracts={contracts}
          contract={search.contract}
          withAll
          onChange={(contract) => onChange({ contract })}
        />
        <PeriodFilter
          start={search.startdate ?? period?.startDate}
          end={search.enddate ?? period?.endDate}
          isInvalid={isInvalidPeriod}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
      </MoreFilters>
    </FilterBar>
  )
}
