import styles from './logo.module.css'

export function Logo({ inverted = false, beside }: { inverted?: boolean; beside?: string }) {
  return (
    <span className={styles.logo} data-inverted={inverted || undefined}>
      <i aria-hidden="true" />
      Опт{beside !== undefined && ` · ${beside}`}
    </span>
  )
}
