import { orderStateSequence, stateName } from '#shared/rules/order-states.ts'
import { formRefusals } from '#shared/texts.ts'
import { ContractFilter } from '#web/parts/contracts/ContractFilter.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, WordsFilter } from '#web/ui/tables/FilterBar.tsx'
import { isValidOrdersPeriod, type OrdersSearch } from './orders-url.ts'

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
  /** The effective period, initial values for custom dates. */
  covered: { startDate: string; endDate: string } | undefined
  onChange: (change: OrdersSearch) => void
}

export function OrderFilters({ search, contracts, covered, onChange }: FiltersProps) {
  const isInvalidPeriod = !isValidOrdersPeriod(search)
  return (
    <FilterBar error={isInvalidPeriod ? formRefusals.datePeriod : undefined}>
      <Segments
        label="Период"
        options={periods}
        // Without a choice the control would show a week although the list covers 30 days [N.2].
        value={search.dateselect ?? 'week'}
        onChange={(dateselect) => onChange({ dateselect, ...(dateselect === 'custom' ? covered : {}) })}
      />
      {search.dateselect === 'custom' && (
        <PeriodFilter
          start={search.startDate}
          end={search.endDate}
          isInvalid={isInvalidPeriod}
          onChange={({ start, end }) => onChange({ dateselect: 'custom', startDate: start, endDate: end })}
        />
      )}
      <ContractFilter
        contracts={contracts}
        contract={search.contract}
        withAll
        onChange={(contract) => onChange({ contract })}
      />
      <BarSelect
        label="Состояние"
        options={states}
        value={search.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: Number(currentTarget.value) || undefined })}
      />
      <WordsFilter
        label="Номер заказа или артикул"
        placeholder="Номер или артикул"
        query={search.query}
        onChange={(query) => onChange({ query })}
      />
    </FilterBar>
  )
}
