import { lazy, Suspense } from 'react'
import { orderSpans, type OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { money, withCount } from '#web/ui/format.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useLocalStorage } from '#web/ui/use-local-storage.ts'
import { Block } from './Block.tsx'
import { useOrdersByDay } from './use-dashboard.ts'
import styles from './dashboard.module.css'

const OrdersChart = lazy(() => import('./OrdersChart.tsx').then((module) => ({ default: module.OrdersChart })))

const spans = [
  { value: 'days', label: '14 дней', words: 'за 14 дней' },
  { value: 'quarter', label: '3 мес.', words: 'за 13 недель' },
  { value: 'year', label: 'Год', words: 'за 12 месяцев' },
] as const satisfies { value: OrderSpan; label: string; words: string }[]

/** Orders and their sums by day, week or month, with their states of now. */
export function OrdersBlock() {
  const [stored, setSpan] = useLocalStorage('dashboardSpan', 'days')
  const span = orderSpans.find((name) => name === stored) ?? 'days'
  const query = useOrdersByDay(span)
  const choice = <Segments label="За какое время" options={spans} value={span} onChange={setSpan} />
  return (
    <Block title="Заказы по дням" extra={choice} query={query}>
      {({ bars, total, before }) =>
        bars.every(({ shipped, working, cancelled }) => shipped.count + working.count + cancelled.count === 0) ? (
          <EmptyState title="Заказов за это время нет">
            Заказы появятся здесь в день оформления: проверьте, что покупатели получили доступ, а 1С передала товары
          </EmptyState>
        ) : (
          <CardBody>
            <p className={styles.total}>
              <b className="bold">{money(total.sum)}</b>
              <span className="dim small">
                {spans.find(({ value }) => value === span)?.words},{' '}
                {withCount(total.count, ['заказ', 'заказа', 'заказов'])}
              </span>
              <span className="grow" />
              <Change sum={total.sum} before={before.sum} />
            </p>
            <Suspense fallback={<Skeleton width="100%" height={200} />}>
              <OrdersChart bars={bars} span={span} />
            </Suspense>
          </CardBody>
        )
      }
    </Block>
  )
}

function Change({ sum, before }: { sum: number; before: number }) {
  if (before === 0 || sum === 0) return null
  return (
    <span className="small" data-tone={sum < before ? 'bad' : 'ok'} title="К такому же времени раньше">
      {changeText(sum / before)}
    </span>
  )
}

/** '+8 %', '−30 %', above three times 'в 16 раз больше'. */
function changeText(ratio: number): string {
  if (ratio > 3) return `в ${withCount(Math.round(ratio), ['раз', 'раза', 'раз'])} больше`
  const percent = Math.round((ratio - 1) * 100)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}\u00a0%`
}
