import type { BasketLine } from '#shared/api/basket.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount, money } from '#web/ui/format.ts'
import { totalsOf } from './lines.ts'
import styles from './cart.module.css'

/** What it costs, under the thumb while the rows are looked through, and the way down to the checkout. */
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

/** The focus goes along, for those who go on by keyboard or hear the page. */
function goToCheckout(): void {
  const checkout = document.querySelector<HTMLElement>('#checkout')
  checkout?.scrollIntoView({ behavior: 'smooth' })
  checkout?.focus({ preventScroll: true })
}
