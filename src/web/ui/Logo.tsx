import styles from './logo.module.css'

export function Logo({ inverted = false, suffix }: { inverted?: boolean; suffix?: string }) {
  return (
    <span className={styles.logo} data-inverted={inverted || undefined}>
      <i aria-hidden="true" />
      Опт{suffix !== undefined && ` · ${suffix}`}
    </span>
  )
}
