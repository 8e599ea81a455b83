import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { changeCustomersSearch, type CustomersSearch } from './customers-url.ts'
import { CustomersCards, CustomersTable } from './CustomersRows.tsx'
import { useCustomers } from './use-customers.ts'
import styles from './customers.module.css'

type ScreenProps = { search: CustomersSearch; onChange: (search: CustomersSearch) => void }

/** Customers of the member of staff, with debts and their latest order. */
export function CustomersScreen({ search, onChange }: ScreenProps) {
  const list = useCustomers(search)
  const { data, isFetching, isPlaceholderData } = list
  const rows = { customers: data?.items, isRefreshing: isFetching && isPlaceholderData }
  return (
    <Page
      title="Организации"
      extra={
        data && (
          <span className="dim nowrap">
            {withCount(data.counts.all, ['организация', 'организации', 'организаций'])}
          </span>
        )
      }
      actions={
        <span className={styles.search}>
          <BarSearch
            key={search.query}
            label="Организация, ИНН, договор, сотрудник"
            placeholder="Название, ИНН, договор, сотрудник"
            value={search.query ?? ''}
            onSearch={(query) => onChange(changeCustomersSearch(search, { query }))}
          />
        </span>
      }
    >
      <div className={styles.groups}>
        <Segments
          label="Какие организации"
          options={[
            { value: 'all', label: 'Все' },
            { value: 'mine', label: 'Мои', count: data?.counts.mine },
            { value: 'overdue', label: 'С просрочкой', count: data?.counts.overdue },
            { value: 'stopped', label: 'На стопе', count: data?.counts.stopped },
            { value: 'silent', label: 'Давно не заказывали', count: data?.counts.silent },
          ]}
          value={search.group ?? 'all'}
          onChange={(group) => onChange(changeCustomersSearch(search, { group }))}
        />
      </div>
      <PagedList
        list={list}
        empty={<NoCustomers search={search} onShowAll={() => onChange({})} />}
        cards={<CustomersCards {...rows} />}
        table={<CustomersTable {...rows} />}
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/customers"
            search={{ ...search, page: page === 1 ? undefined : page }}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            activeProps={{}}
          >
            {children}
          </Link>
        )}
      />
    </Page>
  )
}

const emptyGroups: Record<NonNullable<CustomersSearch['group']>, string> = {
  all: '',
  mine: 'За вами не закреплено ни одной организации',
  overdue: 'Просрочек нет',
  stopped: 'Ни один договор не остановлен',
  silent: 'Все заказывали в последние полтора месяца',
}

function NoCustomers({ search, onShowAll }: { search: CustomersSearch; onShowAll: () => void }) {
  const showAll = <Button onClick={onShowAll}>Показать все</Button>
  if (search.query !== undefined)
    return (
      <EmptyState title={`По запросу «${search.query}» никого нет`} action={showAll}>
        Ищем по названию, ИНН, номеру договора, имени и почте сотрудника
      </EmptyState>
    )
  if (search.group !== undefined) return <EmptyState title={emptyGroups[search.group]} action={showAll} />
  return (
    <EmptyState
      title="Организаций пока нет"
      action={
        <Link to="/admin/registrations" search={{}}>
          Открыть заявки
        </Link>
      }
    >
      Они появятся, когда вы одобрите первую заявку или 1С пришлёт договоры
    </EmptyState>
  )
}
