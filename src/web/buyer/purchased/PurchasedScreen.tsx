import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import {
  purchasedSheet,
  type PurchasedGood,
  type PurchasedItem,
  type PurchasedReport,
} from '#shared/api/money/purchased.ts'
import { purchasedTitles } from '#shared/rules/documents/purchased-titles.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tabs } from '#web/ui/page/Tabs.tsx'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { GoodsCards, GoodsReport } from './GoodsReport.tsx'
import { GroupedCards, GroupedReport } from './GroupedReports.tsx'
import { changePurchasedSearch, isValidPurchasedPeriod, periodDates, type PurchasedSearch } from './purchased-url.ts'
import { PurchasedChart } from './PurchasedChart.tsx'
import { PurchasedFilters, type ContractChoice } from './PurchasedFilters.tsx'
import { PurchasedTotals } from './PurchasedTotals.tsx'
import { useOrderAgain, type OrderAgain } from './use-order-again.ts'
import { usePurchased, type PurchasedReply } from './use-purchased.ts'
import styles from './purchased.module.css'

const tabs: { name: `${PurchasedReport}`; label: string }[] = [
  { name: '1', label: 'По товарам' },
  { name: '2', label: 'По документам' },
  { name: '3', label: 'По категориям и брендам' },
  { name: '4', label: 'По месяцам' },
]

type ScreenProps = {
  search: PurchasedSearch
  contracts: readonly ContractChoice[]
  mayOrder: boolean
  onChange: (search: PurchasedSearch) => void
  onChooseContract: (id: number) => void
  /** Bulk actions for the checked goods. */
  actions: (rows: readonly ProductRow[], onDone: () => void) => ReactNode
  /** Shown in a row instead of a quantity field. */
  quantityFallback: (row: ProductRow) => ReactNode
  onAnalogues: (good: PurchasedGood) => void
}

/** Purchased goods of a contract in four reports [C.22]. Filters are in the URL. */
export function PurchasedScreen({ search, contracts, mayOrder, onChange, onChooseContract, ...other }: ScreenProps) {
  const list = usePurchased(search)
  const { data, isPlaceholderData } = list
  const order = useOrderAgain(data?.contract)
  const report = search.report ?? 1
  const contract = contracts.find(({ id }) => id === data?.contract)
  const orders = mayOrder && contract?.selected === true
  const change = (next: Parameters<typeof changePurchasedSearch>[1]) => onChange(changePurchasedSearch(search, next))
  if (list.error && !data)
    return (
      <Page title={title}>
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    )
  return (
    <Page
      title={title}
      extra={data && <span className="dim">{subtitleText(data, contract?.number)}</span>}
      actions={data && data.items.length > 0 && <Actions search={search} />}
    >
      <Tabs
        label="Отчёты"
        tabs={tabs}
        active={`${report}`}
        onActivate={(name) => change({ report: Number(name) as PurchasedReport })}
      >
        <div className={styles.panel}>
          <PurchasedFilters search={search} data={data} contracts={contracts} onChange={change} />
          {data ? data.any && <Summary data={data} search={search} /> : <Skeleton width="100%" height={170} />}
          {mayOrder && contract && !contract.selected && report === 1 && (
            <Note action={<Button onClick={() => onChooseContract(contract.id)}>Выбрать этот договор</Button>}>
              В корзину можно класть товары выбранного договора. Сейчас выбран другой
            </Note>
          )}
          {isValidPurchasedPeriod(search) && (
            <PagedList
              list={list}
              empty={<NoRows isFiltered={data?.any === true} onReset={() => onChange(withoutFilters(search))} />}
              {...rowsOf({
                report,
                data: data?.report === report ? data : undefined,
                isRefreshing: isPlaceholderData,
                search,
                order: orders ? order : undefined,
                quantityFallback: other.quantityFallback,
                onAnalogues: other.onAnalogues,
                onSort: (sort) => change({ sort }),
              })}
              link={({ page, label, current, children }) => (
                <Link
                  to="/purchased"
                  search={changePurchasedSearch(search, { page })}
                  aria-label={label}
                  aria-current={current ? 'page' : undefined}
                >
                  {children}
                </Link>
              )}
            />
          )}
        </div>
      </Tabs>
      {orders && order.count > 0 && <OrderBar order={order} actions={other.actions} />}
    </Page>
  )
}

const title = purchasedTitles[1]

function subtitleText({ startDate, endDate, booked }: PurchasedReply, number: string | undefined): string {
  const period = `${startDate} – ${endDate}`
  return [number && `договор № ${number}`, period, booked ? 'отгрузки минус возвраты' : 'по отгруженным заказам']
    .filter(Boolean)
    .join(' · ')
}

function Actions({ search: { page: _page, product: _product, ...filters } }: { search: PurchasedSearch }) {
  const phone = usePhone()
  return (
    <span className="row no-print">
      {!phone && (
        <Button icon="print" onClick={() => print()}>
          Печать
        </Button>
      )}
      <FileLink href={endpointAddress(purchasedSheet, filters)} className={buttonClass()}>
        <Icon name="download" />
        XLSX
      </FileLink>
    </span>
  )
}

function Summary({ data, search }: { data: PurchasedReply; search: PurchasedSearch }) {
  return (
    <div className={styles.summary}>
      <PurchasedChart chart={data.chart} step={data.step} search={search} />
      <PurchasedTotals totals={data.totals} />
    </div>
  )
}

type RowsInput = {
  report: PurchasedReport
  data: PurchasedReply | undefined
  isRefreshing: boolean
  search: PurchasedSearch
  order: OrderAgain | undefined
  quantityFallback: ScreenProps['quantityFallback']
  onAnalogues: ScreenProps['onAnalogues']
  onSort: (sort: NonNullable<PurchasedSearch['sort']>) => void
}

function rowsOf({ report, data, isRefreshing, search, onSort, ...cells }: RowsInput) {
  if (report === 1) {
    const goodsProps = { items: data?.items.filter(isGood), isRefreshing, ...cells }
    return {
      cards: <GoodsCards {...goodsProps} />,
      table: <GoodsReport {...goodsProps} sort={search.sort ?? 'sum'} onSort={onSort} />,
    }
  }
  const goodsProps = { report, items: data?.items.filter(isGrouped), isRefreshing, search }
  return { cards: <GroupedCards {...goodsProps} />, table: <GroupedReport {...goodsProps} /> }
}

const isGood = (item: PurchasedItem): item is PurchasedGood => item.kind === 'goods'
const isGrouped = (item: PurchasedItem): item is Exclude<PurchasedItem, PurchasedGood> => item.kind !== 'goods'

function OrderBar({ order, actions }: { order: OrderAgain; actions: ScreenProps['actions'] }) {
  return (
    <BulkBar count={order.count} onClear={order.clear}>
      <span className="nowrap">
        на <b className="bold">{money(order.sum)}</b>
      </span>
      {actions(order.rows, order.clear)}
    </BulkBar>
  )
}

function NoRows({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (isFiltered)
    return (
      <EmptyState title="За этот период покупок нет" action={<Button onClick={onReset}>Показать за год</Button>}>
        Выберите другой период, категорию или бренд
      </EmptyState>
    )
  return (
    <EmptyState
      title="Покупок пока нет"
      action={
        <Link to="/catalog/{-$url}" className={buttonClass({ variant: 'primary' })}>
          Перейти в каталог
        </Link>
      }
    >
      Здесь появится всё, что отгрузят по договору: сколько, по какой цене и когда
    </EmptyState>
  )
}

function withoutFilters({ contract, report }: PurchasedSearch): PurchasedSearch {
  return changePurchasedSearch({}, { contract, report, ...periodDates('year', dayOf(new Date())) })
}
