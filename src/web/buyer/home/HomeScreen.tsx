import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { day, money } from '#web/ui/format.ts'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useRecentOrders, useTopCategories } from './use-home.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './home.module.css'

/** The home page: alerts, contracts, open orders, offers, categories and recently viewed goods. */
export function HomeScreen({
  alerts,
  contracts,
  showcase,
  seen,
}: {
  alerts: ReactNode
  contracts: ReactNode
  showcase: ReactNode
  seen: ReactNode
}) {
  return (
    <div className={styles.home}>
      <PageTitle>Главная</PageTitle>
      <h1 className="unseen">Главная</h1>
      {alerts}
      <div className={styles.cards}>
        {contracts}
        <RecentOrders />
      </div>
      {showcase}
      <Card
        title="Каталог"
        extra={
          <Link to="/catalog/{-$url}" params={{ url: undefined }} className="small">
            Все товары
          </Link>
        }
      >
        <CardBody>
          <TopCategories />
        </CardBody>
      </Card>
      {seen}
    </div>
  )
}

function RecentOrders() {
  const { data: orders, error, refetch } = useRecentOrders()
  return (
    <Card
      title="Последние заказы"
      extra={
        <Link to="/orders" className="small">
          Все заказы
        </Link>
      }
    >
      <CardBody>
        <div className={styles.ordersPlace}>
          {orders ? (
            orders.length === 0 ? (
              <p className="muted">За последние 30 дней заказов не было</p>
            ) : (
              <ul className={styles.orders}>
                {orders.map(({ id, numberOrder, state, status, sum, created_at }) => (
                  <li key={id}>
                    <Link to="/orders/$id" params={{ id: String(id) }}>
                      {numberOrder}
                    </Link>
                    <OrderStateTag state={state} status={status} />
                    <span className="grow" />
                    <span className={`dim small ${styles.date}`}>{day(created_at).slice(0, 5)}</span>
                    {sum !== null && <span className={styles.sum}>{money(sum)}</span>}
                  </li>
                ))}
              </ul>
            )
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <Lines count={6} />
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function TopCategories() {
  const { data: categories, error, refetch } = useTopCategories()
  if (error && !categories) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!categories) return <Lines count={4} />
  if (categories.length === 0)
    return <EmptyState title="Каталог пуст">По выбранному договору пока ничего не продаётся</EmptyState>
  return (
    <ul className={styles.categories}>
      {categories.map(({ id, header, url, picture }) => (
        <li key={id}>
          <Link to="/catalog/{-$url}" params={{ url }}>
            <Picture id={picture} type="webp" size={48} />
            {header}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Lines({ count }: { count: number }) {
  return (
    <div className="column">
      {Array.from({ length: count }, (_, index) => (
        // Static placeholder lines.
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={index} width={`${90 - index * 7}%`} height={16} />
      ))}
    </div>
  )
}
