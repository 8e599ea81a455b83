import styles from './material-text.module.css'

/** HTML of a page, sanitised by the server. */
export function MaterialText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
