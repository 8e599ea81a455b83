import { lazy, Suspense } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import { documentGroupNames, documentGroups, type DocumentGroup } from '#shared/rules/papers/shipping-documents.ts'
import { BarSelect, Checkbox } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { isDocumentsPeriod, type DocumentsChange, type DocumentsSearch } from './documents-url.ts'
import type { DocumentList } from './use-documents.ts'
import styles from './documents.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

type FiltersProps = {
  search: DocumentsSearch
  data: DocumentList | undefined
  contracts: readonly { id: number; number: string; contragent: string }[]
  onChange: (change: DocumentsChange) => void
}

/** Kind, contract, period, number and what waits for a signature. */
export function DocumentFilters({ search, data, contracts, onChange }: FiltersProps) {
  const wrong = !isDocumentsPeriod(search)
  const counted = (count: number | undefined) => (count === undefined ? {} : { count })
  const groups = [
    { value: 'all' as const, label: 'Все', ...counted(data?.counts.all) },
    ...documentGroupNames.map((value) => ({
      value,
      label: documentGroups[value].label,
      ...counted(data?.counts.groups[value]),
    })),
  ]
  return (
    <div className={`${styles.filters} no-print`}>
      <Segments<DocumentGroup | 'all'>
        label="Вид документа"
        options={groups}
        value={search.group ?? 'all'}
        onChange={(group) => onChange({ group: group === 'all' ? undefined : group })}
      />
      {contracts.length > 1 && (
        <BarSelect
          label="Договор"
          options={contracts.map(({ id, number, contragent }) => ({
            value: String(id),
            label: `№ ${number} · ${contragent}`,
          }))}
          value={data?.contract ?? search.contract ?? ''}
          onChange={({ currentTarget }) => onChange({ contract: Number(currentTarget.value) })}
        />
      )}
      <Suspense fallback={<Skeleton width={236} height={26} />}>
        <PeriodFields
          start={search.startdate ?? data?.startDate}
          end={search.enddate ?? data?.endDate}
          wrong={wrong}
          onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
        />
      </Suspense>
      <span className={styles.text}>
        <BarSearch
          key={search.query}
          label="Номер документа или заказа"
          placeholder="Номер, заказ"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ query })}
        />
      </span>
      <Checkbox
        label="Без подписи"
        checked={search.unsigned === 1}
        onChange={({ currentTarget }) => onChange({ unsigned: currentTarget.checked ? 1 : undefined })}
      />
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </div>
  )
}
