import type { BasketLine } from '#shared/api/basket.ts'
import { offStepText, unavailableMessage } from '#shared/rules/step-text.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { momentText, price, quantity } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { shortName } from '#web/ui/initials.ts'
import { isNotMultiple, fixedQuantity, priceChange, stockDecrease } from './lines.ts'
import styles from './cart.module.css'

/** Changes of this row since it was added, and what is missing to its next price. */
export function RowChanges({ line, hint }: { line: BasketLine; hint: string | undefined }) {
  const difference = priceChange(line)
  const stockBefore = stockDecrease(line)
  return (
    <>
      {line.over && <Tag tone="bad">{shortageText(line)}</Tag>}
      {stockBefore !== undefined && (
        <Tag>
          осталось {quantity(line.available)}, было {quantity(stockBefore)}
        </Tag>
      )}
      {isNotMultiple(line) && <Tag tone="bad">{offStepText(stepRule(line))}</Tag>}
      {difference !== 0 && (
        <Tag tone={difference > 0 ? 'warn' : 'ok'}>
          цена {difference > 0 ? '+' : '−'}
          {withKopecks(Math.abs(difference))}
        </Tag>
      )}
      {line.edited && (
        <Tag tone="warn">
          {shortName(line.edited.by)}, {momentText(line.edited.at)}
        </Tag>
      )}
      {hint !== undefined && <small className={`dim ${styles.hint}`}>{hint}</small>}
    </>
  )
}

function shortageText(line: BasketLine): string {
  const { gone, available, stock_label } = line
  if (gone) return 'не продаётся'
  if (fixedQuantity(line) === 0) return unavailableMessage(available > 0).toLowerCase()
  return stock_label === null ? `есть ${quantity(available)}` : 'есть меньше'
}

/** Differences always show kopecks: '+12,00'. */
function withKopecks(roubles: number): string {
  const text = price(roubles)
  return text.includes(',') ? text : `${text},00`
}
