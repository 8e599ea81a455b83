import type { KeyboardEventHandler } from 'react'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import styles from './filter-panel.module.css'

export type FacetValue = { id: number; label: string; count: number }

type FacetValuesProps = {
  values: readonly FacetValue[]
  chosen: readonly number[]
  /** Has its own scroll container. */
  long?: boolean
  onToggle: (value: FacetValue) => void
  onKeyDown?: KeyboardEventHandler<HTMLElement>
}

/** Checkboxes of a facet, or a message that there are none. */
export function FacetValues({ values, chosen, long = false, onToggle, onKeyDown }: FacetValuesProps) {
  return (
    <div className={long ? styles.long : undefined}>
      {values.map((value) => (
        <div key={value.id} className={value.count === 0 ? 'dim' : undefined}>
          <Checkbox
            label={<span title={value.label}>{value.label}</span>}
            count={value.count}
            checked={chosen.includes(value.id)}
            onChange={() => onToggle(value)}
            onKeyDown={onKeyDown}
          />
        </div>
      ))}
      {values.length === 0 && <p className={styles.nothing}>Ничего не найдено</p>}
    </div>
  )
}
