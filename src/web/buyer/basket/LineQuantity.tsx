import type { BasketLine } from '#shared/api/basket.ts'
import { milli } from '#shared/rules/money.ts'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import styles from './cart.module.css'

type LineQuantityProps = {
  line: BasketLine
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  onRemove: (line: BasketLine) => void
}

export function LineQuantity({ line, onQuantity, onRemove }: LineQuantityProps) {
  return (
    <span data-over={line.over || undefined} className={styles.counter}>
      <Stepper
        label={`Количество: ${line.articul || line.header}, ${line.wms_header}`}
        value={milli(line.qnt)}
        rule={quantityRule(line)}
        unit={line.unit}
        disabled={line.gone}
        onChange={(quantityMilli) => onQuantity(line, quantityMilli)}
        onRemove={() => onRemove(line)}
      />
    </span>
  )
}
