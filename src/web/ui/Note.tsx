import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './page/layout.module.css'

/** A note about a problem: what is wrong, why, and the button that resolves it. */
export function Note({
  tone,
  children,
  action,
  role,
}: {
  tone?: 'warn' | 'bad' | 'ok'
  children: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
}) {
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      <Icon name={tone === 'ok' ? 'check' : tone === undefined ? 'info' : 'warning'} />
      <div>{children}</div>
      {action}
    </div>
  )
}
