import type { ProductCard } from '#shared/api/catalogue.ts'
import { quantityWithUnit, quantity } from '#web/ui/format.ts'
import { StockAge } from '#web/parts/stock-age/StockAge.tsx'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { choiceTable, isBelowStep, isInStock, stepsOf } from '../product-choice.ts'
import { arrivalTexts } from './arrival-texts.ts'
import { WatchButton } from './MarkButtons.tsx'
import styles from './product-card.module.css'

const maxArrivals = 4

/** Notes below the grid: arrivals, rounding, age of the stock data. */
export function StockNotes({ card, orders, keepsLists }: { card: ProductCard; orders: boolean; keepsLists: boolean }) {
  const arrivals = arrivalTexts(card)
  const { rows } = choiceTable(card)
  const steps = stepsOf(rows)
  const isOutOfStock = !rows.some(isInStock)
  return (
    <div className={styles.notes}>
      {(isOutOfStock || arrivals.length > 0) && (
        <div className={styles.note}>
          {isOutOfStock && <span className="bold">{unavailableText({ below_step: rows.some(isBelowStep) })}</span>}
          {arrivals.length > 0 && <Arrivals texts={arrivals} />}
          {isOutOfStock && keepsLists && <WatchButton id={card.id} />}
        </div>
      )}
      {orders && steps.some((step) => step !== 1) && <span>{roundingText(steps, card.unit)}</span>}
      <StockAge unless="late" />
    </div>
  )
}

function Arrivals({ texts }: { texts: string[] }) {
  const moreCount = texts.length - maxArrivals
  return (
    <span className={styles.arrivals}>
      <Icon name="truck" />
      <span>
        Ожидается: {texts.slice(0, maxArrivals).join('; ')}
        {moreCount > 0 && <span title={texts.slice(maxArrivals).join('; ')}>; ещё {moreCount}</span>}
      </span>
    </span>
  )
}

function roundingText(steps: number[], unit: string): string {
  const [step = 1] = steps
  const packs = steps.every(Number.isInteger)
  const stepText = steps.length === 1 ? quantityWithUnit(step, unit) : `${steps.map(quantity).join(', ')} ${unit}`
  return `Кратность ${stepText}. Количество округляется вверх до ${packs ? 'упаковки' : 'кратного'}.`
}
