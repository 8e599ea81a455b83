import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './delivery.module.css'

type ActionProps = {
  icon: IconName
  label: string
  /** Accessible name where the label is too short. */
  name?: string
  onPress: () => void
  children: ReactNode
}

/** A field with a button beside its label. */
export function WithAction({ icon, label, name, onPress, children }: ActionProps) {
  return (
    <div className={styles.field}>
      {children}
      <button type="button" className={styles.action} aria-label={name} onClick={onPress}>
        <Icon name={icon} size={14} />
        {label}
      </button>
    </div>
  )
}
