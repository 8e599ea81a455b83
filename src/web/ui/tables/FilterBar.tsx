import type { ReactNode } from 'react'
import { BarSearch } from './BarSearch.tsx'
import styles from './filter-bar.module.css'

type FilterBarProps = {
  /** What is wrong with them. */
  fault?: string | undefined
  children: ReactNode
}

/** Filters above a list; not printed. */
export function FilterBar({ fault, children }: FilterBarProps) {
  return (
    <div className={`${styles.bar} no-print`}>
      {children}
      <FilterFault fault={fault} />
    </div>
  )
}

export function FilterFault({ fault }: { fault: string | undefined }) {
  if (fault === undefined) return null
  return (
    <p className={styles.wrong} role="alert">
      {fault}
    </p>
  )
}

type WordsFilterProps = {
  label: string
  placeholder?: string
  query: string | undefined
  onChange: (query: string | undefined) => void
}

/** Text or number to search rows by; on a phone a line of its own. */
export function WordsFilter({ label, placeholder = label, query, onChange }: WordsFilterProps) {
  return (
    <span className={styles.words}>
      <BarSearch key={query} label={label} placeholder={placeholder} value={query ?? ''} onSearch={onChange} />
    </span>
  )
}
