import { milli } from '#shared/rules/money.ts'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { ruleOf, inputOf, type OrderedLine, type QuantityRows } from './changes.ts'
import styles from './order-lines.module.css'

type LineProps = { line: OrderedLine } & Pick<QuantityRows, 'inputs' | 'texts' | 'onInput'>

/** A line's quantity, or a note that it will be removed. */
export function LineInput({ line, inputs, texts, onInput }: LineProps) {
  const input = inputOf(line, inputs)
  if (input === 0) return <span className="bad">{texts.zeroText}</span>
  return (
    <Stepper
      label={`Количество: ${nameOf(line)}`}
      value={input}
      rule={ruleOf(line)}
      unit={line.unit}
      onChange={(quantityMilli) => onInput(line, quantityMilli)}
      onRemove={() => onInput(line, 0)}
    />
  )
}

/** Removes the line, or restores the ordered quantity. */
export function LineAction({ line, inputs, texts, onInput }: LineProps) {
  if (inputOf(line, inputs) !== milli(line.qnt)) {
    return (
      <button
        type="button"
        className={styles.action}
        aria-label={`Вернуть: ${nameOf(line)}`}
        title={`Вернуть ${quantity(line.qnt)} ${line.unit}`}
        onClick={() => onInput(line, undefined)}
      >
        <Icon name="back" size={14} />
      </button>
    )
  }
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={`${texts.zeroButton}: ${nameOf(line)}`}
      title={texts.zeroButton}
      onClick={() => onInput(line, 0)}
    >
      <Icon name="close" size={12} />
    </button>
  )
}

function nameOf({ articul, header }: OrderedLine): string {
  return articul || header
}
