import { Icon, type IconName } from '../Icon.tsx'
import styles from '../button.module.css'

type Segment<V extends string> = { value: V; label: string; icon?: IconName; count?: number }

/** A choice of a few, all visible. With an icon the label is the accessible name and tooltip. */
export function Segments<V extends string>(props: {
  label: string
  options: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <span className={styles.segments} role="group" aria-label={props.label}>
      {props.options.map(({ value, label, icon, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          aria-label={icon ? label : undefined}
          title={icon ? label : undefined}
          onClick={() => props.onChange(value)}
        >
          {icon ? <Icon name={icon} /> : label}
          {count !== undefined && ` ${count}`}
        </button>
      ))}
    </span>
  )
}
