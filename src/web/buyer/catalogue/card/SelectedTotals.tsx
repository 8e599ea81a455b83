import type { ProductCard } from '#shared/api/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { quantityWithUnit, money, quantity } from '#web/ui/format.ts'
import styles from './product-card.module.css'

type TotalsProps = {
  card: ProductCard
  total: { quantity: number; sum: number | null }
  /** Units in the basket already. */
  inBasket: number
  refusal: string | undefined
  onReset: () => void
}

/** Selected quantity and sum; changes are announced to screen readers. */
export function SelectedTotals({ card, total, inBasket, refusal, onReset }: TotalsProps) {
  // Nothing appears or disappears here, so that buttons do not move while being pressed.
  return (
    <>
      <span className={styles.chosen}>
        <span aria-live="polite">
          Выбрано <b className="bold">{quantityWithUnit(total.quantity, card.unit)}</b>
          {total.sum !== null && (
            <>
              {' '}
              на <b className="bold">{money(total.sum)}</b>
            </>
          )}
        </span>{' '}
        <span className="dim">
          <span className={styles.dot}>· </span>уже в корзине {quantity(inBasket)}
        </span>
      </span>
      <Button small variant="plain" disabled={total.quantity === 0} onClick={onReset}>
        Сбросить
      </Button>
      <span className={`bad small ${styles.refusal}`} role="alert">
        {refusal}
      </span>
    </>
  )
}
