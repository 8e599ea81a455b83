import { orderStateSequence, stateName } from '#shared/rules/order-states.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import type { StaffPeriod, Scope, StaffOrdersSearch } from '../staff-url.ts'

const states = [
  { value: '', label: 'Состояние' },
  ...orderStateSequence.map((state) => ({ value: String(state), label: stateName(state) })),
]
const periods = [
  { value: '', label: 'За всё время' },
  { value: 'two', label: 'Сегодня и вчера' },
  { value: 'week', label: 'Неделя' },
  { value: 'month', label: 'Месяц' },
  { value: 'quarter', label: 'Квартал' },
]

type FiltersProps = {
  search: StaffOrdersSearch
  counts: Record<Scope, number> | undefined
  warehouses: readonly { id: number; header: string }[]
  onChange: (change: StaffOrdersSearch) => void
}

export function StaffFilters({ search, counts, warehouses, onChange }: FiltersProps) {
  return (
    <>
      <Segments
        label="Какие заказы"
        options={[
          { value: 'waiting', label: 'Ждут меня', count: counts?.waiting },
          { value: 'working', label: 'В работе', count: counts?.working },
          { value: 'all', label: 'Все', count: counts?.all },
        ]}
        value={search.scope ?? 'waiting'}
        // A state belongs to one scope, so a change of scope clears it.
        onChange={(scope) => onChange({ scope, state: undefined })}
      />
      <BarSelect
        label="Состояние"
        options={states}
        value={search.state ?? ''}
        onChange={({ currentTarget }) => onChange(stateChange(search, Number(currentTarget.value) || undefined))}
      />
      <BarSelect
        label="Склад"
        options={[
          { value: '', label: 'Склад' },
          ...warehouses.map(({ id, header }) => ({ value: String(id), label: header })),
        ]}
        value={search.warehouse ?? ''}
        onChange={({ currentTarget }) => onChange({ warehouse: Number(currentTarget.value) || undefined })}
      />
      <BarSelect
        label="За какое время"
        options={search.from === undefined ? periods : [...periods, { value: 'range', label: rangeText(search) }]}
        value={search.from === undefined ? (search.period ?? '') : 'range'}
        onChange={({ currentTarget }) =>
          onChange({
            period: (currentTarget.value || undefined) as StaffPeriod | undefined,
            from: undefined,
            to: undefined,
          })
        }
      />
    </>
  )
}

function rangeText({ from = '', to = '' }: StaffOrdersSearch): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}

/** A state filter searches all orders: in another scope it would find none. */
function stateChange(search: StaffOrdersSearch, state: number | undefined): StaffOrdersSearch {
  return { state, scope: state === undefined ? search.scope : 'all' }
}
