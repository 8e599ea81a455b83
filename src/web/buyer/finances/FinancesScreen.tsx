import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { financesSheet, type Finances } from '#shared/api/money/finances.ts'
import { pageSizes } from '#shared/constants.ts'
import { ContractFilter } from '#web/parts/contracts/ContractFilter.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { dateTime, money, shortDateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { otherPeriodOrKind } from '#web/parts/labels.ts'
import { AgeingStrip } from './Ageing.tsx'
import { FinanceCards } from './FinanceCards.tsx'
import { FinanceFilters, PhoneFilters } from './FinanceFilters.tsx'
import { FinancesTable } from './FinancesTable.tsx'
import { Figures } from './Figures.tsx'
import { changeFinancesSearch, isValidFinancesPeriod, type FinancesSearch } from './finances-url.ts'
import { PayBar } from './PayBar.tsx'
import { usePaymentSelection } from './use-payment-selection.ts'
import { useFinances } from './use-finances.ts'
import styles from './finances.module.css'

type FinancesScreenProps = {
  search: FinancesSearch
  contracts: readonly { id: number; number: string; contragent: string; stopOrders: boolean }[]
  mayActs: boolean
  mayOrder: boolean
  onChange: (search: FinancesSearch) => void
}

/** Debt of a contract, its documents and payments [C.21]. Filters are in the URL. */
export function FinancesScreen({ search, contracts, mayActs, mayOrder, onChange }: FinancesScreenProps) {
  const phone = usePhone()
  // Phone users mostly come to pay, so documents to pay are the default view.
  const view = search.view ?? (phone ? 'unpaid' : 'all')
  const list = useFinances({ ...search, view })
  const { data, isFetching } = list
  const selection = usePaymentSelection(data?.contract_id)
  const isInvalidPeriod = !isValidFinancesPeriod(search)
  const isRefreshing = isFetching && data !== undefined
  const isStopped = contracts.find(({ id }) => id === data?.contract_id)?.stopOrders === true
  const change = (next: FinancesSearch) => onChange(changeFinancesSearch(search, next))
  const contractFilter = (
    <ContractFilter
      contracts={contracts}
      contract={data?.contract_id}
      prefix={phone ? 'Договор ' : ''}
      onChange={(contract) => change({ contract })}
    />
  )
  const downloads = data && (
    <div className={`${styles.downloads} no-print`}>
      {mayActs && (
        <Link to="/acts" search={{ contract: data.contract_id }} className={buttonClass()}>
          Акт сверки
        </Link>
      )}
      <FileLink href={endpointAddress(financesSheet, withoutPage({ ...search, view }))} className={buttonClass()}>
        <Icon name="download" />
        XLSX
      </FileLink>
    </div>
  )
  if (list.error && !data) return <FinancesFailed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Page
      title="Финансы"
      extra={data && !phone && <span className="dim">{dataAgeText(data, phone)}</span>}
      actions={phone ? data && <span className="small dim">{dataAgeText(data, phone)}</span> : downloads}
    >
      {phone && contractFilter}
      {phone ? <PhoneFigures finances={data} /> : <Figures finances={data} search={search} />}
      {phone ? (
        <PhoneFilters search={search} view={view} count={data?.count} downloads={downloads} onChange={change} />
      ) : (
        <FinanceFilters search={search} view={view} contractFilter={contractFilter} onChange={change} />
      )}
      {!isInvalidPeriod && (
        <PagedList
          list={list}
          empty={
            data?.as_of === null ? (
              <NoEntriesYet mayOrder={mayOrder} />
            ) : (
              <NoRows search={search} view={view} onReset={() => onChange(onlyContract(search))} />
            )
          }
          cards={<FinanceCards items={data?.items} isRefreshing={isRefreshing} selection={selection} />}
          table={
            <FinancesTable
              items={data?.items}
              view={view}
              isRefreshing={isRefreshing}
              rowsPerPage={pageSizes.finances}
              selection={selection}
            />
          }
          link={({ page, label, current, children }) => (
            <Link
              to="/finances"
              search={changeFinancesSearch(search, { page })}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
            >
              {children}
            </Link>
          )}
        />
      )}
      {data && (
        <PayBar
          selection={selection}
          contract={data.contract_id}
          sumToLiftStop={isStopped ? (data.overdue ?? undefined) : undefined}
        />
      )}
    </Page>
  )
}

function FinancesFailed(props: { error: Error; onRetry: () => void }) {
  return (
    <Page title="Финансы">
      <LoadError {...props} />
    </Page>
  )
}

function dataAgeText({ as_of: asOf, contract }: Finances, phone: boolean): string {
  if (phone) return asOf === null ? 'данных 1С нет' : `1С, ${shortDateTime(asOf)}`
  return `договор № ${contract.number} · ${asOf === null ? 'данных 1С ещё нет' : `данные 1С на ${dateTime(asOf)}`}`
}

function PhoneFigures({ finances }: { finances: Finances | undefined }) {
  if (!finances) return null
  const { debt, overdue, advance, limit, available, ageing } = finances
  return (
    <section className={styles.debts} aria-label="Долг по договору">
      <dl className={styles.debt}>
        <dt>Долг</dt>
        <dd>{money(debt)}</dd>
        <dt>Просрочено</dt>
        <dd className={overdue !== null && overdue > 0 ? 'bad' : undefined}>
          {overdue === null ? '–' : money(overdue)}
        </dd>
      </dl>
      <AgeingStrip ageing={ageing} />
      {advance > 0 && (
        <p className="row">
          Аванс <span className="grow" /> <b className="bold">{money(advance)}</b>
        </p>
      )}
      {limit !== null && available !== null && (
        <p className="row small muted">
          Доступно из лимита {money(limit)} <span className="grow" />
          <b className={`bold ${available > 0 ? 'ok' : 'bad'}`}>{money(Math.max(0, available))}</b>
        </p>
      )}
    </section>
  )
}

/** A contract without any document or payment, as of a new customer. */
function NoEntriesYet({ mayOrder }: { mayOrder: boolean }) {
  return (
    <EmptyState
      title="Документов и платежей пока нет"
      action={
        <span className="row wrap">
          <Link to={mayOrder ? '/catalog/{-$url}' : '/orders'} className={buttonClass({ variant: 'primary' })}>
            {mayOrder ? 'Выбрать товары' : 'К заказам'}
          </Link>
          <Link to="/chat" className={buttonClass()}>
            Написать менеджеру
          </Link>
        </span>
      }
    >
      Они появятся после первой отгрузки или оплаты, когда поставщик передаст взаиморасчёты из 1С. Счёт на оплату есть в
      карточке заказа. Долг и лимит показаны по данным договора
    </EmptyState>
  )
}

type NoRowsProps = {
  search: FinancesSearch
  view: string
  onReset: () => void
}

function NoRows({ search, view, onReset }: NoRowsProps) {
  const activeFilter = search.query ?? search.startdate ?? search.enddate
  if (activeFilter === undefined && (view === 'unpaid' || view === 'overdue'))
    return (
      <EmptyState
        title={view === 'unpaid' ? 'Платить нечего' : 'Просрочки нет'}
        action={
          <Link to="/finances" search={changeFinancesSearch(search, { view: 'all' })} className={buttonClass()}>
            Показать все документы
          </Link>
        }
      >
        Все документы по договору {view === 'unpaid' ? 'оплачены' : 'оплачены или ещё не подошёл их срок'}
      </EmptyState>
    )
  return (
    <EmptyState title="Ничего не найдено" action={<Button onClick={onReset}>Сбросить фильтры</Button>}>
      {otherPeriodOrKind}
    </EmptyState>
  )
}

function onlyContract({ contract }: FinancesSearch): FinancesSearch {
  return contract === undefined ? {} : { contract }
}

function withoutPage({ page: _page, ...filters }: FinancesSearch): FinancesSearch {
  return filters
}
