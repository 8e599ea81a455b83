import { lazy, Suspense, useState } from 'react'
import type { StaffParameter } from '#shared/api/staff/parameters.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount, quantity } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { filterParameters, stateOf, type ParameterState } from './arrange.ts'
import type { ParametersSearch } from './parameters-url.ts'
import { ParameterCards } from './ParameterCards.tsx'
import { ParametersTable, type ParameterRows } from './ParametersTable.tsx'
import { useMove } from './use-move.ts'
import { useParameters, useResetOrder, useShowParameters } from './use-parameters.ts'
import styles from './parameters.module.css'

const ParameterDialog = lazy(() =>
  import('./ParameterDialog.tsx').then((module) => ({ default: module.ParameterDialog })),
)
const parameterForms = ['параметр', 'параметра', 'параметров'] as const
const emptyTexts: Readonly<Record<ParameterState, string>> = {
  seen: 'Видимых параметров нет',
  hidden: 'Скрытых параметров нет',
  empty: 'Значения есть у всех параметров',
}
const none: ReadonlySet<number> = new Set()

/** Parameters of goods as buyers see them: names, order, and visibility. */
export function ParametersScreen({
  search,
  onChange,
}: {
  search: ParametersSearch
  onChange: (search: ParametersSearch) => void
}) {
  const { data, error, refetch } = useParameters()
  const show = useShowParameters()
  const { move, announcement } = useMove(search)
  const reset = useResetOrder()
  const confirm = useConfirm()
  const phone = usePhone()
  const [editing, setEditing] = useState<StaffParameter>()
  const [marked, setMarked] = useState(none)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const all = data?.items ?? []
  const counts = { seen: 0, hidden: 0, empty: 0, ...countsByState(all) }
  const rows: ParameterRows = {
    listed: data && filterParameters(all, search),
    goods: data?.goods ?? 0,
    marked,
    onMark: (ids, on) => setMarked(new Set(on ? [...marked, ...ids] : [...marked].filter((id) => !ids.includes(id)))),
    onShow: (ids, shown) => show.mutate({ ids: [...ids], ...shown }),
    onMove: (id, to) => void move(id, to),
    onEdit: setEditing,
  }
  const showMarked = (choice: 'yes' | 'no' | 'auto') => {
    show.mutate({ ids: [...marked], filter: choice, card: choice })
    setMarked(none)
  }
  return (
    <Page
      title="Параметры каталога"
      extra={
        data && (
          <span className="dim nowrap">
            {quantity(all.length)} из 1С, покупатель видит {quantity(counts.seen)}
          </span>
        )
      }
      actions={
        <Button
          small
          busy={reset.isPending}
          onClick={async () =>
            (await confirm('Вернуть порядок, в котором параметры пришли из 1С?')) && reset.mutate(undefined)
          }
        >
          Порядок как в 1С
        </Button>
      }
    >
      <div className={styles.bar}>
        <Segments
          label="Какие параметры"
          options={[
            { value: 'seen', label: 'Видны', count: counts.seen },
            { value: 'hidden', label: 'Скрыты', count: counts.hidden },
            ...(counts.empty > 0 || search.state === 'empty'
              ? [{ value: 'empty' as const, label: 'Без значений', count: counts.empty }]
              : []),
          ]}
          value={search.state ?? 'seen'}
          onChange={(state) => onChange({ ...search, state: state === 'seen' ? undefined : state })}
        />
        <BarSearch
          key={search.query}
          label="Найти параметр"
          placeholder="Найти параметр"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ ...search, query: query || undefined })}
        />
        <span className="grow" />
        {!phone && (
          <span className="small dim nowrap">
            <kbd>Alt ↑↓</kbd> порядок <kbd>F2</kbd> имя
          </span>
        )}
      </div>
      {rows.listed?.length === 0 ? (
        <NoParameters search={search} count={all.length} onShowAll={() => onChange({})} />
      ) : phone ? (
        <ParameterCards {...rows} />
      ) : (
        <ParametersTable {...rows} />
      )}
      <span className="unseen" role="status">
        {announcement}
      </span>
      {marked.size > 0 && (
        <BulkBar name="Отмеченные параметры" count={marked.size} onClear={() => setMarked(none)}>
          <Button small onClick={() => showMarked('yes')}>
            Показывать
          </Button>
          <Button small onClick={() => showMarked('no')}>
            Скрыть
          </Button>
          <Button small title="Показ решают название и значения параметра" onClick={() => showMarked('auto')}>
            По умолчанию
          </Button>
        </BulkBar>
      )}
      {editing && (
        <Suspense>
          <ParameterDialog parameter={editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

function NoParameters({
  search: { state = 'seen', query },
  count,
  onShowAll,
}: {
  search: ParametersSearch
  count: number
  onShowAll: () => void
}) {
  if (count === 0) return <EmptyState title="Параметров пока нет">Они придут из 1С со свойствами товаров</EmptyState>
  return (
    <EmptyState
      title={query === undefined ? emptyTexts[state] : `Параметра «${query}» здесь нет`}
      action={<Button onClick={onShowAll}>Показать все</Button>}
    >
      Всего {withCount(count, parameterForms)}
    </EmptyState>
  )
}

function countsByState(parameters: readonly StaffParameter[]): Partial<Record<ParameterState, number>> {
  const groups = Object.groupBy(parameters, stateOf)
  return Object.fromEntries(Object.entries(groups).map(([state, group]) => [state, group?.length ?? 0]))
}
