import type { ReactNode } from 'react'
import styles from './button.module.css'

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'accent'

/** A state in words; the colour only repeats it. */
export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
