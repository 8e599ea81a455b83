import type { BasketLine } from '#shared/api/basket.ts'
import { milli } from '#shared/rules/money.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import { ruleOf } from './lines.ts'
import styles from './cart.module.css'

export function LineQuantity({ line, onQuantity }: { line: BasketLine; onQuantity: (quantityMilli: number) => void }) {
  return (
    <span data-over={line.over || undefined} className={styles.counter}>
      <Stepper
        label={`Количество: ${line.articul || line.header}, ${line.wms_header}`}
        value={milli(line.qnt)}
        rule={ruleOf(line)}
        unit={line.unit}
        disabled={line.gone}
        onChange={onQuantity}
      />
    </span>
  )
}
