import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './layout.module.css'

/** What needs attention on a page: what is wrong, why, and the button that settles it. */
export function Note({ tone, children, action, role }: { tone?: 'warn' | 'bad' | 'ok'; children: ReactNode; action?: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      <Icon name={tone === 'ok' ? 'check' : tone === undefined ? 'info' : 'warning'} />
      <div>{children}</div>
      {action}
    </div>
  )
}
