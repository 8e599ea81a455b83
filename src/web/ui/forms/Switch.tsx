import styles from './switch.module.css'

type SwitchProps = {
  /** What is switched, for those who hear the page. */
  label: string
  /** What stands beside it. */
  text?: string
  checked: boolean
  onChange: (on: boolean) => void
}

/** On or off, at once. */
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
