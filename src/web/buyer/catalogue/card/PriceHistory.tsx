import { useState } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { day, money, price, quantity } from '#web/ui/format.ts'
import table from '#web/ui/tables/table.module.css'
import { useNow } from '#web/ui/use-now.ts'
import { choiceTable, nameOfRow } from '../product-choice.ts'
import { priceChanges, priceLine, type PriceChange, type PriceLine, type PricePoint } from './price-line.ts'
import { TabState } from './TabState.tsx'
import { usePriceHistory } from './use-card-tabs.ts'
import styles from './price-history.module.css'

const refreshMs = 600_000

/** Price history under the contract, as a chart and a table; with several variants one is chosen. */
export function PriceHistory({ card }: { card: ProductCard }) {
  const { rows } = choiceTable(card)
  const [chosen, setChosen] = useState(rows[0]?.id ?? card.id)
  const history = usePriceHistory(chosen)
  return (
    <div className="column">
      {rows.length > 1 && (
        <span>
          <BarSelect
            label="Вариант"
            options={rows.map((row) => ({ value: String(row.id), label: nameOfRow(row) }))}
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        </span>
      )}
      <TabState query={history} height={168} isEmpty={(points) => points.length === 0} empty="Цена пока не менялась">
        {(points) => <Prices points={points} />}
      </TabState>
    </div>
  )
}

function Prices({ points }: { points: PricePoint[] }) {
  const today = day(useNow(refreshMs).toISOString())
  const line = priceLine(points, today)
  return (
    <div className={styles.history}>
      <table className={table.table}>
        <thead>
          <tr>
            <th>С даты</th>
            <th className={table.number}>Цена, ₽</th>
            <th className={table.number}>Изменение</th>
          </tr>
        </thead>
        <tbody>
          {priceChanges(points).map((change) => (
            <Row key={change.date} change={change} />
          ))}
        </tbody>
      </table>
      {line && <Line line={line} from={points[0]?.date ?? today} to={today} />}
    </div>
  )
}

function Row({ change: { date, price: roubles, percent } }: { change: PriceChange }) {
  return (
    <tr>
      <td>{date}</td>
      <td className={`${table.number} ${table.strong}`}>{roubles === null ? 'не продавался' : price(roubles)}</td>
      <td className={`${table.number} dim`}>
        {percent === undefined || percent === 0 ? '–' : `${percent > 0 ? '+' : '−'}${quantity(Math.abs(percent))} %`}
      </td>
    </tr>
  )
}

function Line({ line: { path, lowest, highest }, from, to }: { line: PriceLine; from: string; to: string }) {
  const range = lowest === highest ? money(highest) : `от ${money(lowest)} до ${money(highest)}`
  return (
    <figure className={styles.line} role="img" aria-label={`Цена с ${from} по ${to}: ${range}`}>
      <div className={styles.scale} aria-hidden="true">
        <span>{money(highest)}</span>
        {lowest !== highest && <span>{money(lowest)}</span>}
      </div>
      <svg viewBox="0 -4 100 108" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={styles.days} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </figure>
  )
}
