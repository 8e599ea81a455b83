import type { ReactNode } from 'react'
import { BarSearch } from './BarSearch.tsx'
import styles from './filter-bar.module.css'

type FilterBarProps = {
  /** Error of the filters. */
  error?: string | undefined
  children: ReactNode
}

/** Filters above a list; not printed. */
export function FilterBar({ error, children }: FilterBarProps) {
  return (
    <div className={`${styles.bar} no-print`}>
      {children}
      <FilterError error={error} />
    </div>
  )
}

export function FilterError({ error }: { error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p className={styles.error} role="alert">
      {error}
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
