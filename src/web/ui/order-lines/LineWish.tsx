import { milli } from '#shared/rules/money.ts'
import { quantity } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { Stepper } from '../Stepper.tsx'
import { ruleOf, wishOf, type OrderedLine, type LowerRows } from './changes.ts'
import styles from './order-lines.module.css'

type LineProps = { line: OrderedLine } & Pick<LowerRows, 'wishes' | 'words' | 'onWish'>

/** A line's quantity, or that it is to go. */
export function LineWish({ line, wishes, words, onWish }: LineProps) {
  const wish = wishOf(line, wishes)
  if (wish === 0) return <span className="bad">{words.none}</span>
  return (
    <Stepper
      label={`Количество: ${nameOf(line)}`}
      value={wish}
      rule={ruleOf(line)}
      unit={line.unit}
      onChange={(quantityMilli) => onWish(line, quantityMilli)}
      onRemove={() => onWish(line, 0)}
    />
  )
}

/** Takes the line out, or back in as it was ordered. */
export function LineDeed({ line, wishes, words, onWish }: LineProps) {
  if (wishOf(line, wishes) !== milli(line.qnt)) {
    return (
      <button type="button" className={styles.deed} aria-label={`Вернуть: ${nameOf(line)}`} title={`Вернуть ${quantity(line.qnt)} ${line.unit}`} onClick={() => onWish(line, undefined)}>
        <Icon name="back" size={14} />
      </button>
    )
  }
  return (
    <button type="button" className={styles.deed} aria-label={`${words.take}: ${nameOf(line)}`} title={words.take} onClick={() => onWish(line, 0)}>
      <Icon name="close" size={12} />
    </button>
  )
}

function nameOf({ articul, header }: OrderedLine): string {
  return articul || header
}
