import type { ReactNode } from 'react'
import styles from './layout.module.css'

/** A page: title and its actions in one line (`above` it the way back), then what needs attention, then the table. */
export function Page({ above, title, beside, actions, children }: { above?: ReactNode; title: ReactNode; beside?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      {above !== undefined && <div className={styles.above}>{above}</div>}
      <div className={styles.title}>
        <h1>{title}</h1>
        {beside}
        <span className="grow" />
        {actions}
      </div>
      {children}
    </div>
  )
}

export function Card({ title, beside, children }: { title?: ReactNode; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          <span className="grow" />
          {beside}
        </header>
      )}
      {children}
    </section>
  )
}

/** The padding inside a card for all that is not a table. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={styles.inside}>{children}</div>
}
