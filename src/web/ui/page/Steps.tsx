import type { ReactNode } from 'react'
import styles from './steps.module.css'

export type Step = { key: string; title: string; below?: ReactNode; stage: 'done' | 'now' | 'ahead' }

/** Steps of a process: done, current and next ones. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, title, below, stage }) => (
        <li key={key} data-stage={stage} aria-current={stage === 'now' ? 'step' : undefined}>
          <span>{title}</span>
          {below !== undefined && <small>{below}</small>}
        </li>
      ))}
    </ol>
  )
}
