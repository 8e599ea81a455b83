import styles from './layout.module.css'

/** A grey place of the size that the coming text will take. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
