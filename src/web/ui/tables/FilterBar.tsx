import { useState, type ReactNode } from 'react'
import { usePhone } from '../use-phone.ts'
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

/** Filters that a phone folds away, so that they do not push the list off the screen; open while one of them is set. */
export function MoreFilters({ title, isSet, children }: { title: string; isSet: boolean; children: ReactNode }) {
  const phone = usePhone()
  // Stays as its user left it when the last filter is taken off.
  const [isUnfolded, setUnfolded] = useState(isSet)
  if (!phone) return children
  return (
    <details
      className={styles.more}
      open={isSet || isUnfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
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
