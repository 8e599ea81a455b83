import { useState } from 'react'
import { milli, units } from '#shared/rules/money.ts'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './claim-quantity.module.css'

type QuantityProps = {
  /** Article of the good. */
  label: string
  /** Action in the accessible name: 'Заявить', 'Принять'. */
  action: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** Quantity of a line between 0 and the maximum, typed or changed by one. */
export function ClaimQuantity({ label, action, value, max, onChange }: QuantityProps) {
  const [typed, setTyped] = useState<string>()
  const changeTo = (next: number) => onChange(Math.min(max, Math.max(0, units(Math.round(milli(next))))))
  return (
    <span className={styles.quantity} data-has={value > 0 || undefined}>
      <button type="button" aria-label={`Меньше ${label}`} disabled={value <= 0} onClick={() => changeTo(value - 1)}>
        <Icon name="minus" size={12} />
      </button>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${action} ${label}`}
        value={typed ?? quantity(value)}
        disabled={max === 0}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.replace(/[^\d.,]/g, '')
          const parsed = Number(text.replace(',', '.'))
          setTyped(text)
          if (Number.isFinite(parsed)) changeTo(parsed)
        }}
      />
      <button type="button" aria-label={`Больше ${label}`} disabled={value >= max} onClick={() => changeTo(value + 1)}>
        <Icon name="plus" size={12} />
      </button>
    </span>
  )
}
