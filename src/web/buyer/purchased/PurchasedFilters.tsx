import { lazy, Suspense, useState } from 'react'
import { dayOf } from '#shared/rules/dates.ts'
import { refusalMessages } from '#shared/messages.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { isPurchasedPeriod, periodDates, periodOf, periods, type PurchasedSearch } from './purchased-url.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { Purchased } from './use-purchased.ts'
import styles from './purchased.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

export type ContractChoice = { id: number; number: string; contragent: string; selected: boolean }

type FiltersProps = {
  search: PurchasedSearch
  data: Purchased | undefined
  contracts: readonly ContractChoice[]
  onChange: (change: { [Name in keyof PurchasedSearch]?: PurchasedSearch[Name] | undefined }) => void
}

/** Period, contract, category, brand and words of a report. */
export function PurchasedFilters({ search, data, contracts, onChange }: FiltersProps) {
  const today = dayOf(useNow(60_000))
  const [custom, setCustom] = useState(false)
  const named = periodOf(search, today)
  const value = custom ? 'custom' : named
  const wrong = !isPurchasedPeriod(search)
  const phone = usePhone()
  const narrowed = (search.catalog ?? search.brand ?? search.query) !== undefined
  const goods = (
    <>
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
      <span className={styles.text}>
        <BarSearch
          key={search.query}
          label="Артикул или название"
          placeholder="Артикул или название"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ query })}
        />
      </span>
    </>
  )
  return (
    <div className={`${styles.filters} no-print`}>
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
        <Suspense fallback={<Skeleton width={236} height={26} />}>
          <PeriodFields
            start={search.startdate ?? data?.startDate}
            end={search.enddate ?? data?.endDate}
            wrong={wrong}
            onChange={({ start, end }) => onChange({ startdate: start, enddate: end })}
          />
        </Suspense>
      )}
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
      {phone ? (
        <details className={styles.more} open={narrowed || undefined}>
          <summary>Категория, бренд и поиск</summary>
          {goods}
        </details>
      ) : (
        goods
      )}
      {wrong && (
        <p className={styles.wrong} role="alert">
          {refusalMessages.datePeriod}
        </p>
      )}
    </div>
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
