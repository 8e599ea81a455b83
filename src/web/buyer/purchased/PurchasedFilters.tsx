import { useState } from 'react'
import { dayOf } from '#shared/rules/dates.ts'
import { formRefusals } from '#shared/texts.ts'
import { ContractFilter } from '#web/parts/contracts/ContractFilter.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, MoreFilters, WordsFilter } from '#web/ui/tables/FilterBar.tsx'
import { isValidPurchasedPeriod, periodDates, periodOf, periods, type PurchasedSearch } from './purchased-url.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { PurchasedReply } from './use-purchased.ts'

export type ContractChoice = { id: number; number: string; contragent: string; selected: boolean }

type FiltersProps = {
  search: PurchasedSearch
  data: PurchasedReply | undefined
  contracts: readonly ContractChoice[]
  onChange: (change: { [Name in keyof PurchasedSearch]?: PurchasedSearch[Name] | undefined }) => void
}

/** Filters: period, contract, category, brand, search text. */
export function PurchasedFilters({ search, data, contracts, onChange }: FiltersProps) {
  const today = dayOf(useNow(60_000))
  const [custom, setCustom] = useState(false)
  const selectedPeriod = periodOf(search, today)
  const value = custom ? 'custom' : selectedPeriod
  const isInvalidPeriod = !isValidPurchasedPeriod(search)
  const isFiltered = (search.catalog ?? search.brand ?? search.query) !== undefined
  return (
    <FilterBar error={isInvalidPeriod ? formRefusals.datePeriod : undefined}>
      <Segments
        label="Период"
        options={[...periods, { value: 'custom', label: 'Период' }]}
        value={value}
        onChange={(chosen) => {
          setCustom(chosen === 'custom')
          if (chosen !== 'custom') onChange(periodDates(chosen, today))
        }}
      />
      {value === 'custom' && (
        <PeriodFilter
          start={search.startdate ?? data?.startDate}
          end={search.enddate ?? data?.endDate}
          isInvalid={isInvalidPeriod}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
      )}
      <ContractFilter
        contracts={contracts}
        contract={data?.contract ?? search.contract}
        onChange={(contract) => onChange({ contract })}
      />
      <MoreFilters title="Категория, бренд и поиск" isSet={isFiltered}>
        <ChoiceSelect
          label="Категория"
          all="Все категории"
          options={data?.catalogs}
          value={search.catalog}
          onChange={(catalog) => onChange({ catalog })}
        />
        <ChoiceSelect
          label="Бренд"
          all="Все бренды"
          options={data?.brands}
          value={search.brand}
          onChange={(brand) => onChange({ brand })}
        />
        <WordsFilter
          label="Артикул или название"
          placeholder="Артикул или название"
          query={search.query}
          onChange={(query) => onChange({ query })}
        />
      </MoreFilters>
    </FilterBar>
  )
}

function ChoiceSelect({
  label,
  all,
  options = [],
  value,
  onChange,
}: {
  label: string
  all: string
  options: readonly { id: number; header: string }[] | undefined
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  return (
    <BarSelect
      label={label}
      options={[{ value: '', label: all }, ...options.map(({ id, header }) => ({ value: String(id), label: header }))]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    />
  )
}
