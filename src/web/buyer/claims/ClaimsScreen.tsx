import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ClaimSummary } from '#shared/api/claims.ts'
import { UnreadCount } from '#web/parts/claims/UnreadCount.tsx'
import { isUndecided } from '#shared/rules/aftersale/claims.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { money, quantityWithUnit, shortDate, withCount } from '#web/ui/format.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { changeClaimsSearch, type ClaimsSearch } from './claims-url.ts'
import { claimQuery, useClaims } from './use-claims.ts'
import styles from './claims.module.css'

const ClaimView = lazy(() => import('./ClaimView.tsx').then((module) => ({ default: module.ClaimView })))

const StartClaim = lazy(() => import('./StartClaim.tsx').then((module) => ({ default: module.StartClaim })))

type ScreenProps = {
  search: ClaimsSearch
  mayFile: boolean
  onChange: (search: ClaimsSearch) => void
}

/** Claims of the buyer, with the open one beside the list. */
export function ClaimsScreen({ search, mayFile, onChange }: ScreenProps) {
  const claims = useClaims(search)
  const { data } = claims
  const isSplit = useSplitView()
  const navigate = useNavigate()
  const open = isSplit ? (search.claim ?? data?.items[0]?.id) : undefined
  const rows = <ClaimRows items={data?.items} search={search} open={open} isSplit={isSplit} />
  return (
    <Queue
      title="Рекламации"
      countText={data && openClaimsText(data.counts.open, data.open_sum)}
      panelWidth={760}
      action={
        mayFile && (
          <NewClaimButton
            onFiled={(claim) =>
              isSplit ? onChange({ claim }) : void navigate({ to: '/reclamations/$id', params: { id: String(claim) } })
            }
          />
        )
      }
      filters={
        <>
          <Segments
            label="Какие рекламации"
            options={[
              { value: 'open', label: 'Открытые', count: data?.counts.open },
              { value: 'closed', label: 'Закрытые', count: data?.counts.closed },
              { value: 'all', label: 'Все', count: data?.counts.all },
            ]}
            value={search.group ?? 'all'}
            onChange={(group) => onChange(changeClaimsSearch(search, { group }))}
          />
          <span className={styles.search}>
            <BarSearch
              key={search.query}
              label="Номер, заказ или артикул"
              placeholder="RK, заказ, артикул"
              value={search.query ?? ''}
              onSearch={(query) => onChange(changeClaimsSearch(search, { query }))}
            />
          </span>
        </>
      }
      panel={
        open !== undefined && (
          <Suspense fallback={<QueuePanel label="Рекламация" busy />}>
            <ClaimPanel key={open} id={open} />
          </Suspense>
        )
      }
    >
      <PagedList
        list={claims}
        empty={<NoClaims isFiltered={Object.keys(search).length > 0} onReset={() => onChange({})} />}
        cards={rows}
        table={rows}
        link={({ page, label, current, children }) => (
          <Link
            to="/reclamations"
            search={changeClaimsSearch(search, { page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
      {data && (
        <p className={`${styles.terms} small dim`}>
          Срок после отгрузки: {termsText(data.terms)}.
          {data.terms.contracts.map(
            (contractTerms) => ` По договору № ${contractTerms.number}: ${termsText(contractTerms)}.`,
          )}
        </p>
      )}
    </Queue>
  )
}

function termsText({ counted_days: counted, defect_days: defect }: { counted_days: number; defect_days: number }) {
  return (
    `количество и пересортица – ${withCount(counted, ['рабочий день', 'рабочих дня', 'рабочих дней'])}, ` +
    `брак и возврат – ${withCount(defect, ['день', 'дня', 'дней'])}`
  )
}

/** Starts a claim: the order or good is chosen first. */
function NewClaimButton({ onFiled }: { onFiled: (claim: number) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="plus" aria-label="Новая рекламация" onClick={() => setOpen(true)}>
        Новая
      </Button>
      {open && (
        <Suspense>
          <StartClaim
            onClose={() => setOpen(false)}
            onFiled={({ id }) => {
              setOpen(false)
              onFiled(id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function openClaimsText(count: number, sum: number | null): string {
  if (count === 0) return 'открытых нет'
  return `${withCount(count, ['открыта', 'открыты', 'открыто'])}${sum === null ? '' : ` на ${money(sum)}`}`
}

function ClaimPanel({ id }: { id: number }) {
  const { data: claim } = useQuery(claimQuery(id))
  if (!claim) return <QueuePanel label="Рекламация" busy />
  return (
    <ClaimView
      claim={claim}
      frame={({ children, footer }) => (
        <QueuePanel label={`Рекламация ${claim.number}`} footer={footer}>
          {children}
        </QueuePanel>
      )}
    />
  )
}

type RowsProps = {
  items: readonly ClaimSummary[] | undefined
  search: ClaimsSearch
  open: number | undefined
  isSplit: boolean
}

function ClaimRows({ items, search, open, isSplit }: RowsProps) {
  return (
    <ul
      className={styles.rows}
      data-split={isSplit || undefined}
      aria-label="Рекламации"
      aria-busy={items === undefined}
    >
      {items?.map((claim, index) => (
        <li
          key={claim.id}
          data-heading={startsClosedGroup(items, index) ? 'Закрытые' : undefined}
          className={list.open}
          data-on={(isSplit && open === claim.id) || undefined}
        >
          <ClaimLink claim={claim} search={search} open={open} isSplit={isSplit} />
          <b className={`${styles.listSum} bold nowrap`}>{claim.sum === null ? '' : money(claim.sum)}</b>
          <small className={`${styles.origins} dim`}>
            {claim.number} · {claim.order.number}
          </small>
          <span className={styles.status}>
            <span className="row">
              <UnreadCount count={claim.unread} />
              <ClaimTag state={claim.state} />
            </span>
            <small className={claim.overdue ? 'bad' : claim.state === 'asked' ? 'warn' : 'dim'}>
              {nextStepText(claim)}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether this is the first decided claim after undecided ones. */
function startsClosedGroup(items: readonly ClaimSummary[], index: number): boolean {
  const [previous, claim] = [items[index - 1], items[index]]
  return previous !== undefined && claim !== undefined && isUndecided(previous.state) && !isUndecided(claim.state)
}

function ClaimLink({ claim, search, open, isSplit }: Omit<RowsProps, 'items'> & { claim: ClaimSummary }) {
  const props = { className: list.link, 'data-row': '', onKeyDown: moveRowFocus }
  const amount =
    claim.lines > 1 ? withCount(claim.lines, ['строка', 'строки', 'строк']) : quantityWithUnit(claim.qnt, claim.unit)
  const title = `${claim.type_name}, ${amount}`
  if (!isSplit)
    return (
      <Link to="/reclamations/$id" params={{ id: String(claim.id) }} {...props}>
        {title}
      </Link>
    )
  return (
    <Link
      to="/reclamations"
      search={{ ...search, claim: claim.id }}
      resetScroll={false}
      replace={search.claim !== undefined}
      aria-current={open === claim.id || undefined}
      {...props}
    >
      {title}
    </Link>
  )
}

/** The next deadline, or the result. */
function nextStepText({
  state,
  overdue,
  answer_by: answerBy,
  decide_by: decideBy,
  document,
  decision,
}: ClaimSummary): string {
  if (overdue) return `решение задержано с ${shortDate(decideBy)}`
  if (state === 'asked') return `ответьте до ${shortDate(answerBy ?? decideBy)}`
  if (state === 'new' || state === 'working') return `решение до ${shortDate(decideBy)}`
  return document || decision
}

function NoClaims({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  return isFiltered ? (
    <EmptyState title="Таких рекламаций нет" action={<Button onClick={onReset}>Показать все</Button>}>
      Измените условия поиска
    </EmptyState>
  ) : (
    <EmptyState
      title="Рекламаций пока нет"
      action={
        <Link to="/orders" className={buttonClass()}>
          К заказам
        </Link>
      }
    >
      Если в отгрузке что-то не так, нажмите «Новая» и выберите заказ
    </EmptyState>
  )
}
