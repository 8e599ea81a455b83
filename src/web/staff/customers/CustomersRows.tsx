import { Link } from '@tanstack/react-router'
import type { Customer } from '#shared/api/administration/customers.ts'
import { day, money, price } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { overdueText } from './texts.ts'
import styles from './customers.module.css'

type RowsProps = { customers: readonly Customer[] | undefined; isRefreshing: boolean }

export function CustomersTable({ customers, isRefreshing }: RowsProps) {
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || customers === undefined}
      >
        <caption className="unseen">Организации</caption>
        <colgroup>
          <col />
          <col style={{ width: 112 }} />
          <col style={{ width: 170 }} />
          <col style={{ width: 82 }} />
          <col style={{ width: 122 }} />
          <col style={{ width: 164 }} />
          <col style={{ width: 132 }} />
          <col style={{ width: 112 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Организация</th>
            <th scope="col">ИНН</th>
            <th scope="col">Менеджер</th>
            <th scope="col" className={table.number}>
              Договоров
            </th>
            <th scope="col" className={table.number}>
              Долг, ₽
            </th>
            <th scope="col" className={table.number}>
              Просрочено, ₽
            </th>
            <th scope="col" className={table.number} title="Сумма заказов за 90 дней">
              Оборот 90 дн., ₽
            </th>
            <th scope="col" className={table.number}>
              Заказывали
            </th>
          </tr>
        </thead>
        <tbody>
          {customers ? (
            customers.map((customer) => <Row key={customer.id} customer={customer} />)
          ) : (
            <SkeletonRows rows={12} columns={8} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({ customer }: { customer: Customer }) {
  const { inn, manager, contracts, debt, overdue, turnover, last_order_at } = customer
  return (
    <tr className={list.open}>
      <td title={customer.name}>
        <CustomerLink customer={customer} /> {customer.stopped && <Tag tone="bad">Стоп</Tag>}
        {customer.merged && <Tag>Объединена</Tag>}
      </td>
      <td className="dim">{inn || '–'}</td>
      <td title={manager}>{manager || <span className="dim">не назначен</span>}</td>
      <td className={table.number}>{contracts || <span className="warn">нет</span>}</td>
      <td className={table.number}>{debt === 0 ? <span className="dim">–</span> : price(debt)}</td>
      <td className={table.number}>
        {overdue === 0 ? (
          <span className="dim">–</span>
        ) : (
          <>
            <span className="small dim">{overdueText(customer.overdue_days)}</span>{' '}
            <span className="bad bold">{price(overdue)}</span>
          </>
        )}
      </td>
      <td className={table.number}>{turnover === 0 ? <span className="dim">–</span> : price(turnover)}</td>
      <td className={table.number}>
        {last_order_at === null ? <span className="dim">ни разу</span> : day(last_order_at)}
      </td>
    </tr>
  )
}

function CustomerLink({ customer: { id, name } }: { customer: Pick<Customer, 'id' | 'name'> }) {
  return (
    <Link
      to="/admin/customers/$id"
      params={{ id: String(id) }}
      className={list.link}
      data-row=""
      onKeyDown={moveRowFocus}
    >
      {name}
    </Link>
  )
}

export function CustomersCards({ customers, isRefreshing }: RowsProps) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Организации"
      aria-busy={isRefreshing || customers === undefined}
    >
      {customers?.map((customer) => (
        <li key={customer.id} className={`${list.card} ${list.open}`}>
          <span className={styles.cardTitle}>
            <CustomerLink customer={customer} />
            {customer.stopped && <Tag tone="bad">Стоп</Tag>}
            {customer.merged && <Tag>Объединена</Tag>}
          </span>
          <span className="small dim">
            {[customer.inn && `ИНН ${customer.inn}`, customer.manager].filter(Boolean).join(' · ')}
          </span>
          <span className={styles.cardSums}>
            <span>Долг {money(customer.debt)}</span>
            {customer.overdue > 0 && (
              <span className="bad">
                просрочено {money(customer.overdue)}, {overdueText(customer.overdue_days)}
              </span>
            )}
          </span>
          <span className="small dim">
            {customer.last_order_at === null
              ? 'Не заказывали ни разу'
              : `Последний заказ ${day(customer.last_order_at)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
