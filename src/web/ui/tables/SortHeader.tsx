import type { Direction } from './sorting.ts'
import styles from './table.module.css'

/** Heading of a sortable column: none → ascending → descending → ascending [T.5]. */
export function SortHeader(props: {
  label: string
  direction: Direction | undefined
  number?: boolean
  onSort: () => void
  className?: string | undefined
}) {
  const { label, direction } = props
  return (
    <th
      className={[props.number && styles.number, props.className].filter(Boolean).join(' ')}
      aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      scope="col"
    >
      <button type="button" className={styles.sort} onClick={props.onSort}>
        {label}
        {direction && <span aria-hidden="true">{direction === 'asc' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}
