import { Link } from '@tanstack/react-router'
import type { OrderBar, OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { money, quantity } from '#web/ui/format.ts'
import { barLabel, scaleOf, type Scale } from './chart-scale.ts'
import styles from './chart.module.css'

const groups = [
  { name: 'shipped', label: 'отгружены' },
  { name: 'working', label: 'в работе' },
  { name: 'cancelled', label: 'отменены' },
] as const

type BarsProps = { bars: readonly OrderBar[]; span: OrderSpan }

/** Columns, each of which opens its orders, and the same as a table for screen readers. */
export function OrdersChart({ bars, span }: BarsProps) {
  const scale = scaleOf(Math.max(...bars.map(sumOf)))
  return (
    <>
      <div className={styles.scroll}>
        <div className={styles.chart}>
          <Axis scale={scale} />
          {bars.map((bar) => (
            <Bar key={bar.from} bar={bar} span={span} scale={scale} />
          ))}
        </div>
      </div>
      <p className={styles.legend} aria-hidden="true">
        {groups.map(({ name, label }) => (
          <span key={name}>
            <i data-group={name} />
            {label}
          </span>
        ))}
        <span className="grow" />
        {scale.unit}, над столбцами – число заказов
      </p>
      <BarsTable bars={bars} />
    </>
  )
}

function Axis({ scale: { marks, factor, max } }: { scale: Scale }) {
  return (
    <ol className={styles.axis} aria-hidden="true">
      {marks.map((mark) => (
        <li key={mark} style={{ bottom: percentText((mark * factor) / max) }}>
          <span>{quantity(mark)}</span>
        </li>
      ))}
    </ol>
  )
}

function Bar({ bar, span, scale }: { bar: OrderBar; span: OrderSpan; scale: Scale }) {
  const { title, below } = barLabel(bar, span)
  const count = countOf(bar)
  return (
    <Link
      to="/admin"
      search={{ scope: 'all', from: bar.from, to: bar.to }}
      className={styles.bar}
      title={`${daysText(bar)}: ${money(sumOf(bar))}`}
    >
      <span className="unseen">Заказы {daysText(bar)}</span>
      <span className={styles.column} aria-hidden="true">
        {groups.map(({ name }) => (
          <i key={name} data-group={name} style={{ height: percentText(bar[name].sum / scale.max) }} />
        ))}
        {count > 0 && <span>{quantity(count)}</span>}
      </span>
      <span className={styles.label} aria-hidden="true">
        {title}
        <small>{below}</small>
      </span>
    </Link>
  )
}

function BarsTable({ bars }: { bars: readonly OrderBar[] }) {
  return (
    <table className="unseen">
      <caption>Заказы по дням оформления</caption>
      <thead>
        <tr>
          <th scope="col">Когда</th>
          <th scope="col">Заказов</th>
          {groups.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{daysText(bar)}</th>
            <td>{quantity(countOf(bar))}</td>
            {groups.map(({ name }) => (
              <td key={name}>{money(bar[name].sum)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function daysText({ from, to }: OrderBar): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}

function percentText(share: number): string {
  return `${share * 100}%`
}

function countOf({ shipped, working, cancelled }: OrderBar): number {
  return shipped.count + working.count + cancelled.count
}

function sumOf({ shipped, working, cancelled }: OrderBar): number {
  return shipped.sum + working.sum + cancelled.sum
}
