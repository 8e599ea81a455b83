import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Employee } from '#shared/api/approvals.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { EmployeeLimits } from './EmployeeLimits.tsx'
import { WaitingOrders } from './WaitingOrders.tsx'
import { approvalsQuery } from './use-approvals.ts'
import styles from './approvals.module.css'

const LimitsDialog = lazy(() => import('./LimitsDialog.tsx').then((module) => ({ default: module.LimitsDialog })))

/** Orders waiting for approval, and the employees' limits. */
export function ApprovalsScreen() {
  const { data } = useSuspenseQuery(approvalsQuery)
  const [limiting, setLimiting] = useState<Employee>()
  return (
    <Page
      title="Согласование"
      extra={
        <span className="dim">
          {data.orders.length === 0
            ? 'никто не ждёт'
            : `${withCount(data.orders.length, ['заказ', 'заказа', 'заказов'])} на согласовании`}
        </span>
      }
    >
      {data.orders.length === 0 ? (
        <EmptyState title="Заказов на согласовании нет">
          Заказы сотрудников сверх лимита появятся здесь, товар за ними будет зарезервирован
        </EmptyState>
      ) : (
        <WaitingOrders orders={data.orders} />
      )}
      <section className={styles.limits}>
        <h2>Лимиты сотрудников</h2>
        <p className="dim">Заказ сверх лимита уходит поставщику только после вашего согласия</p>
        {data.employees.length === 0 ? (
          <p className="dim">Сотрудников, которые оформляют заказы, нет</p>
        ) : (
          <EmployeeLimits employees={data.employees} onEdit={setLimiting} />
        )}
      </section>
      {limiting && (
        <Suspense>
          <LimitsDialog key={limiting.id} employee={limiting} onClose={() => setLimiting(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
