import type { ReactNode } from 'react'
import { plural } from '#shared/rules/plural.ts'
import { money, quantity, volume, weight } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FreeDelivery } from './FreeDelivery.tsx'
import type { Basket } from './basket-state.ts'
import styles from './basket-bar.module.css'

const lineForms = ['строка', 'строки', 'строк'] as const

/** A fixed bar: goods in the basket and the sum missing for free delivery. */
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
      <FreeDelivery sum={sum} from={totals.free_delivery_from} className={styles.delivery} />
      <span className="grow" />
      <span className={styles.actions}>{actions}</span>
      <span className={styles.phone}>{phoneAction}</span>
    </section>
  )
}
