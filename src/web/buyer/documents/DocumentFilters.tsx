import { documentGroupNames, documentGroups, type DocumentGroup } from '#shared/rules/documents/shipping-documents.ts'
import { formRefusals } from '#shared/texts.ts'
import { ContractFilter } from '#web/parts/contracts/ContractFilter.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { FilterBar, MoreFilters, WordsFilter } from '#web/ui/tables/FilterBar.tsx'
import { documentFilterLabel } from '#web/parts/labels.ts'
import { isValidDocumentsPeriod, type DocumentsChange, type DocumentsSearch } from './documents-url.ts'
import type { DocumentList } from './use-documents.ts'

type FiltersProps = {
  search: DocumentsSearch
  data: DocumentList | undefined
  contracts: readonly { id: number; number: string; contragent: string }[]
  onChange: (change: DocumentsChange) => void
}

/** Filters: kind, contract, period, number, missing signature. */
export function DocumentFilters({ search, data, contracts, onChange }: FiltersProps) {
  const isInvalidPeriod = !isValidDocumentsPeriod(search)
  const countOf = (count: number | undefined) => (count === undefined ? {} : { count })
  const groups = [
    { value: 'all' as const, label: 'Все', ...countOf(data?.counts.all) },
    ...documentGroupNames.map((value) => ({
      value,
      label: documentGroups[value].label,
      ...countOf(data?.counts.groups[value]),
    })),
  ]
  return (
    <FilterBar error={isInvalidPeriod ? formRefusals.datePeriod : undefined}>
      <Segments<DocumentGroup | 'all'>
        label="Вид документа"
        options={groups}
        value={search.group ?? 'all'}
        onChange={(group) => onChange({ group: group === 'all' ? undefined : group })}
      />
      <ContractFilter
        contracts={contracts}
        contract={data?.contract ?? search.contract}
        onChange={(contract) => onChange({ contract })}
      />
      <MoreFilters
        title="Период, поиск и подпись"
        isSet={(search.startdate ?? search.enddate ?? search.query ?? search.unsigned) !== undefined}
      >
        <PeriodFilter
          start={search.startdate ?? data?.startDate}
          end={search.enddate ?? data?.endDate}
          isInvalid={isInvalidPeriod}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
        <WordsFilter
          label={documentFilterLabel}
          placeholder="Номер, заказ"
          query={search.query}
          onChange={(query) => onChange({ query })}
        />
        <Checkbox
          label="Без подписи"
          checked={search.unsigned === 1}
          onChange={({ currentTarget }) => onChange({ unsigned: currentTarget.checked ? 1 : undefined })}
        />
      </MoreFilters>
    </FilterBar>
  )
}
