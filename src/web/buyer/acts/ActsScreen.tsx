import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Act } from '#shared/api/money/acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { pageSizes } from '#shared/constants.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { relativeDay, withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { ActCards, ActsTable } from './ActsTable.tsx'
import { ActsFilters, type ContractChoice } from './ActsFilters.tsx'
import { changeActsSearch, isValidActsPeriod, type ActsSearch } from './acts-url.ts'
import { periodTitle } from './periods.ts'
import { RequestAct } from './RequestAct.tsx'
import { useActs } from './use-acts.ts'
import styles from './acts.module.css'

type ActsScreenProps = {
  search: ActsSearch
  contracts: readonly ContractChoice[]
  /** Recipient of acts requested by e-mail. */
  email: string
  /** Current debt of the contracts; only for users who may see finances. */
  debts: ReactNode
  onChange: (search: ActsSearch) => void
}

/**
 * Acts of reconciliation [C.25], with those waiting for an answer, and a form to request another. Filters are in the
 * URL.
 */
export function ActsScreen({ search, contracts, email, debts, onChange }: ActsScreenProps) {
  const list = useActs(search)
  const { data, isFetching, isPlaceholderData } = list
  const isRefreshing = isFetching && isPlaceholderData
  const isFiltered = Object.keys(search).length > 0
  return (
    <Page
      title="Акты сверки"
      extra={
        data && (
          <span className="dim">
            {withCount(data.counts.all, ['акт', 'акта', 'актов'])} с {relativeDay(data.startDate)}
          </span>
        )
      }
    >
      {data && <WaitingNote acts={data.items} count={data.counts.waiting} />}
      <ActsFilters
        search={search}
        period={data}
        counts={data?.counts}
        contracts={contracts}
        onChange={(change) => onChange(changeActsSearch(search, change))}
      />
      <div className={styles.columns}>
        <div className={styles.list}>
          {isValidActsPeriod(search) && (
            <PagedList
              list={list}
              empty={<NoActs isFiltered={isFiltered} onReset={() => onChange({})} />}
              cards={<ActCards items={data?.items} isRefreshing={isRefreshing} />}
              table={<ActsTable items={data?.items} isRefreshing={isRefreshing} rowsPerPage={pageSizes.acts} />}
              link={({ page, label, current, children }) => (
                <Link
                  to="/acts"
                  search={changeActsSearch(search, { page })}
                  aria-label={label}
                  aria-current={current ? 'page' : undefined}
                >
                  {children}
                </Link>
              )}
            />
          )}
        </div>
        <aside className={styles.aside}>
          <RequestAct
            key={search.contract}
            filteredContract={search.contract}
            contracts={contracts}
            email={email}
            building={data?.items.filter(({ state }) => !isBuilt(state) && state !== 'failed') ?? []}
          />
          {debts}
        </aside>
      </div>
    </Page>
  )
}

/** Acts that wait for an answer, with their deadlines. */
function WaitingNote({ acts, count }: { acts: readonly Act[]; count: number }) {
  const oldest = acts.filter(({ state }) => state === 'ready').at(-1)
  if (count === 0 || oldest === undefined) return null
  const { id, number, startdate: start, enddate: end, answer_by: answerBy } = oldest
  return (
    <Note
      tone="warn"
      action={
        <Link to="/acts/$id" params={{ id: String(id) }} className={buttonClass({ small: true })}>
          Сверить построчно
        </Link>
      }
    >
      <b className="bold">
        Акт {number} за {periodTitle({ start, end })} ждёт вашего ответа{answerBy && ` до ${relativeDay(answerBy)}`}.
      </b>{' '}
      {count > 1
        ? `Всего без ответа ${withCount(count, ['акт', 'акта', 'актов'])}.`
        : 'Подтвердите его или отметьте строки, с которыми спорите.'}
    </Note>
  )
}

function NoActs({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  return isFiltered ? (
    <EmptyState title="Таких актов нет" action={<Button onClick={onReset}>Показать все</Button>}>
      Выберите другой договор, период или состояние
    </EmptyState>
  ) : (
    <EmptyState title="Актов сверки пока нет">
      Выберите договор и период и запросите акт: портал соберёт его по данным 1С и сверит с вашим учётом построчно
    </EmptyState>
  )
}
