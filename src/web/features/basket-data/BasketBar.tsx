import type { ReactNode } from 'react'
import { counted, money, volume, weight } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Basket } from './basket-state.ts'
import styles from './basket-bar.module.css'

const lineForms = ['строка', 'строки', 'строк'] as const

/** What the basket holds and what is missing to free delivery, always in sight. */
export function BasketBar({ basket, actions, phoneAction }: { basket: Basket; actions: ReactNode; phoneAction: ReactNode }) {
  const { count, sum, totals } = basket
  return (
    <section className={`${styles.bar} no-print`} aria-label="Корзина">
      <span className={styles.count}>
        <Icon name="cart" />
        <strong>{count.products}</strong> {counted(count.products, lineForms).replace(/^\S+?\u00a0/, '')}
      </span>
      {sum !== null && <strong className={styles.sum}>{money(sum)}</strong>}
      <span className={styles.extra}>
        {[totals.weight > 0 && weight(totals.weight), totals.volume > 0 && volume(totals.volume)].filter(Boolean).join(' · ')}
      </span>
      <FreeDelivery basket={basket} />
      <span className="grow" />
      <span className={styles.actions}>{actions}</span>
      <span className={styles.phone}>{phoneAction}</span>
    </section>
  )
}

function FreeDelivery({ basket: { totals, sum } }: { basket: Basket }) {
  const { to_free_delivery: missing, free_delivery_from: from } = totals
  if (missing === null || from === null || from <= 0 || sum === null) return null
  return (
    <span className={styles.delivery}>
      {missing > 0 ? `До бесплатной доставки ${money(missing)}` : 'Доставка бесплатна'}
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, (sum * 100) / from)}%` }} />
      </i>
    </span>
  )
}
