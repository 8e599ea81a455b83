import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { StaffClaim } from '#shared/api/staff/claims.ts'
import { isUndecided } from '#shared/rules/aftersale/claims.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { DeadlineTag } from '#web/parts/claims/DeadlineTag.tsx'
import { UnreadCount } from '#web/parts/claims/UnreadCount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView, waitingCountText } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { changeStaffClaimsSearch, type StaffClaimsSearch } from './claims-url.ts'
import { claimQuery, useClaims } from './use-claims.ts'
import styles from './claims.module.css'

const ClaimView = lazy(() => import('./ClaimView.tsx').then((module) => ({ default: module.ClaimView })))

type ScreenProps = { search: StaffClaimsSearch; onChange: (search: StaffClaimsSearch) => void }

/** The queue of claims with the open one beside it. */
export function ClaimsScreen({ search, onChange }: ScreenProps) {
  const claims = useClaims(search)
  const { data } = claims
  const isSplit = useSplitView()
  const openId = isSplit ? search.claim : undefined
  const rows = <Rows items={data?.items} search={search} isSplit={isSplit} />
  return (
    <Queue
      title="Рекламации"
      countText={data && waitingCountText(data.counts.waiting)}
      panelWidth={880}
      maxPanelPercent={72}
      search={
        <BarSearch
          key={search.query}
          label="Номер, покупатель, заказ или артикул"
          placeholder="RK, покупатель, заказ"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeStaffClaimsSearch(search, { query, group: 'all' }))}
        />
      }
      filters={
        <>
          <Segments
            label="Какие рекламации"
            options={[
              { value: 'waiting', label: 'Ждут нас', count: data?.counts.waiting },
              { value: 'buyer', label: 'Покупателя', count: data?.counts.buyer },
              { value: 'decided', label: 'Решены' },
              { value: 'all', label: 'Все' },
            ]}
            value={search.group ?? 'waiting'}
            onChange={(group) => onChange(changeStaffClaimsSearch(search, { group }))}
          />
          <Checkbox
            label="Мои"
            checked={search.mine === 1}
            onChange={({ currentTarget: { checked } }) =>
              onChange(changeStaffClaimsSearch(search, { mine: checked ? 1 : undefined }))
            }
          />
        </>
      }
      panel={
        openId !== undefined && (
          <Suspense fallback={<QueuePanel label="Рекламация" busy />}>
            <ClaimPanel key={openId} id={openId} />
          </Suspense>
        )
      }
    >
      <PagedList
        list={claims}
        empty={
          <EmptyState
            title="Рекламаций здесь нет"
            action={<Button onClick={() => onChange({ group: 'all' })}>Показать все</Button>}
          >
            Новые появятся здесь сами
          </EmptyState>
        }
        cards={rows}
        table={rows}
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/claims"
            search={changeStaffClaimsSearch(search, { page })}
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

function ClaimPanel({ id }: { id: number }) {
  const { data: claim } = useQuery(claimQuery(id))
  if (!claim) return <QueuePanel label="Рекламация" busy />
  return (
    <ClaimView
      key={claim.state}
      claim={claim}
      frame={({ children, footer }) => (
        <QueuePanel label={`Рекламация ${claim.number}`} footer={footer}>
          {children}
        </QueuePanel>
      )}
    />
  )
}

type RowsProps = { items: readonly StaffClaim[] | undefined; search: StaffClaimsSearch; isSplit: boolean }

function Rows({ items, search, isSplit }: RowsProps) {
  return (
    <ul className={styles.rows} aria-label="Рекламации" aria-busy={items === undefined}>
      {items?.map((claim, index) => (
        <li
          key={claim.id}
          data-heading={headingOf(items[index - 1], claim)}
          className={list.open}
          data-on={(isSplit && search.claim === claim.id) || undefined}
        >
          <RowLink claim={claim} search={search} isSplit={isSplit} />
          <b className="bold nowrap">{money(claim.sum)}</b>
          <span className={styles.details}>
            <small className="dim">
              {claim.type_name} · {withCount(claim.lines, ['строка', 'строки', 'строк'])}
            </small>
            <span className={styles.status}>
              <UnreadCount count={claim.unread} />
              {claim.state !== 'working' && <ClaimTag state={claim.state} />}
              <DeadlineTag claim={claim} />
              {claim.assignee !== '' && (
                <span className={styles.assignee} title={`Исполнитель: ${claim.assignee}`}>
                  {initialsOf(claim.assignee)}
                </span>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Heading above the first claim of each group except the first: waiting for staff, waiting for the buyer, decided. */
function headingOf(previous: StaffClaim | undefined, claim: StaffClaim): string | undefined {
  const groupLabel = (item: StaffClaim) =>
    !isUndecided(item.state) ? 'Решены' : item.state === 'asked' && !item.unanswered ? 'Ждём покупателя' : 'Ждут нас'
  return previous === undefined || groupLabel(previous) === groupLabel(claim) ? undefined : groupLabel(claim)
}

function RowLink({ claim, search, isSplit }: Omit<RowsProps, 'items'> & { claim: StaffClaim }) {
  const props = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  const title = (
    <>
      {claim.number} <span className={styles.contragent}>{claim.contract.contragent}</span>
    </>
  )
  if (!isSplit)
    return (
      <Link to="/admin/claims/$id" params={{ id: String(claim.id) }} {...props}>
        {title}
      </Link>
    )
  return (
    <Link
      to="/admin/claims"
      search={{ ...search, claim: claim.id }}
      resetScroll={false}
      replace={search.claim !== undefined}
      aria-current={search.claim === claim.id || undefined}
      {...props}
    >
      {title}
    </Link>
  )
}
