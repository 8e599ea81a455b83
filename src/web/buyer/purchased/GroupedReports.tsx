import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PurchasedItem, PurchasedReport } from '#shared/api/money/purchased.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { purchasedTitles } from '#shared/rules/documents/purchased-titles.ts'
import { money, monthName, price, quantity, withCount } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { changePurchasedSearch, type PurchasedSearch } from './purchased-url.ts'
import styles from './purchased.module.css'

type Grouped = Exclude<PurchasedItem, { kind: 'goods' }>
type Column<Item> = {
  heading: string
  width?: number
  number?: boolean
  cell: (item: Item, search: PurchasedSearch) => ReactNode
}
type Kind = Grouped['kind']

const sum = {
  heading: 'Сумма, ₽',
  width: 140,
  number: true,
  cell: (item: Grouped) => <b className="bold">{price(item.sum)}</b>,
}
const goods = { heading: 'Товаров', width: 100, number: true, cell: (item: Grouped) => quantity(item.goods) }
const vat = { heading: 'НДС, ₽', width: 130, number: true, cell: ({ vat: of }: { vat: number }) => price(of) }
const shipments = {
  heading: 'Отгрузок',
  width: 100,
  number: true,
  cell: ({ shipments: count }: { shipments: number }) => quantity(count),
}

const columns: { [K in Kind]: readonly Column<Extract<Grouped, { kind: K }>>[] } = {
  documents: [
    { heading: 'Дата', width: 100, cell: ({ date }) => date },
    { heading: 'Документ', width: 220, cell: ({ title }) => <b className="bold">{title}</b> },
    { heading: 'Заказ', cell: ({ order }) => <OrderLink order={order} /> },
    goods,
    sum,
    vat,
  ],
  groups: [
    { heading: 'Категория', cell: (item, search) => <GroupLink item={item} search={search} /> },
    { heading: 'Бренд', width: 220, cell: ({ brand }) => brand?.header ?? <span className="dim">без бренда</span> },
    goods,
    shipments,
    sum,
    { heading: 'Доля', width: 150, cell: ({ share }) => <Share share={share} /> },
  ],
  months: [
    { heading: 'Месяц', cell: (item, search) => <MonthLink item={item} search={search} /> },
    goods,
    shipments,
    {
      heading: 'Возвраты, ₽',
      width: 130,
      number: true,
      cell: ({ returns }) => (returns === 0 ? '–' : price(-returns)),
    },
    sum,
    vat,
  ],
}

type ReportProps = {
  report: Exclude<PurchasedReport, 1>
  items: readonly Grouped[] | undefined
  isRefreshing: boolean
  search: PurchasedSearch
}

const kinds = { 2: 'documents', 3: 'groups', 4: 'months' } as const

/** Reports 2 to 4. */
export function GroupedReport({ report, items, isRefreshing, search }: ReportProps) {
  const kind = kinds[report]
  // Rows have the kind of the report: the server returns one kind only.
  const shown = columns[kind] as readonly Column<Grouped>[]
  return (
    <div className={styles.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || items === undefined}
      >
        <caption className="unseen">{purchasedTitles[report]}</caption>
        <colgroup>
          {shown.map(({ heading, width }) => (
            <col key={heading} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map(({ heading, number }) => (
              <th key={heading} scope="col" className={number ? table.number : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items ? (
            items.map((item) => (
              <tr key={keyOf(item)}>
                {shown.map(({ heading, number, cell }) => (
                  <td key={heading} className={number ? table.number : undefined}>
                    {cell(item, search)}
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <SkeletonRows rows={12} columns={shown.length} />
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The rows as cards on a phone. */
export function GroupedCards({ report, items, isRefreshing, search }: ReportProps) {
  return (
    <ul
      className={`${list.cards} ${styles.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label={purchasedTitles[report]}
    >
      {items?.map((item) => (
        <li key={keyOf(item)} className={styles.goodCard}>
          <div className={styles.words}>
            <span className="bold">{headingOf(item, search)}</span>
            <span className="small dim">{detailText(item)}</span>
          </div>
          <b className="bold nowrap">{money(item.sum)}</b>
        </li>
      ))}
    </ul>
  )
}

function headingOf(item: Grouped, search: PurchasedSearch): ReactNode {
  if (item.kind === 'documents') return item.title
  return item.kind === 'groups' ? <GroupLink item={item} search={search} /> : <MonthLink item={item} search={search} />
}

const shipmentForms = ['отгрузка', 'отгрузки', 'отгрузок'] as const
const goodForms = ['товар', 'товара', 'товаров'] as const

function detailText(item: Grouped): ReactNode {
  const count = withCount(item.goods, goodForms)
  if (item.kind === 'documents')
    return (
      <>
        {item.date} · {count}
        {item.order && (
          <>
            {' · '}
            <OrderLink order={item.order} />
          </>
        )}
      </>
    )
  if (item.kind === 'groups') return `${item.brand?.header ?? 'без бренда'} · ${count} · ${shareText(item.share)}`
  return `${count} · ${withCount(item.shipments, shipmentForms)}`
}

function keyOf(item: Grouped): string {
  if (item.kind === 'documents') return `${item.id} ${item.title}`
  return item.kind === 'months' ? item.startdate : `${item.category?.id ?? 0} ${item.brand?.id ?? 0}`
}

function OrderLink({ order }: { order: { id: number; number: string } | null }) {
  if (!order) return <span className="dim">–</span>
  return (
    <Link to="/orders/$id" params={{ id: String(order.id) }}>
      Заказ {order.number}
    </Link>
  )
}

type ItemOfKind<K extends Kind> = { item: Extract<Grouped, { kind: K }>; search: PurchasedSearch }

/** Link to the goods of a category and a brand. */
function GroupLink({ item: { category, brand }, search }: ItemOfKind<'groups'>) {
  if (!category) return <span className="dim">Без категории</span>
  return (
    <Link
      to="/purchased"
      search={changePurchasedSearch(search, { report: undefined, catalog: category.id, brand: brand?.id })}
    >
      {category.header}
    </Link>
  )
}

/** Link to the goods of a month. */
function MonthLink({ item: { startdate, enddate }, search }: ItemOfKind<'months'>) {
  return (
    <Link to="/purchased" search={changePurchasedSearch(search, { report: undefined, startdate, enddate })}>
      {monthName(parseDay(startdate))}
    </Link>
  )
}

function Share({ share }: { share: number }) {
  return (
    <span className={styles.share}>
      <i style={{ width: `${Math.max(0, Math.min(100, share))}%` }} aria-hidden="true" />
      {shareText(share)}
    </span>
  )
}

function shareText(share: number): string {
  return `${String(share).replace('.', ',').replace('-', '−')} %`
}
