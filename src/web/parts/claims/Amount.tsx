import { useState } from 'react'
import { milli, units } from '#shared/rules/money.ts'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './amount.module.css'

type AmountProps = {
  /** Article of the good. */
  label: string
  /** Action in the accessible name: 'Заявить', 'Принять'. */
  verb: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** Quantity of a line between 0 and the maximum, typed or changed by one. */
export function Amount({ label, verb, value, max, onChange }: AmountProps) {
  const [typed, setTyped] = useState<string>()
  const fit = (next: number) => onChange(Math.min(max, Math.max(0, units(Math.round(milli(next))))))
  return (
    <span className={styles.amount} data-has={value > 0 || undefined}>
      <button type="button" aria-label={`Меньше ${label}`} disabled={value <= 0} onClick={() => fit(value - 1)}>
        <Icon name="minus" size={12} />
      </button>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${verb} ${label}`}
        value={typed ?? quantity(value)}
        disabled={max === 0}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.replace(/[^\d.,]/g, '')
          const read = Number(text.replace(',', '.'))
          setTyped(text)
          if (Number.isFinite(read)) fit(read)
        }}
      />
      <button type="button" aria-label={`Больше ${label}`} disabled={value >= max} onClick={() => fit(value + 1)}>
        <Icon name="plus" size={12} />
      </button>
    </span>
  )
}
