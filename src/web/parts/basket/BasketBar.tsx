import type { ReactNode } from 'react'
import { kopecks } from '#shared/rules/money.ts'
import { plural } from '#shared/rules/plural.ts'
import { money, quantity, volume, weight } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Basket } from './basket-state.ts'
import styles from './basket-bar.module.css'

const lineForms = ['строка', 'строки', 'строк'] as const

/** What the basket holds and what is missing to free delivery, always in sight. */
export function BasketBar({
  basket,
  actions,
  phoneAction,
}: {
  basket: Basket
  actions: ReactNode
  phoneAction: ReactNode
}) {
  const { count, sum, totals } = basket
  return (
    <section className={`${styles.bar} no-print`} aria-label="Корзина">
      <span className={styles.count}>
        <Icon name="cart" />
        {count.products === 0 ? (
          <span className="muted">Корзина пуста</span>
        ) : (
          <>
            <strong>{quantity(count.products)}</strong> {plural(count.products, lineForms)}
          </>
        )}
      </span>
      {sum !== null && count.products > 0 && <strong className={styles.sum}>{money(sum)}</strong>}
      <span className={styles.extra}>
        {[totals.weight > 0 && weight(totals.weight), totals.volume > 0 && volume(totals.volume)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <FreeDelivery basket={basket} />
      <span className="grow" />
      <span className={styles.actions}>{actions}</span>
      <span className={styles.phone}>{phoneAction}</span>
    </section>
  )
}

function FreeDelivery({ basket: { totals, sum } }: { basket: Basket }) {
  const { free_delivery_from: from } = totals
  if (from === null || from <= 0 || sum === null) return null
  const missing = (kopecks(from) - kopecks(sum)) / 100
  return (
    <span className={styles.delivery}>
      {missing > 0 ? `До бесплатной доставки ${money(missing)}` : 'Доставка бесплатна'}
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, (sum * 100) / from)}%` }} />
      </i>
    </span>
  )
}
