import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { StaffClaim } from '#shared/api/staff/claims.ts'
import { isUndecided } from '#shared/rules/aftersale/claims.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { DueTag } from '#web/parts/claims/DueTag.tsx'
import { UnreadCount } from '#web/parts/claims/UnreadCount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView, waitingWords } from '#web/ui/page/Queue.tsx'
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
  const beside = useSplitView()
  const open = beside ? search.claim : undefined
  const rows = <Rows items={data?.items} search={search} beside={beside} />
  return (
    <Queue
      title="Рекламации"
      waiting={data && waitingWords(data.counts.waiting)}
      width={880}
      widest={72}
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
        open !== undefined && (
          <Suspense fallback={<QueuePanel label="Рекламация" busy />}>
            <Beside key={open} id={open} />
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

function Beside({ id }: { id: number }) {
  const { data: claim } = useQuery(claimQuery(id))
  if (!claim) return <QueuePanel label="Рекламация" busy />
  return (
    <ClaimView
      key={claim.state}
      claim={claim}
      frame={({ children, foot }) => (
        <QueuePanel label={`Рекламация ${claim.number}`} foot={foot}>
          {children}
        </QueuePanel>
      )}
    />
  )
}

type RowsProps = { items: readonly StaffClaim[] | undefined; search: StaffClaimsSearch; beside: boolean }

function Rows({ items, search, beside }: RowsProps) {
  return (
    <ul className={styles.rows} aria-label="Рекламации" aria-busy={items === undefined}>
      {items?.map((claim, index) => (
        <li
          key={claim.id}
          data-heading={headingOf(items[index - 1], claim)}
          className={list.open}
          data-on={(beside && search.claim === claim.id) || undefined}
        >
          <RowLink claim={claim} search={search} beside={beside} />
          <b className="bold nowrap">{money(claim.sum)}</b>
          <span className={styles.about}>
            <small className="dim">
              {claim.type_name} · {withCount(claim.lines, ['строка', 'строки', 'строк'])}
            </small>
            <span className={styles.next}>
              <UnreadCount count={claim.unread} />
              {claim.state !== 'working' && <ClaimTag state={claim.state} />}
              <DueTag claim={claim} />
              {claim.assignee !== '' && (
                <span className={styles.person} title={`Исполнитель: ${claim.assignee}`}>
                  {initials(claim.assignee)}
                </span>
              )}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Headings between claims waiting for staff, waiting for the buyer, and decided ones. */
function headingOf(before: StaffClaim | undefined, claim: StaffClaim): string | undefined {
  const part = (one: StaffClaim) =>
    !isUndecided(one.state) ? 'Решены' : one.state === 'asked' && !one.unanswered ? 'Ждём покупателя' : 'Ждут нас'
  return before === undefined || part(before) === part(claim) ? undefined : part(claim)
}

function RowLink({ claim, search, beside }: Omit<RowsProps, 'items'> & { claim: StaffClaim }) {
  const variant = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  const title = (
    <>
      {claim.number} <span className={styles.who}>{claim.contract.contragent}</span>
    </>
  )
  if (!beside)
    return (
      <Link to="/admin/claims/$id" params={{ id: String(claim.id) }} {...variant}>
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
      {...variant}
    >
      {title}
    </Link>
  )
}

function initials(name: string): string {
  return name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
}
