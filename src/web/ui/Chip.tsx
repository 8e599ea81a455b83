import { Icon } from './Icon.tsx'
import styles from './button.module.css'

/** An active condition; a press removes it. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={`Убрать: ${label}`}>
      {label}
      <Icon name="close" size={12} />
    </button>
  )
}
