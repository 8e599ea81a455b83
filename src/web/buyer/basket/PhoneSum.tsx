import type { BasketLine } from '#shared/api/basket.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount, money } from '#web/ui/format.ts'
import { totalsOf } from './lines.ts'
import styles from './cart.module.css'

/** Sum and link to the checkout, fixed at the bottom of a phone while scrolling. */
export function PhoneSum({ lines }: { lines: readonly BasketLine[] }) {
  const { sum } = totalsOf(lines)
  return (
    <div className={`${styles.phoneSum} no-print`}>
      <span>
        {sum !== null && <b className="bold">{money(sum)}</b>}
        <span className="small dim"> {withCount(lines.length, ['строка', 'строки', 'строк'])}</span>
      </span>
      <Button variant="primary" onClick={goToCheckout}>
        К оформлению
      </Button>
    </div>
  )
}

/** Moves the focus too, for keyboard and screen reader users. */
function goToCheckout(): void {
  const checkout = document.querySelector<HTMLElement>('#checkout')
  checkout?.scrollIntoView({ behavior: 'smooth' })
  checkout?.focus({ preventScroll: true })
}
