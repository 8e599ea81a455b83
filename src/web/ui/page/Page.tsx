import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import styles from './layout.module.css'

type PageProps = {
  above?: ReactNode
  title: ReactNode
  /** Title of the browser tab, where `title` is not plain text. */
  tab?: string | undefined
  extra?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** Page layout: title and actions in one line (`above` it the back link), then alerts, then the content. */
export function Page({
  above,
  title,
  tab = typeof title === 'string' ? title : undefined,
  extra,
  actions,
  children,
}: PageProps) {
  return (
    <div className={styles.page}>
      {tab !== undefined && <PageTitle>{tab}</PageTitle>}
      {above !== undefined && <div className={styles.above}>{above}</div>}
      <div className={styles.title}>
        <h1>{title}</h1>
        {extra}
        <span className="grow" />
        {actions}
      </div>
      {children}
    </div>
  )
}

type CardProps = {
  /** Anchor id for links. */
  id?: string
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
}

export function Card({ id, title, extra, children }: CardProps) {
  return (
    <section id={id} className={styles.card}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          <span className="grow" />
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}

/** Padding inside a card for content other than tables. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={styles.inside}>{children}</div>
}
