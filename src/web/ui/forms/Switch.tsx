import styles from './switch.module.css'

type SwitchProps = {
  /** Accessible name. */
  label: string
  /** Text beside it. */
  text?: string
  checked: boolean
  onChange: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Switch({ label, text, checked, onChange }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {text}
    </label>
  )
}
