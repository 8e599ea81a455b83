import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { StaffAct } from '#shared/api/money/staff-acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { Button } from '#web/ui/Button.tsx'
import { money, shortDate, withCount } from '#web/ui/format.ts'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView, waitingCountText } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { changeStaffActsSearch, type StaffActsSearch } from './acts-url.ts'
import { ActAge, StaffActTag } from './StaffActTag.tsx'
import { staffActQuery, useStaffActs } from './use-staff-acts.ts'
import styles from './staff-acts.module.css'

const ActView = lazy(() => import('./ActView.tsx').then((module) => ({ default: module.ActView })))

type ScreenProps = { search: StaffActsSearch; onChange: (search: StaffActsSearch) => void }

/** The queue of acts with the open one beside it. */
export function ActsScreen({ search, onChange }: ScreenProps) {
  const acts = useStaffActs(search)
  const { data } = acts
  const isSplit = useSplitView()
  const openId = isSplit ? search.act : undefined
  const rows = <Rows items={data?.items} search={search} isSplit={isSplit} />
  return (
    <Queue
      title="Акты сверки"
      countText={data && waitingCountText(data.counts.waiting)}
      panelWidth={620}
      search={
        <BarSearch
          key={search.query}
          label="Номер акта, покупатель или договор"
          placeholder="АС, покупатель, договор"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeStaffActsSearch(search, { query, group: 'all' }))}
        />
      }
      filters={
        <>
          <Segments
            label="Какие акты"
            options={[
              { value: 'waiting', label: 'Ждут нас', count: data?.counts.waiting },
              { value: 'buyer', label: 'У покупателя', count: data?.counts.buyer },
              { value: 'working', label: 'Запрошены', count: data?.counts.working },
              { value: 'replied', label: 'Ответили' },
              { value: 'confirmed', label: 'Подтверждены' },
              { value: 'all', label: 'Все' },
            ]}
            value={search.group ?? 'waiting'}
            onChange={(group) => onChange(changeStaffActsSearch(search, { group }))}
          />
          <Checkbox
            label="Мои"
            checked={search.mine === 1}
            onChange={({ currentTarget: { checked } }) =>
              onChange(changeStaffActsSearch(search, { mine: checked ? 1 : undefined }))
            }
          />
        </>
      }
      panel={
        openId !== undefined && (
          <Suspense fallback={<QueuePanel label="Акт сверки" busy />}>
            <ActPanel key={openId} id={openId} />
          </Suspense>
        )
      }
    >
      <PagedList
        list={acts}
        empty={
          <EmptyState
            title="Актов здесь нет"
            action={<Button onClick={() => onChange({ group: 'all' })}>Показать все</Button>}
          >
            Когда покупатель пришлёт разногласия, акт появится здесь сам
          </EmptyState>
        }
        cards={rows}
        table={rows}
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/acts"
            search={changeStaffActsSearch(search, { page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </Queue>
  )
}

function ActPanel({ id }: { id: number }) {
  const { data: act, error, refetch } = useQuery(staffActQuery(id))
  if (!act)
    return (
      <QueuePanel label="Акт сверки" busy={!error}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
      </QueuePanel>
    )
  return (
    <ActView
      act={act}
      frame={({ children, footer }) => (
        <QueuePanel label={`Акт сверки ${act.number}`} footer={footer}>
          {children}
        </QueuePanel>
      )}
    />
  )
}

type RowsProps = { items: readonly StaffAct[] | undefined; search: StaffActsSearch; isSplit: boolean }

function Rows({ items, search, isSplit }: RowsProps) {
  return (
    <ul className={styles.rows} aria-label="Акты сверки" aria-busy={items === undefined}>
      {items?.map((act) => (
        <li key={act.id} className={list.open} data-on={(isSplit && search.act === act.id) || undefined}>
          <RowLink act={act} search={search} isSplit={isSplit} />
          {isBuilt(act.state) ? <b className="bold nowrap">{money(act.closing)}</b> : <span>{''}</span>}
          <span className={styles.details}>
            <small className="dim">
              № {act.contract.number} · {shortDate(act.startdate)} – {shortDate(act.enddate)}
              {act.disputed > 0 &&
                ` · ${withCount(act.disputed, ['спорная строка', 'спорные строки', 'спорных строк'])}`}
            </small>
            <span className={styles.status}>
              <small>
                <ActAge act={act} />
              </small>
              <StaffActTag act={act} />
              {act.assignee !== '' && <small title="Исполнитель">{act.assignee}</small>}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function RowLink({ act, search, isSplit }: Omit<RowsProps, 'items'> & { act: StaffAct }) {
  const props = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  const title = (
    <>
      {act.number} <span className={styles.contragent}>{act.contract.contragent}</span>
    </>
  )
  if (!isSplit)
    return (
      <Link to="/admin/acts/$id" params={{ id: String(act.id) }} {...props}>
        {title}
      </Link>
    )
  return (
    <Link
      to="/admin/acts"
      search={{ ...search, act: act.id }}
      resetScroll={false}
      replace={search.act !== undefined}
      aria-current={search.act === act.id || undefined}
      {...props}
    >
      {title}
    </Link>
  )
}
